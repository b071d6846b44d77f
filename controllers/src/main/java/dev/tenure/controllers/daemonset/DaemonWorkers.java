package dev.tenure.controllers.daemonset;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.controllers.workload.OwnedPodsCache;
import dev.tenure.controllers.workload.SlowStart;
import dev.tenure.controllers.workload.WorkloadCalls;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.function.Consumer;

/// Makes and removes the pods of daemon sets, and tells of it in Events. While some are under way for a set,
/// nothing more is decided for it. Confined to one loop. Upstream: daemon_controller.go (syncNodes).
final class DaemonWorkers {
    /// So many pods at most are made, and so many removed, at one look.
    private static final int BURST = 250;

    private final EventLoop loop;
    private final WorkloadCalls calls;
    private final EventRecorder events;
    private final OwnedPodsCache owned;
    private final Consumer<StoredObject> wake;
    private final SlowStart slowStart;

    /// @param wake notified of a set that is to be looked at again
    DaemonWorkers(
            EventLoop loop,
            WorkloadCalls calls,
            EventRecorder events,
            OwnedPodsCache owned,
            Consumer<StoredObject> wake) {
        this.loop = loop;
        this.calls = calls;
        this.events = events;
        this.owned = owned;
        this.wake = wake;
        this.slowStart = new SlowStart(loop, "daemon", wake);
    }

    /// Whether pods of a set are being made or removed.
    boolean busy(StoredObject set) {
        return owned.beingMade(set.uid()) > 0 || owned.deletes(set.uid());
    }

    /// The set is gone.
    void forget(StoredObject set) {
        slowStart.forget(set);
    }

    /// Makes a pod on each node, in batches that grow.
    void create(StoredObject set, String hash, List<String> nodes) {
        int burst = slowStart.batch(set, Math.min(nodes.size(), BURST));
        if (burst == 0) {
            return;
        }
        ObjectNode any = DaemonPodShape.forAnyNode(set, hash);
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
            String text = "Created pod: " + pod.key().name();
            event(set, EventRecorder.Type.Normal, "SuccessfulCreate", text);
            slowStart.succeeded(set);
        } else {
            owned.notMade(set.uid());
            if (!WorkloadCalls.namespaceGoes(outcome)) {
                String why = "Error creating: " + WorkloadCalls.whyNot(outcome);
                event(set, EventRecorder.Type.Warning, "FailedCreate", why);
            }
            slowStart.failed(set);
        }
        wake.accept(set);
    }

    void delete(StoredObject set, List<StoredObject> pods) {
        pods.stream().limit(BURST).filter(pod -> owned.deleting(pod.uid())).forEach(pod -> {
            loop.work("delete-daemon", () -> calls.deletePod(pod), outcome -> {
                if (WorkloadCalls.deleted(outcome)) {
                    String text = "Deleted pod: " + pod.key().name();
                    event(set, EventRecorder.Type.Normal, "SuccessfulDelete", text);
                } else {
                    owned.notDeleted(pod.uid());
                    if (!WorkloadCalls.gone(outcome)) {
                        String why = "Error deleting: " + WorkloadCalls.whyNot(outcome);
                        event(set, EventRecorder.Type.Warning, "FailedDelete", why);
                    }
                    slowStart.rest(set);
                }
            });
        });
    }

    void event(StoredObject set, EventRecorder.Type type, String reason, String message) {
        events.record(InvolvedObject.of(ResourceTypes.DAEMON_SETS, set), type, reason, message);
    }
}
