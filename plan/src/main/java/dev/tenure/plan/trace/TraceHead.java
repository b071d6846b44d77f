package dev.tenure.plan.trace;

import dev.tenure.plan.report.PlanDocument;
import dev.tenure.plan.source.StatedSettings;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;

/// The first line of a trace. Immutable.
///
/// @param origin which cluster it is, in words
/// @param cluster the uid of its namespace `kube-system`; empty when the caller may not see it
/// @param redacted whether names are pseudonyms
/// @param stated what it says of its settings
public record TraceHead(String origin, String cluster, boolean redacted, StatedSettings stated) {
    static final String KIND = "ClusterTrace";
    static final int VERSION = 1;

    ObjectNode document() {
        ObjectNode head = Json.object()
                .put("apiVersion", PlanDocument.API_VERSION)
                .put("kind", KIND)
                .put("version", VERSION)
                .put("origin", origin)
                .put("cluster", cluster)
                .put("redacted", redacted);
        stated.into(head);
        return head;
    }

    static TraceHead read(ObjectNode in) {
        return new TraceHead(
                in.path("origin").asText(),
                in.path("cluster").asText(),
                in.path("redacted").asBoolean(),
                StatedSettings.of(in));
    }
}
