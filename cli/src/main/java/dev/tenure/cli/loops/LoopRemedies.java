package dev.tenure.cli.loops;

import dev.tenure.cli.loops.LoopSurvey.Found;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.Forecasts;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.ClusterDump.Item;
import dev.tenure.plan.source.Place;
import dev.tenure.rules.taint.TolerationRule;
import dev.tenure.rules.taint.TolerationText;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// What would end a loop: each change is tried in a copy of the cluster, in which another pod of the owner
/// waits for a node. Confined to one thread.
public final class LoopRemedies {
    private static final String COPY = "-another";
    private static final String UID = "00000000-0000-4000-8000-000000000001";
    private static final String EVICTED = "Evicted";

    /// The taints of pressure, by a word in the message of an eviction.
    private static final Map<String, String> PRESSURES = Map.of(
            "memory", "node.kubernetes.io/memory-pressure",
            "storage", "node.kubernetes.io/disk-pressure",
            "inodes", "node.kubernetes.io/disk-pressure",
            "pids", "node.kubernetes.io/pid-pressure");

    private final ClusterDump dump;
    private final StoredForms forms = new StoredForms();

    public LoopRemedies(ClusterDump dump) {
        this.dump = dump;
    }

    /// @param found a loop of this cluster
    /// @return changes, each with whether it was tried and worked, and with the nodes where a pod runs then;
    ///     none when nothing is known, or no pod of it is there to try with
    public ArrayNode of(Found found) {
        ArrayNode remedies = Json.array();
        Optional<StoredObject> last = found.pod();
        if (last.isEmpty()) {
            return remedies;
        }
        Pod pod = last.get().view(Pod.class);
        Optional<Template> template = template(pod);
        boolean pinned = template.filter(Template::namesNode).isPresent();
        JsonNode answer = placed(last.get(), _ -> {}, dump);
        String node = answer.path("node").asText("");
        if (pinned) {
            pinned(template.orElseThrow(), node, answer, remedies);
        } else if (pod.status().reason().equals(EVICTED)) {
            evicted(last.get(), template, remedies);
        } else if (node.isEmpty()) {
            verified("", answer, remedies);
        }
        return remedies;
    }

    /// What has to be changed so that an owner makes other pods: the owner, or what owns it.
    ///
    /// @param namesNode whether the owner's template does
    private record Template(ResourceType type, String namespace, String name, boolean namesNode) {
        private String patch(String op, String path) {
            return "kubectl patch %s %s -n %s --type=json -p '[{\"op\":\"%s\",\"path\":\"/spec/template/spec/%s\"}]'"
                    .formatted(type.qualifiedResource(), name, namespace, op, path);
        }

        private String words() {
            return "%s %s/%s".formatted(type.kind(), namespace, name);
        }
    }

    private Optional<Template> template(Pod pod) {
        return owner(pod.meta().namespace(), pod.meta().controllerOwner()).map(owner -> {
            Optional<OwnerReference> above = above(owner.object());
            Optional<Owner> higher = owner(pod.meta().namespace(), above);
            Owner changed = higher.orElse(owner);
            boolean names = !Json.readObject(owner.object().json())
                    .at("/spec/template/spec/nodeName")
                    .asText("")
                    .isEmpty();
            return new Template(
                    changed.type(),
                    pod.meta().namespace(),
                    changed.object().key().name(),
                    names);
        });
    }

    private record Owner(ResourceType type, StoredObject object) {}

    private Optional<Owner> owner(String namespace, Optional<OwnerReference> reference) {
        return reference.flatMap(named -> List.of(
                        ResourceTypes.REPLICA_SETS,
                        ResourceTypes.DEPLOYMENTS,
                        ResourceTypes.DAEMON_SETS,
                        ResourceTypes.STATEFUL_SETS,
                        ResourceTypes.REPLICATION_CONTROLLERS)
                .stream()
                .filter(type ->
                        type.kind().equals(named.kind()) && type.apiVersion().equals(named.apiVersion()))
                .findFirst()
                .flatMap(type ->
                        dump.find(type.key(namespace, named.name())).map(item -> new Owner(type, item.object()))));
    }

    private static Optional<OwnerReference> above(StoredObject owner) {
        for (JsonNode each : Json.readObject(owner.json()).at("/metadata/ownerReferences")) {
            if (each.path("controller").asBoolean(false)) {
                return Optional.of(new OwnerReference(
                        each.path("apiVersion").asText(),
                        each.path("kind").asText(),
                        each.path("name").asText(),
                        each.path("uid").asText(),
                        true,
                        false));
            }
        }
        return Optional.empty();
    }

    private void pinned(Template template, String node, JsonNode answer, ArrayNode remedies) {
        String change = "remove nodeName from the template of %s, so that the scheduler chooses the node"
                .formatted(template.words());
        if (!node.isEmpty()) {
            remedy(remedies, change, true, List.of(node)).put("command", template.patch("remove", "nodeName"));
        } else {
            verified(change, answer, remedies);
        }
    }

    /// Evicted for want of something: it is to stay away while the node is short, or to ask for what it
    /// needs.
    private void evicted(StoredObject last, Optional<Template> template, ArrayNode remedies) {
        Pod pod = last.view(Pod.class);
        String message = pod.status().message();
        PRESSURES.forEach((word, key) -> {
            var taint = new Taint(key, "", TaintEffect.NO_SCHEDULE);
            if (message.contains(word) && TolerationRule.anyTolerates(pod.spec().tolerations(), taint)) {
                kept(last, taint, template, remedies);
            }
        });
        if (pod.status().qosClass().equals("BestEffort")) {
            remedy(
                    remedies,
                    "give its containers requests: a pod without any is the first that a node evicts",
                    false,
                    List.of());
        }
    }

    private void kept(StoredObject last, Taint taint, Optional<Template> template, ArrayNode remedies) {
        Pod pod = last.view(Pod.class);
        if (template.filter(each -> each.type().equals(ResourceTypes.DAEMON_SETS))
                .isPresent()) {
            remedy(
                    remedies,
                    "leave %s out by the node selector or node affinity of %s: its controller gives its pods a toleration of %s"
                            .formatted(
                                    pod.spec().nodeName(),
                                    template.orElseThrow().words(),
                                    taint.key()),
                    false,
                    List.of());
            return;
        }
        List<Toleration> all = pod.spec().tolerations();
        List<String> tolerating = all.stream()
                .filter(each -> TolerationRule.tolerates(each, taint, false))
                .map(TolerationText::of)
                .toList();
        JsonNode answer = placed(
                last,
                tree -> {
                    ArrayNode list = (ArrayNode) tree.at("/spec/tolerations");
                    for (int i = all.size() - 1; i >= 0; i--) {
                        if (TolerationRule.tolerates(all.get(i), taint, false)) {
                            list.remove(i);
                        }
                    }
                },
                tainted(pod.spec().nodeName(), taint));
        String node = answer.path("node").asText("");
        remedy(
                remedies,
                "remove the toleration %s from the template%s, so that it stays away while the node is short"
                        .formatted(
                                String.join(" and ", tolerating),
                                template.map(each -> " of " + each.words()).orElse("")),
                !node.equals(pod.spec().nodeName()),
                node.isEmpty() ? List.of() : List.of(node));
    }

    /// What the scheduler of the copy knows that would let the pod run.
    ///
    /// @param before another change, which has to be made too; empty for none
    private static void verified(String before, JsonNode answer, ArrayNode remedies) {
        for (JsonNode each : answer.path("remedies")) {
            var changes = new ArrayList<String>();
            if (!before.isEmpty()) {
                changes.add(before);
            }
            each.path("changes").forEach(change -> changes.add(change.asText()));
            var nodes = new ArrayList<String>();
            each.path("nodes").forEach(node -> nodes.add(node.asText()));
            remedy(
                    remedies,
                    String.join("; and ", changes),
                    each.path("verified").asBoolean(),
                    nodes);
        }
    }

    private static ObjectNode remedy(ArrayNode remedies, String change, boolean verified, List<String> nodes) {
        ObjectNode remedy = remedies.addObject().put("change", change).put("verified", verified);
        ArrayNode list = remedy.putArray("nodes");
        nodes.forEach(list::add);
        return remedy;
    }

    /// What the scheduler of a copy says of another pod like the last one, which asks for any node.
    ///
    /// @param change makes it another
    private JsonNode placed(StoredObject last, Consumer<ObjectNode> change, ClusterDump cluster) {
        ObjectNode pod = Json.readObject(last.json());
        ObjectNode meta = pod.withObject("/metadata");
        meta.remove(List.of("resourceVersion", "finalizers", "managedFields", "deletionTimestamp"));
        String name = last.key().name() + COPY;
        meta.put("name", name).put("uid", UID);
        pod.withObject("/spec").remove("nodeName");
        pod.remove("status");
        pod.putObject("status").put("phase", "Pending");
        change.accept(pod);
        ObjectKey key = ResourceTypes.PODS.key(last.key().namespace(), name);
        return Forecasts.explanation(
                        with(cluster, List.of(read(pod, last.key()))), key, ForecastOptions.STANDARD, () -> {})
                .orElseGet(Json::object);
    }

    private ClusterDump tainted(String node, Taint taint) {
        return dump.find(ResourceTypes.NODES.key("", node))
                .map(item -> {
                    ObjectNode tree = Json.readObject(item.object().json());
                    tree.withObject("/spec")
                            .withArrayProperty("taints")
                            .addObject()
                            .put("key", taint.key())
                            .put("effect", taint.effect().word());
                    return with(dump, List.of(read(tree, item.key())));
                })
                .orElse(dump);
    }

    private Item read(ObjectNode tree, ObjectKey like) {
        String kind = like.resource().equals("nodes") ? "Node" : "Pod";
        tree.put("apiVersion", "v1").put("kind", kind);
        return new Item(forms.read(Json.write(tree), GroupVersionKind.of("v1", kind)), new Place(like.path(), 0));
    }

    private static ClusterDump with(ClusterDump cluster, List<Item> others) {
        Map<ObjectKey, Item> all = cluster.byKey();
        others.forEach(each -> all.put(each.key(), each));
        return new ClusterDump(
                cluster.origin(),
                cluster.moment(),
                List.copyOf(all.values()),
                cluster.gaps(),
                cluster.warnings(),
                cluster.stated());
    }
}
