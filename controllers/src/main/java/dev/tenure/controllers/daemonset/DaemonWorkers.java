package dev.tenure.controllers.daemonset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.controllers.workload.OwnedPodsState;
import dev.tenure.controllers.workload.WorkloadCalls;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.Document;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Makes and removes the pods of daemon sets, and tells of it in Events. While some are under way for a set, nothing
/// more is decided for it. Confined to one loop. Upstream: daemon_controller.go (syncNodes).
final class DaemonWorkers {
    /// So many pods at most are made, and so many removed, at one look.
    private static final int BURST = 250;

    private static final Duration AGAIN_FIRST = Duration.ofMillis(100);
    private static final Duration AGAIN_MAX = Duration.ofMinutes(1);

    private final EventLoop loop;
    private final WorkloadCalls calls;
    private final EventRecorder events;
    private final OwnedPodsState owned;
    private final Consumer<StoredObject> wake;
    private final Map<String, Integer> failures = new HashMap<>();
    private final Set<String> resting = new HashSet<>();

    /// @param wake told of a set that is to be looked at again
    DaemonWorkers(
            EventLoop loop,
            WorkloadCalls calls,
            EventRecorder events,
            OwnedPodsState owned,
            Consumer<StoredObject> wake) {
        this.loop = loop;
        this.calls = calls;
        this.events = events;
        this.owned = owned;
        this.wake = wake;
    }

    /// Whether pods of a set are being made or removed.
    boolean busy(StoredObject set) {
        return owned.beingMade(set.uid()) > 0 || owned.deletes(set.uid());
    }

    /// The set is gone.
    void forget(StoredObject set) {
        failures.remove(set.uid());
    }

    /// Makes a pod on each node; after a failure one at a time is tried until one succeeds.
    void create(StoredObject set, String hash, List<String> nodes) {
        if (nodes.isEmpty() || resting.contains(set.uid())) {
            return;
        }
        ObjectNode any = DaemonPodShape.forAnyNode(set, hash);
        int burst = failures.containsKey(set.uid()) ? 1 : BURST;
        nodes.stream().limit(burst).forEach(node -> {
            Document pod = DaemonPodShape.forNode(any, node);
            owned.making(set.uid());
            loop.work(
                    "create-daemon",
                    () -> calls.createPod(set.key().namespace(), pod),
                    outcome -> created(set, outcome));
        });
    }

    private void created(StoredObject set, Outcome<ApiReply> outcome) {
        if (outcome instanceof Outcome.Done<ApiReply>(ApiReply.One(var _, StoredObject pod, var _))) {
            owned.made(set.uid(), pod);
            failures.remove(set.uid());
            String text = "Created pod: " + pod.key().name();
            event(set, EventRecorder.Type.Normal, "SuccessfulCreate", text);
        } else {
            owned.notMade(set.uid());
            event(set, EventRecorder.Type.Warning, "FailedCreate", "Error creating: " + why(outcome));
            rest(set);
        }
        wake.accept(set);
    }

    private void rest(StoredObject set) {
        int times = failures.merge(set.uid(), 1, Integer::sum);
        Duration pause = AGAIN_FIRST.multipliedBy(1L << Math.min(times - 1, 10));
        resting.add(set.uid());
        loop.alarm(
                "rest-" + set.uid(), loop.time().now().plus(pause.compareTo(AGAIN_MAX) < 0 ? pause : AGAIN_MAX), () -> {
                    resting.remove(set.uid());
                    wake.accept(set);
                });
    }

    void delete(StoredObject set, List<StoredObject> pods) {
        pods.stream().limit(BURST).filter(pod -> owned.deleting(pod.uid())).forEach(pod -> {
            loop.work("delete-daemon", () -> calls.delete(ResourceTypes.PODS, pod), outcome -> {
                if (outcome instanceof Outcome.Done<Boolean>(Boolean done) && done) {
                    String text = "Deleted pod: " + pod.key().name();
                    event(set, EventRecorder.Type.Normal, "SuccessfulDelete", text);
                } else {
                    owned.notDeleted(pod.uid());
                    rest(set);
                }
            });
        });
    }

    void event(StoredObject set, EventRecorder.Type type, String reason, String message) {
        var about = new InvolvedObject(
                ResourceTypes.DAEMON_SETS.apiVersion(),
                ResourceTypes.DAEMON_SETS.kind(),
                set.key().namespace(),
                set.key().name(),
                set.uid());
        events.record(about, type, reason, message);
    }

    private static String why(Outcome<ApiReply> outcome) {
        return switch (outcome) {
            case Outcome.Done<ApiReply>(ApiReply.Failure(var status, var _)) -> status.message();
            case Outcome.Done<ApiReply> _ -> "the server answered something else than a pod";
            case Outcome.Failed<ApiReply>(var cause) -> String.valueOf(cause.getMessage());
        };
    }
}
