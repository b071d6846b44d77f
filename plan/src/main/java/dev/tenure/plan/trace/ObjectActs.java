package dev.tenure.plan.trace;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.plan.change.Act;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What somebody did to an object that is neither a node nor a pod. Stateless.
final class ObjectActs {
    /// What components keep for themselves, or make of other objects.
    private static final Set<String> OF_COMPONENTS = Set.of(
            "leases",
            "configmaps",
            "controllerrevisions",
            "volumeattachments",
            "csistoragecapacities",
            "serviceaccounts");

    /// Volumes are bound by a controller, which goes its own way in a replay.
    private static final Set<String> BOUND = Set.of("persistentvolumes", "persistentvolumeclaims");

    /// Owners whose controllers a replay has.
    private static final Set<String> PLAYED_OWNERS =
            Set.of("Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job", "ReplicationController");

    private static final List<String> OF_SERVER = List.of(
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "managedFields",
            "ownerReferences",
            "finalizers",
            "selfLink");

    /// Annotations with which controllers remember something.
    private static final List<String> MEMOS = List.of(
            "deployment.kubernetes.io/",
            "deprecated.daemonset.template.generation",
            "pv.kubernetes.io/",
            "volume.kubernetes.io/",
            "volume.beta.kubernetes.io/",
            "batch.kubernetes.io/");

    private ObjectActs() {}

    static Optional<Act> of(ClusterTrace.Event.Seen seen, ResourceType type) {
        if (OF_COMPONENTS.contains(type.resource())
                || seen.before().or(seen::now).filter(ObjectActs::isPlayed).isPresent()) {
            return Optional.empty();
        }
        String namespace = seen.key().namespace();
        String name = seen.key().name();
        boolean wasGoing = seen.before().filter(RecordedObject::isGoing).isPresent();
        boolean goes =
                seen.now().filter(object -> !RecordedObject.isGoing(object)).isEmpty();
        if (goes) {
            return wasGoing || seen.before().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Act.Remove(seen.after(), type, namespace, name));
        }
        ObjectNode now = seen.now().orElseThrow();
        if (seen.before().isEmpty()) {
            return Optional.of(new Act.Make(seen.after(), type, namespace, made(type, now)));
        }
        if (BOUND.contains(type.resource())) {
            return Optional.empty();
        }
        return MergeDifference.of(asked(seen.before().get()), asked(now))
                .filter(patch -> !patch.isEmpty())
                .map(patch -> new Act.Edit(seen.after(), type, namespace, name, patch));
    }

    private static boolean isPlayed(JsonNode object) {
        for (JsonNode owner : object.at("/metadata/ownerReferences")) {
            if (owner.path("controller").asBoolean()
                    && PLAYED_OWNERS.contains(owner.path("kind").asText())) {
                return true;
            }
        }
        return false;
    }

    /// What a user asks for in an object.
    static ObjectNode asked(ObjectNode object) {
        ObjectNode asked = object.deepCopy();
        asked.remove("status");
        ObjectNode metadata = asked.withObject("/metadata");
        metadata.remove(OF_SERVER);
        if (metadata.get("annotations") instanceof ObjectNode annotations) {
            annotations.properties().removeIf(each -> MEMOS.stream().anyMatch(each.getKey()::startsWith));
            if (annotations.isEmpty()) {
                metadata.remove("annotations");
            }
        }
        return asked;
    }

    /// As it was sent to be made, as far as that is known.
    private static ObjectNode made(ResourceType type, ObjectNode object) {
        ObjectNode made = asked(object);
        if (!(made.get("spec") instanceof ObjectNode spec)) {
            return made;
        }
        switch (type.resource()) {
            case "services" -> {
                if (!spec.path("clusterIP").asText().equals("None")) {
                    spec.remove(List.of("clusterIP", "clusterIPs"));
                }
                spec.remove("healthCheckNodePort");
                spec.path("ports").forEach(port -> ((ObjectNode) port).remove("nodePort"));
            }
            case "jobs" -> {
                if (!spec.path("manualSelector").asBoolean()) {
                    spec.remove("selector");
                    withoutUids(spec.at("/template/metadata/labels"));
                    withoutUids(made.at("/metadata/labels"));
                }
            }
            case "persistentvolumeclaims" -> spec.remove("volumeName");
            case "persistentvolumes" -> {
                if (spec.get("claimRef") instanceof ObjectNode claim) {
                    claim.remove(List.of("uid", "resourceVersion"));
                }
            }
            default -> {
                // as it stands
            }
        }
        return made;
    }

    private static void withoutUids(JsonNode labels) {
        if (labels instanceof ObjectNode map) {
            map.remove(List.of("controller-uid", "batch.kubernetes.io/controller-uid"));
        }
    }
}
