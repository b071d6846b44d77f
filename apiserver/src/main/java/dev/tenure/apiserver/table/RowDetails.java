package dev.tenure.apiserver.table;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// What a row says beside its cells. Pure. Upstream: pkg/printers/internalversion/printers.go.
public final class RowDetails {
    private static final List<String> OF_AUTOSCALERS = List.of(
            "autoscaling.alpha.kubernetes.io/metrics",
            "autoscaling.alpha.kubernetes.io/behavior",
            "autoscaling.alpha.kubernetes.io/conditions",
            "autoscaling.alpha.kubernetes.io/current-metrics");
    private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

    private RowDetails() {}

    /// The condition of a row whose pod has ended.
    static Optional<ObjectNode> condition(ObjectNode item) {
        if (!Cells.text(item, "kind").equals("Pod")
                || !Cells.text(item, "apiVersion").equals("v1")) {
            return Optional.empty();
        }
        return switch (Cells.text(item, "status", "phase")) {
            case "Succeeded" -> Optional.of(completed("Succeeded", "The pod has completed successfully."));
            case "Failed" -> Optional.of(completed("Failed", "The pod failed."));
            default -> Optional.empty();
        };
    }

    private static ObjectNode completed(String reason, String message) {
        return Json.object()
                .put("type", "Completed")
                .put("status", "True")
                .put("reason", reason)
                .put("message", message);
    }

    /// The metadata of an object where it stands alone. Upstream takes it before it turns the object into the
    /// served version, which is when a DaemonSet gets the annotation with the number of its template, and an
    /// autoscaler of version v1 those with what v1 has no fields for.
    public static JsonNode metadata(ObjectNode item) {
        JsonNode metadata = item.path("metadata");
        List<String> added = addedAnnotations(Cells.text(item, "kind")).stream()
                .filter(metadata.path("annotations")::has)
                .toList();
        if (added.isEmpty()) {
            return metadata;
        }
        ObjectNode copy = (ObjectNode) metadata.deepCopy();
        ObjectNode annotations = copy.withObject("annotations");
        annotations.remove(added);
        if (annotations.isEmpty()) {
            copy.remove("annotations");
        }
        return copy;
    }

    private static List<String> addedAnnotations(String kind) {
        return switch (kind) {
            case "DaemonSet" -> List.of(TEMPLATE_GENERATION);
            case "HorizontalPodAutoscaler" -> OF_AUTOSCALERS;
            default -> List.of();
        };
    }
}
