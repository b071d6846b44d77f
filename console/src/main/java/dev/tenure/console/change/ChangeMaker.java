package dev.tenure.console.change;

import dev.tenure.client.ClusterClient;
import dev.tenure.console.shown.ApiAnswers;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.shown.Shown;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.BuiltInKinds;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes a change through the API, with the rights of the one who looks. Refusals keep the API's words.
public final class ChangeMaker {
    static final String FIELD_MANAGER = "tenure-console";

    private final ClusterClient client;
    /// Of every write.
    private final Map<String, String> options;

    private ChangeMaker(ClusterClient client, Map<String, String> options) {
        this.client = client;
        this.options = options;
    }

    public ChangeMaker(ClusterClient client) {
        this(client, Map.of("fieldManager", FIELD_MANAGER));
    }

    /// One that asks the cluster whether it would take the change, and changes nothing; of a drain only that
    /// the node may be cordoned.
    static ChangeMaker onTrial(ClusterClient client) {
        return new ChangeMaker(client, Map.of("fieldManager", FIELD_MANAGER, "dryRun", "All"));
    }

    private Map<String, String> applying(boolean force) {
        Map<String, String> query = new HashMap<>(options);
        query.put("force", String.valueOf(force));
        return query;
    }

    /// @return what was done, for a drain what became of each pod, and under `undo` the change that takes it
    /// back, where there is one
    public ObjectNode make(ConsoleChange change) {
        return switch (change) {
            case ConsoleChange.AddTaint add -> addTaint(add);
            case ConsoleChange.RemoveTaint remove -> removeTaint(remove);
            case ConsoleChange.Cordon(String node, boolean on) -> cordon(node, on);
            case ConsoleChange.Drain(String node) -> drain(node);
            case ConsoleChange.Power(String node, boolean on) -> power(node, on);
            case ConsoleChange.Tolerate tolerate -> tolerate(tolerate);
            case ConsoleChange.Scale(var workload, int replicas) -> scale(workload, replicas);
            case ConsoleChange.Apply apply -> apply(apply);
        };
    }

    private ObjectNode addTaint(ConsoleChange.AddTaint add) {
        StoredObject stored = node(add.node());
        List<Taint> before = stored.view(Node.class).spec().taints();
        writeTaints(stored, taintsWith(before, add));
        ObjectNode answer = done("node/%s tainted".formatted(add.node()));
        Optional<Taint> replaced = before.stream().filter(add.taint()::sameAs).findFirst();
        ObjectNode undo = undo(answer, replaced.isPresent() ? "taint" : "untaint", add.node());
        taint(undo, replaced.orElse(add.taint()));
        return answer;
    }

    /// @throws ConsoleFault when the node has another value and overwriting was not asked for
    static List<Taint> taintsWith(List<Taint> before, ConsoleChange.AddTaint add) {
        boolean there = before.stream().anyMatch(add.taint()::sameAs);
        if (there && !add.overwrite()) {
            throw ConsoleFault.invalid(
                    "node %s already has %s taint(s) with same effect(s) and overwriting was not asked for"
                            .formatted(add.node(), add.taint().key()));
        }
        List<Taint> after = new ArrayList<>(
                before.stream().filter(taint -> !taint.sameAs(add.taint())).toList());
        after.add(add.taint());
        return after;
    }

    private ObjectNode removeTaint(ConsoleChange.RemoveTaint remove) {
        StoredObject stored = node(remove.node());
        List<Taint> before = stored.view(Node.class).spec().taints();
        List<Taint> after = taintsWithout(before, remove);
        writeTaints(stored, after);
        ObjectNode answer = done("node/%s untainted".formatted(remove.node()));
        List<Taint> removed =
                before.stream().filter(taint -> !after.contains(taint)).toList();
        if (removed.size() == 1) {
            taint(undo(answer, "taint", remove.node()), removed.getFirst());
        }
        return answer;
    }

    /// @throws ConsoleFault when the node has no such taint
    static List<Taint> taintsWithout(List<Taint> before, ConsoleChange.RemoveTaint remove) {
        List<Taint> after = before.stream()
                .filter(taint -> !taint.key().equals(remove.key())
                        || remove.effect()
                                .filter(effect -> effect != taint.effect())
                                .isPresent())
                .toList();
        if (after.size() == before.size()) {
            throw ConsoleFault.invalid("taint \"%s%s\" not found"
                    .formatted(
                            remove.key(),
                            remove.effect().map(effect -> ":" + effect.word()).orElse("")));
        }
        return after;
    }

    private static ObjectNode undo(ObjectNode answer, String kind, String node) {
        return answer.putObject("undo").put("kind", kind).put("node", node);
    }

    private static void taint(ObjectNode change, Taint taint) {
        change.put("key", taint.key())
                .put("value", taint.value())
                .put("effect", taint.effect().word())
                .put("overwrite", true);
    }

    private StoredObject node(String name) {
        return ApiAnswers.one(client.get(ResourceTypes.NODES, "", name));
    }

    /// Refused with a conflict when the node has changed since it was read.
    private void writeTaints(StoredObject node, List<Taint> taints) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("resourceVersion", String.valueOf(node.revision()));
        patch.putObject("spec").set("taints", Shown.taints(taints));
        merge(ResourceTypes.NODES, "", node.key().name(), patch);
    }

    private void merge(ResourceType type, String namespace, String name, ObjectNode patch) {
        var body = new Body(Body.MERGE_PATCH, Json.write(patch));
        ApiAnswers.done(client.call(
                Verb.PATCH,
                new Target(type.group(), type.version(), type.resource(), namespace, name, ""),
                options,
                body));
    }

    private ObjectNode cordon(String node, boolean on) {
        ObjectNode patch = Json.object();
        patch.putObject("spec").put("unschedulable", on);
        merge(ResourceTypes.NODES, "", node, patch);
        ObjectNode answer = done("node/%s %s".formatted(node, on ? "cordoned" : "uncordoned"));
        undo(answer, on ? "uncordon" : "cordon", node);
        return answer;
    }

    private ObjectNode power(String node, boolean on) {
        if (!Shown.simulated(node(node).view(Node.class))) {
            throw ConsoleFault.invalid("node \"%s\" is not simulated".formatted(node));
        }
        ObjectNode patch = Json.object();
        ObjectNode annotations = patch.putObject("metadata").putObject("annotations");
        if (on) {
            annotations.putNull(ManagedNodeRule.FAULT);
        } else {
            annotations.put(ManagedNodeRule.FAULT, ManagedNodeRule.Fault.STOPPED.word());
        }
        merge(ResourceTypes.NODES, "", node, patch);
        ObjectNode answer = done("node/%s %s".formatted(node, on ? "started" : "stopped"));
        undo(answer, on ? "stop" : "start", node);
        return answer;
    }

    private ObjectNode drain(String node) {
        ObjectNode cordoned = cordon(node, true);
        if (options.containsKey("dryRun")) {
            return cordoned;
        }
        List<StoredObject> pods =
                ApiAnswers.many(client.list(ResourceTypes.PODS, "", Map.of("fieldSelector", "spec.nodeName=" + node)));
        ObjectNode answer = Json.object();
        ArrayNode refused = answer.putArray("refused");
        int evicted = 0;
        for (StoredObject stored : pods) {
            Pod pod = stored.view(Pod.class);
            if (DrainRule.leaves(pod)) {
                if (client.evict(pod.meta().namespace(), pod.meta().name(), Json.object())
                                instanceof ApiReply.Failure(var status, var _)
                        && !status.isNotFound()) {
                    refused.add(pod.qualifiedName() + ": " + status.message());
                } else {
                    evicted++;
                }
            }
        }
        undo(answer, "uncordon", node);
        return answer.put(
                "message", "node/%s cordoned, %d %s evicted".formatted(node, evicted, evicted == 1 ? "pod" : "pods"));
    }

    private ObjectNode tolerate(ConsoleChange.Tolerate change) {
        var workload = change.workload();
        ObjectNode applied = KubectlCommand.applied(workload, change.tolerations());
        ResourceType type = workload.type();
        JsonNode before = Json.readObject(ApiAnswers.one(client.get(type, workload.namespace(), workload.name()))
                        .json())
                .at("/spec/template/spec/tolerations");
        ApiAnswers.done(client.call(
                Verb.PATCH,
                new Target(type.group(), type.version(), type.resource(), workload.namespace(), workload.name(), ""),
                applying(change.force()),
                new Body(Body.APPLY_PATCH, Json.write(applied))));
        ObjectNode answer = done("%s/%s serverside-applied".formatted(type.resource(), workload.name()));
        undo(answer, "tolerations", workload).set("tolerations", before.isArray() ? before : Json.array());
        return answer;
    }

    private ObjectNode scale(ConsoleChange.Workload workload, int replicas) {
        StoredObject stored = ApiAnswers.one(client.get(workload.type(), workload.namespace(), workload.name()));
        int before = Json.readObject(stored.json()).at("/spec/replicas").asInt(1);
        ObjectNode patch = Json.object();
        patch.putObject("spec").put("replicas", replicas);
        ResourceType type = workload.type();
        ApiAnswers.done(client.call(
                Verb.PATCH,
                new Target(
                        type.group(), type.version(), type.resource(), workload.namespace(), workload.name(), "scale"),
                options,
                new Body(Body.MERGE_PATCH, Json.write(patch))));
        ObjectNode answer = done("%s/%s scaled".formatted(workload.type().resource(), workload.name()));
        undo(answer, "scale", workload).put("replicas", String.valueOf(before));
        return answer;
    }

    private static ObjectNode undo(ObjectNode answer, String kind, ConsoleChange.Workload workload) {
        return answer.putObject("undo")
                .put("kind", kind)
                .put("resource", workload.type().resource())
                .put("namespace", workload.namespace())
                .put("name", workload.name());
    }

    /// One object after the other; what one is refused does not keep the next.
    private ObjectNode apply(ConsoleChange.Apply change) {
        ObjectNode answer = Json.object();
        ArrayNode refused = answer.putArray("refused");
        List<String> applied = new ArrayList<>();
        var kinds = new BuiltInKinds();
        Optional<ConsoleFault> first = Optional.empty();
        for (ObjectNode manifest : change.manifests()) {
            String words = ManifestTargets.words(manifest);
            try {
                Target target = ManifestTargets.target(kinds, manifest);
                ApiAnswers.done(client.call(
                        Verb.PATCH,
                        target,
                        applying(change.force()),
                        new Body(Body.APPLY_PATCH, Json.write(manifest))));
                applied.add(words);
            } catch (ConsoleFault fault) {
                refused.add(words + ": " + fault.getMessage());
                first = first.or(() -> Optional.of(fault));
            }
        }
        if (applied.isEmpty() && first.isPresent()) {
            throw first.get();
        }
        return answer.put("message", String.join(", ", applied) + " serverside-applied");
    }

    private static ObjectNode done(String message) {
        return Json.object().put("message", message);
    }
}
