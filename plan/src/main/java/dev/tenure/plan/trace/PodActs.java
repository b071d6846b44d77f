package dev.tenure.plan.trace;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.plan.change.Act;
import dev.tenure.plan.change.Act.RecordedPod;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What befell a pod that no controller, scheduler or taint did: somebody made it, evicted or deleted it, or
/// it ended by itself. A pod says why it goes by its condition `DisruptionTarget`; where it does not, its
/// owner decides, who may have wanted fewer. Stateless.
final class PodActs {
    /// The controllers that a replay has, by the resources of their objects.
    static final Map<String, String> OWNERS = Map.of(
            "ReplicaSet", "replicasets",
            "ReplicationController", "replicationcontrollers",
            "StatefulSet", "statefulsets",
            "DaemonSet", "daemonsets",
            "Job", "jobs");

    private static final Map<String, String> GROUPS =
            Map.of("replicasets", "apps", "statefulsets", "apps", "daemonsets", "apps", "jobs", "batch");

    private static final String REVISION = "controller-revision-hash";
    private static final List<String> SAID = List.of("phase", "reason", "message");

    private PodActs() {}

    /// The controller of a pod.
    record Owner(String kind, String name, String uid) {
        ObjectKey key(String namespace) {
            String resource = OWNERS.getOrDefault(kind, "");
            return new ObjectKey(GROUPS.getOrDefault(resource, ""), resource, namespace, name);
        }
    }

    /// How the node of a pod stands.
    enum NodeState {
        GONE,
        THERE,
        /// It has a taint that makes pods leave.
        SENDS_AWAY
    }

    /// What is around a pod.
    ///
    /// @param owner its controller; empty when it has none, or that is gone
    /// @param active how many pods its controller had that neither ended nor were leaving
    /// @param node the one it is on
    /// @param measured whether what uses up the nodes is known, so that they evict by themselves
    record Site(
            Optional<ObjectNode> owner, int active, NodeState node, Optional<ObjectNode> namespace, boolean measured) {}

    /// Empty when it has none of a kind that a replay has.
    static Optional<Owner> owner(JsonNode pod) {
        for (JsonNode each : pod.at("/metadata/ownerReferences")) {
            if (each.path("controller").asBoolean()
                    && OWNERS.containsKey(each.path("kind").asText())) {
                return Optional.of(new Owner(
                        each.path("kind").asText(),
                        each.path("name").asText(),
                        each.path("uid").asText()));
            }
        }
        return Optional.empty();
    }

    static Optional<Act> of(ClusterTrace.Event.Seen seen, ResourceType type, Site site) {
        ObjectNode pod = seen.now().or(seen::before).orElseThrow();
        if (pod.at("/metadata/annotations").has(PodRule.MIRROR_ANNOTATION)) {
            return Optional.empty();
        }
        if (seen.before().isEmpty()) {
            return owner(pod).isPresent()
                    ? Optional.empty()
                    : Optional.of(new Act.Make(seen.after(), type, seen.key().namespace(), made(pod)));
        }
        ObjectNode before = seen.before().get();
        if (!RecordedObject.isActive(before)) {
            return Optional.empty();
        }
        if (seen.now().filter(now -> !RecordedObject.isGoing(now)).isEmpty()) {
            return leaving(seen, pod, site);
        }
        return RecordedObject.isOver(pod) ? ended(seen, pod, site) : Optional.empty();
    }

    private static Optional<Act> leaving(ClusterTrace.Event.Seen seen, ObjectNode pod, Site site) {
        return switch (target(pod)) {
            case "EvictionByEvictionAPI" -> Optional.of(new Act.Evict(seen.after(), recorded(pod)));
            case "DeletionByTaintManager", "DeletionByDeviceTaintManager", "PreemptionByScheduler", "DeletionByPodGC" ->
                Optional.empty();
            case "TerminationByKubelet" -> ended(seen, pod, site);
            default ->
                isWanted(pod, site)
                        ? Optional.empty()
                        : Optional.of(new Act.Delete(
                                seen.after(),
                                recorded(pod),
                                pod.at("/metadata/deletionGracePeriodSeconds").asLong(-1)));
        };
    }

    /// The reason of its condition `DisruptionTarget`; empty when it has none.
    static String target(JsonNode pod) {
        for (JsonNode condition : pod.at("/status/conditions")) {
            if (condition.path("type").asText().equals("DisruptionTarget")
                    && condition.path("status").asText().equals("True")) {
                return condition.path("reason").asText();
            }
        }
        return "";
    }

    /// Whether a controller took the pod away, so that one does so in a replay, too.
    private static boolean isWanted(ObjectNode pod, Site site) {
        boolean bound = !pod.at("/spec/nodeName").asText().isEmpty();
        // one that was never seen going went while nobody looked, so it could not say why
        boolean sent = !RecordedObject.isGoing(pod) && site.node() == NodeState.SENDS_AWAY;
        if ((bound && site.node() == NodeState.GONE)
                || sent
                || site.namespace().filter(RecordedObject::isGoing).isPresent()) {
            return true;
        }
        Optional<Owner> owner = owner(pod);
        if (owner.isEmpty()) {
            return false;
        }
        return site.owner()
                .filter(object -> !RecordedObject.isGoing(object))
                .map(object -> wantsFewer(owner.get(), object, pod, site.active()))
                .orElse(true);
    }

    private static boolean wantsFewer(Owner owner, JsonNode object, ObjectNode pod, int active) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        String revision = pod.at("/metadata/labels").path(REVISION).asText();
        return switch (owner.kind()) {
            case "StatefulSet" ->
                ordinal(pod)
                                >= spec.path("replicas").asInt(1)
                                        + spec.at("/ordinals/start").asInt()
                        || !status.path("updateRevision").asText(revision).equals(revision);
            case "DaemonSet" ->
                status.path("observedGeneration").asLong()
                                < object.at("/metadata/generation").asLong()
                        || status.path("updatedNumberScheduled").asInt()
                                < status.path("desiredNumberScheduled").asInt()
                        || status.path("numberMisscheduled").asInt() > 0;
            case "Job" ->
                spec.path("suspend").asBoolean()
                        || status.has("completionTime")
                        || !status.path("conditions").isEmpty()
                        || active > spec.path("parallelism").asInt(1);
            default -> active > spec.path("replicas").asInt(1);
        };
    }

    private static int ordinal(JsonNode pod) {
        String name = pod.at("/metadata/name").asText();
        try {
            return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /// A node does not take what does not fit, in a replay, too; and where what uses it up is known, it
    /// evicts.
    private static Optional<Act> ended(ClusterTrace.Event.Seen seen, ObjectNode pod, Site site) {
        String reason = pod.at("/status/reason").asText();
        boolean evicted = target(pod).equals("TerminationByKubelet") || reason.equals("Evicted");
        boolean refused =
                !reason.isEmpty() && !evicted && pod.at("/status/startTime").isMissingNode();
        if (refused || (evicted && site.measured())) {
            return Optional.empty();
        }
        ObjectNode status = Json.object();
        SAID.forEach(field -> {
            JsonNode value = pod.at("/status").path(field);
            if (!value.isMissingNode()) {
                status.set(field, value);
            }
        });
        if (evicted) {
            status.put("phase", "Failed").set("conditions", pod.at("/status/conditions"));
        }
        return Optional.of(new Act.End(seen.after(), recorded(pod), status));
    }

    private static RecordedPod recorded(ObjectNode pod) {
        return new RecordedPod(
                pod.at("/metadata/namespace").asText(),
                pod.at("/metadata/name").asText(),
                owner(pod).map(owner -> owner.kind() + "/" + owner.name()).orElse(""),
                pod.at("/spec/nodeName").asText());
    }

    private static ObjectNode made(ObjectNode pod) {
        ObjectNode made = ObjectActs.asked(pod);
        if (made.get("spec") instanceof ObjectNode spec) {
            spec.remove("nodeName");
        }
        return made;
    }
}
