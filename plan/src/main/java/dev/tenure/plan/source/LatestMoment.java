package dev.tenure.plan.source;

import dev.tenure.model.coordination.Lease;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.ClusterDump.Item;
import dev.tenure.plan.source.ClusterDump.Moment;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// Finds out when a dump was made that does not say so: at the latest moment that its objects mention, which
/// is at most a heartbeat, 10 s, before it was written when leases are among them.
final class LatestMoment {
    /// For manifests, which mention none.
    private static final Moment NONE =
            new Moment(Instant.parse("2026-01-01T00:00:00Z"), "no object mentions a moment; any does");

    private LatestMoment() {}

    static Moment of(List<Item> items) {
        return items.parallelStream()
                .map(Item::object)
                .flatMap(LatestMoment::mentioned)
                .filter(at -> at.isAfter(Instant.EPOCH))
                .max(Instant::compareTo)
                .map(at -> new Moment(at, "the latest moment that an object mentions"))
                .orElse(NONE);
    }

    private static Stream<Instant> mentioned(StoredObject object) {
        return switch (object.view(Object.class)) {
            case Node node ->
                Stream.concat(
                        Stream.of(node.meta().creationTimestamp()),
                        Stream.concat(
                                node.status().conditions().stream()
                                        .flatMap(condition -> Stream.of(
                                                condition.lastHeartbeatTime(), condition.lastTransitionTime())),
                                node.spec().taints().stream().flatMap(taint -> taint.timeAdded().stream())));
            case Pod pod ->
                Stream.concat(
                        Stream.of(pod.meta().creationTimestamp()),
                        pod.status().conditions().stream().map(condition -> condition.lastTransitionTime()));
            case Lease lease -> lease.renewTime().stream();
            default ->
                Stream.of(Views.meta(Document.of(object.content()).tree()).creationTimestamp());
        };
    }
}
