package dev.tenure.plan.change;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.node.TaintsShape;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.change.Act.RecordedPod;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.MergePatch;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Plays what was recorded, each act at its time. What cannot be done, for the cluster has come to be another
/// one, is noted and passed over; an eviction that a budget refuses is tried again every 5 s, as a drain
/// does. Confined to the thread of its world.
final class RecordedRun {
    private static final Duration AGAIN = Duration.ofSeconds(5);
    private static final int NOTES_MAX = 20;

    private final ClusterClient client;
    private final EventLoop loop;
    private final List<String> notes;
    private final String name;
    private final Map<String, String> refused = new TreeMap<>();
    private Tick begun = new Tick(0);
    private int left;
    private boolean moved;
    private int retries;
    private int passedOver;

    RecordedRun(ClusterClient client, EventLoop loop, List<String> notes, int number) {
        this.client = client;
        this.loop = loop;
        this.notes = notes;
        this.name = "recorded-" + number;
    }

    /// @param acts in order of time
    void start(List<Act> acts) {
        begun = loop.time().now();
        left = acts.size();
        next(acts, 0);
    }

    /// One alarm for all that is to come.
    private void next(List<Act> acts, int from) {
        int at = from;
        Duration passed = loop.time().now().since(begun);
        while (at < acts.size() && acts.get(at).at().compareTo(passed) <= 0) {
            play(acts.get(at));
            moved = true;
            left--;
            at++;
        }
        if (at < acts.size()) {
            int following = at;
            loop.alarm(name, begun.plus(acts.get(at).at()), () -> next(acts, following));
        }
    }

    /// Whether something is still to come.
    boolean waits() {
        return left > 0;
    }

    /// Whether it has done anything since it was last asked.
    boolean moved() {
        boolean since = moved;
        moved = false;
        return since;
    }

    /// The pods that a budget keeps, as `namespace/name`, with what the server says.
    Map<String, String> blocked() {
        return Map.copyOf(refused);
    }

    private void play(Act act) {
        switch (act) {
            case Act.Make(var _, var type, var namespace, var object) -> {
                ApiReply reply = client.create(type, namespace, Document.of(object));
                boolean there = reply.isConflict();
                if (!there) {
                    expect("%s \"%s\" cannot be made".formatted(type.kind(), named(object)), reply);
                }
            }
            case Act.Edit(var _, var type, var namespace, var edited, var patch) ->
                expect(
                        "%s \"%s\" cannot be changed".formatted(type.kind(), edited),
                        client.patch(type, namespace, edited, "", new Body(Body.MERGE_PATCH, Document.of(patch))));
            case Act.Remove(var _, var type, var namespace, var removed) ->
                expect(
                        "%s \"%s\" cannot be deleted".formatted(type.kind(), removed),
                        client.delete(
                                type,
                                namespace,
                                removed,
                                Document.of(Json.object().put("propagationPolicy", "Background"))));
            case Act.Taint(var _, var node, var edits) -> taint(node, edits);
            case Act.Evict(var _, var pod) -> find(pod).ifPresent(found -> evict(pod, found));
            case Act.Delete(var _, var pod, var grace) -> find(pod).ifPresent(found -> delete(found, grace));
            case Act.End(var _, var pod, var status) -> find(pod).ifPresent(found -> end(found, status));
        }
    }

    private static String named(ObjectNode object) {
        return object.at("/metadata/name").asText();
    }

    private void expect(String what, ApiReply reply) {
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            passOver("%s: %s".formatted(what, status.message()));
        }
    }

    private void passOver(String why) {
        if (++passedOver <= NOTES_MAX) {
            notes.add("after %d s, as recorded: %s"
                    .formatted(loop.time().now().since(begun).toSeconds(), why));
        } else if (passedOver == NOTES_MAX + 1) {
            notes.add("more that was recorded cannot be done here");
        }
    }

    private void taint(String node, List<TaintEdit> edits) {
        if (!(client.get(ResourceTypes.NODES, "", node) instanceof ApiReply.One(var _, StoredObject stored, var _))) {
            passOver("node \"%s\" is not there to be tainted".formatted(node));
            return;
        }
        List<Taint> taints = stored.view(Node.class).spec().taints();
        for (TaintEdit edit : edits) {
            taints = edit.appliedTo(taints);
        }
        ObjectNode patch = Json.object();
        patch.putObject("spec").set("taints", TaintsShape.list(taints));
        expect(
                "node \"%s\" cannot be tainted".formatted(node),
                client.patch(ResourceTypes.NODES, "", node, "", new Body(Body.MERGE_PATCH, Document.of(patch))));
    }

    /// The pod that is meant, or who stands for it.
    private Optional<Pod> find(RecordedPod meant) {
        if (!(client.list(ResourceTypes.PODS, meant.namespace(), Map.of()) instanceof ApiReply.Many many)) {
            return Optional.empty();
        }
        List<Pod> pods = many.items().stream()
                .map(object -> object.view(Pod.class))
                .filter(pod -> PodRule.active(pod) && !pod.meta().deleting())
                .toList();
        Optional<Pod> found = pods.stream()
                .filter(pod -> pod.meta().name().equals(meant.name()))
                .findFirst()
                .or(() -> pods.stream()
                        .filter(pod -> !meant.owner().isEmpty() && owner(pod).equals(meant.owner()))
                        .min(Comparator.comparing(
                                        (Pod pod) -> !pod.spec().nodeName().equals(meant.node()))
                                .thenComparing(pod -> pod.meta().creationTimestamp())
                                .thenComparing(pod -> pod.meta().name())));
        if (found.isEmpty()) {
            passOver("pod %s/%s is not there, nor another one of its owner".formatted(meant.namespace(), meant.name()));
        }
        return found;
    }

    private static String owner(Pod pod) {
        return pod.meta()
                .controllerOwner()
                .map(owner -> owner.kind() + "/" + owner.name())
                .orElse("");
    }

    private void evict(RecordedPod meant, Pod pod) {
        ApiReply reply = client.evict(pod.meta().namespace(), pod.meta().name(), Json.object());
        refused.remove(pod.qualifiedName());
        if (!(reply instanceof ApiReply.Failure(var status, var _)) || status.isNotFound()) {
            return;
        }
        if (status.isTooManyRequests()) {
            refused.put(pod.qualifiedName(), status.message());
            loop.alarm(
                    "%s-evict-%d".formatted(name, ++retries),
                    loop.time().now().plus(AGAIN),
                    () -> evictAgain(meant, pod));
        } else {
            passOver("pod %s cannot be evicted: %s".formatted(pod.qualifiedName(), status.message()));
        }
    }

    private void evictAgain(RecordedPod meant, Pod pod) {
        ApiReply now = client.get(
                ResourceTypes.PODS, pod.meta().namespace(), pod.meta().name());
        refused.remove(pod.qualifiedName());
        if (now instanceof ApiReply.One(var _, StoredObject stored, var _)
                && stored.uid().equals(pod.meta().uid())
                && !stored.view(Pod.class).meta().deleting()) {
            evict(meant, pod);
        }
    }

    private void delete(Pod pod, long grace) {
        ObjectNode options = Json.object();
        if (grace >= 0) {
            options.put("gracePeriodSeconds", grace);
        }
        expect(
                "pod %s cannot be deleted".formatted(pod.qualifiedName()),
                client.delete(
                        ResourceTypes.PODS, pod.meta().namespace(), pod.meta().name(), Document.of(options)));
    }

    private void end(Pod pod, ObjectNode status) {
        ApiReply now = client.get(
                ResourceTypes.PODS, pod.meta().namespace(), pod.meta().name());
        if (now instanceof ApiReply.One(var _, StoredObject stored, var _)) {
            ObjectNode tree = Json.readObject(stored.json());
            tree.set("status", MergePatch.apply(tree.withObject("/status"), status));
            expect(
                    "pod %s cannot end".formatted(pod.qualifiedName()),
                    client.updateStatus(
                            ResourceTypes.PODS,
                            pod.meta().namespace(),
                            pod.meta().name(),
                            Document.of(tree)));
        }
    }
}
