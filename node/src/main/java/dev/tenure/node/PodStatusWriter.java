package dev.tenure.node;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.Deletion;
import dev.tenure.kubelet.pod.PodLife;
import dev.tenure.kubelet.status.PodStatusReport;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;

/// Writes the status of pods to the API, and lets go of the objects of pods that have stopped; tries again
/// until the API has taken it. Confined to its loop. Upstream: pkg/kubelet/status/status_manager.go.
final class PodStatusWriter {
    private static final System.Logger LOG = System.getLogger(PodStatusWriter.class.getPackageName());
    private static final Duration RETRY = Duration.ofSeconds(2);

    private final EventLoop loop;
    private final ClusterClient client;
    private final String hostIp;
    private final PodGuard guard;

    PodStatusWriter(EventLoop loop, ClusterClient client, String hostIp, PodGuard guard) {
        this.guard = guard;
        this.loop = loop;
        this.client = client;
        this.hostIp = hostIp;
    }

    /// Says what there is to say of a pod, if anything is new. For one that is set aside that is done later.
    void report(PodEntry entry) {
        guard.run(entry, () -> send(entry));
    }

    private void send(PodEntry entry) {
        boolean nowhere = PodRule.isStatic(entry.pod()) && entry.mirror.isEmpty();
        if (entry.gone || entry.reporting || nowhere) {
            return;
        }
        ObjectNode patch = report(entry, loop.time().wall()).patch();
        if (patch.equals(entry.reported)) {
            letGo(entry);
            return;
        }
        var meta = entry.shown().meta();
        var body = new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch));
        loop.work(
                "pod-status " + entry.pod().qualifiedName(),
                () -> client.patch(ResourceTypes.PODS, meta.namespace(), meta.name(), "status", body),
                outcome -> {
                    entry.reporting = false;
                    guard.run(entry, () -> written(entry, patch, outcome));
                });
        entry.reporting = true;
    }

    private PodStatusReport report(PodEntry entry, Instant now) {
        return new PodStatusReport(entry.plan, entry.facts(), hostIp, now);
    }

    /// The status of a pod as it would be told now.
    ObjectNode status(PodEntry entry) {
        return report(entry, loop.time().wall()).status();
    }

    /// A PodList, each pod with its status as it would be told now.
    ObjectNode list(Collection<PodEntry> entries) {
        ObjectNode list = Json.object().put("kind", "PodList").put("apiVersion", "v1");
        list.putObject("metadata");
        ArrayNode items = list.putArray("items");
        entries.forEach(entry -> items.add(whole(entry)));
        return list;
    }

    private ObjectNode whole(PodEntry entry) {
        ObjectNode whole = Json.object().setAll((ObjectNode) entry.plan.document());
        whole.remove("kind");
        whole.remove("apiVersion");
        whole.set("status", status(entry));
        return whole;
    }

    private void written(PodEntry entry, ObjectNode patch, Outcome<ApiReply> outcome) {
        switch (outcome) {
            case Outcome.Done<ApiReply>(ApiReply.Failure(var status, var _)) -> {
                if (status.isNotFound() || status.isConflict()) {
                    entry.reported = patch;
                    return;
                }
                retry(entry, status.message());
            }
            case Outcome.Done<ApiReply> _ -> {
                entry.reported = patch;
                report(entry);
            }
            case Outcome.Failed<ApiReply>(Exception cause) -> failed(entry, cause);
        }
    }

    private void failed(PodEntry entry, Exception cause) {
        if (FaultReporter.unforeseen(cause)) {
            guard.failed(entry);
        } else {
            retry(entry, String.valueOf(cause.getMessage()));
        }
    }

    private void retry(PodEntry entry, String why) {
        LOG.log(
                System.Logger.Level.WARNING,
                "cannot say in the API what became of pod {0}: {1}",
                entry.pod().qualifiedName(),
                why);
        loop.alarm("status " + entry.uid(), loop.time().now().plus(RETRY), () -> report(entry));
    }

    /// Deletes the object of a pod that is to go and of which nothing runs any more.
    private void letGo(PodEntry entry) {
        if (entry.life != PodLife.STOPPED
                || entry.deleting
                || !entry.pod().meta().deleting()) {
            return;
        }
        var meta = entry.pod().meta();
        loop.work(
                "delete-pod " + entry.pod().qualifiedName(),
                () -> client.delete(
                        ResourceTypes.PODS,
                        meta.namespace(),
                        meta.name(),
                        Deletion.of(meta.uid()).atOnce()),
                outcome -> {
                    entry.deleting = false;
                    guard.run(entry, () -> deleted(entry, outcome));
                });
        entry.deleting = true;
    }

    private void deleted(PodEntry entry, Outcome<ApiReply> outcome) {
        switch (outcome) {
            case Outcome.Done<ApiReply>(ApiReply.Failure(var status, var _)) -> {
                if (!status.isNotFound() && !status.isConflict()) {
                    retry(entry, status.message());
                }
            }
            case Outcome.Done<ApiReply> _ -> {
                // the object goes, and the watch tells of it
            }
            case Outcome.Failed<ApiReply>(Exception cause) -> failed(entry, cause);
        }
    }
}
