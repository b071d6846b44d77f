package dev.tenure.kinds.table;

import dev.tenure.apiserver.table.CellText;
import dev.tenure.apiserver.table.Cells;
import dev.tenure.apiserver.table.Column;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// The table of horizontal pod autoscalers. Upstream: printers/internalversion (formatHPAMetrics).
final class AutoscalerColumns {
    private static final int SHOWN_MAX = 2;

    static final List<Column> ALL = List.of(
            CellText.name(),
            CellText.text(
                    "Reference",
                    scaler -> Cells.text(scaler, "spec", "scaleTargetRef", "kind")
                            + "/"
                            + Cells.text(scaler, "spec", "scaleTargetRef", "name")),
            CellText.text("Targets", AutoscalerColumns::targets),
            CellText.text("MinPods", scaler -> CellText.or(Cells.text(scaler, "spec", "minReplicas"), CellText.UNSET)),
            count("MaxPods", "spec", "maxReplicas"),
            count("Replicas", "status", "currentReplicas"),
            CellText.age());

    private AutoscalerColumns() {}

    /// A number in a column of texts, as upstream has it.
    private static Column count(String title, String... path) {
        return new Column(
                title,
                "string",
                "",
                0,
                (scaler, _) -> NumberNode.valueOf(Cells.at(scaler, path).asInt(0)));
    }

    private static String targets(ObjectNode scaler) {
        JsonNode current = Cells.at(scaler, "status", "currentMetrics");
        var all = new ArrayList<String>();
        JsonNode metrics = Cells.at(scaler, "spec", "metrics");
        for (int i = 0; i < metrics.size(); i++) {
            all.add(target(metrics.path(i), current.path(i)));
        }
        if (all.isEmpty()) {
            return CellText.NONE;
        }
        String first = String.join(", ", all.subList(0, Math.min(SHOWN_MAX, all.size())));
        return all.size() > SHOWN_MAX ? first + " + " + (all.size() - SHOWN_MAX) + " more..." : first;
    }

    private static String target(JsonNode metric, JsonNode current) {
        return switch (Cells.text(metric, "type")) {
            case "External" -> outside(metric.path("external"), current.path("external"));
            case "Object" -> outside(metric.path("object"), current.path("object"));
            case "Pods" -> average(metric.path("pods"), current.path("pods"));
            case "Resource" -> resource(metric.path("resource"), current.path("resource"));
            case "ContainerResource" -> resource(metric.path("containerResource"), current.path("containerResource"));
            default -> "<unknown type>";
        };
    }

    private static String outside(JsonNode wanted, JsonNode now) {
        if (wanted.path("target").has("averageValue")) {
            String average = CellText.or(Cells.text(now, "current", "averageValue"), CellText.UNKNOWN);
            return average + "/" + Cells.text(wanted, "target", "averageValue") + " (avg)";
        }
        return value(now) + "/" + Cells.text(wanted, "target", "value");
    }

    /// As Go prints a quantity that may not be there.
    private static String value(JsonNode now) {
        return now.isObject() ? CellText.or(Cells.text(now, "current", "value"), "<nil>") : CellText.UNKNOWN;
    }

    /// A quantity of a metric that is measured; one that is not told is zero.
    private static String there(JsonNode now, String name) {
        return now.isObject() ? CellText.or(Cells.text(now, "current", name), "0") : CellText.UNKNOWN;
    }

    private static String average(JsonNode wanted, JsonNode now) {
        return there(now, "averageValue") + "/" + Cells.text(wanted, "target", "averageValue");
    }

    private static String resource(JsonNode wanted, JsonNode now) {
        String start = Cells.text(wanted, "name") + ": ";
        if (wanted.path("target").has("averageValue")) {
            return start + average(wanted, now);
        }
        String percent = percent(now.path("current"), CellText.UNKNOWN);
        return start + percent + "/" + percent(wanted.path("target"), "<auto>");
    }

    private static String percent(JsonNode numbers, String none) {
        String percent = Cells.text(numbers, "averageUtilization");
        return percent.isEmpty() ? none : percent + "%";
    }
}
