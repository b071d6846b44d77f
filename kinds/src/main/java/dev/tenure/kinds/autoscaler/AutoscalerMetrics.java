package dev.tenure.kinds.autoscaler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.wire.json.Json;
import java.util.List;
import java.util.Map;

/// Metrics of autoscalers between the nested form of version v2 and the flat one that v1 has in annotations.
final class AutoscalerMetrics {
    private static final String VALUE = "Value";
    private static final String AVERAGE = "AverageValue";
    private static final List<String> SOURCES = List.of("object", "pods", "resource", "containerResource", "external");

    /// For one kind of source: v1's name → path in v2. `GOAL` stands for `target` or `current`.
    private static final Map<String, Map<String, String>> FIELDS = Map.of(
            "object",
            Map.of(
                    "target", "describedObject",
                    "metricName", "metric.name",
                    "selector", "metric.selector",
                    "GOALValue", "GOAL.value",
                    "averageValue", "GOAL.averageValue"),
            "pods",
            Map.of(
                    "metricName", "metric.name",
                    "selector", "metric.selector",
                    "GOALAverageValue", "GOAL.averageValue"),
            "resource",
            Map.of(
                    "name", "name",
                    "GOALAverageUtilization", "GOAL.averageUtilization",
                    "GOALAverageValue", "GOAL.averageValue"),
            "containerResource",
            Map.of(
                    "name", "name",
                    "container", "container",
                    "GOALAverageUtilization", "GOAL.averageUtilization",
                    "GOALAverageValue", "GOAL.averageValue"),
            "external",
            Map.of(
                    "metricName", "metric.name",
                    "metricSelector", "metric.selector",
                    "GOALValue", "GOAL.value",
                    "GOALAverageValue", "GOAL.averageValue"));

    private AutoscalerMetrics() {}

    static JsonNode goalFromStored(JsonNode metric) {
        return flat(metric, "target");
    }

    static JsonNode stateFromStored(JsonNode metric) {
        return flat(metric, "current");
    }

    static JsonNode goalToStored(JsonNode metric) {
        ObjectNode nested = nested(metric, "target");
        for (String source : SOURCES) {
            if (nested.path(source).get("target") instanceof ObjectNode target) {
                target.put("type", type(source, target));
            }
        }
        return nested;
    }

    static JsonNode stateToStored(JsonNode metric) {
        return nested(metric, "current");
    }

    private static String type(String source, ObjectNode target) {
        if (target.has("averageUtilization")) {
            return "Utilization";
        }
        boolean average = source.equals("object") ? target.has("averageValue") : !target.has("value");
        return average ? AVERAGE : VALUE;
    }

    private static ObjectNode flat(JsonNode metric, String goal) {
        ObjectNode out = Json.object();
        out.set("type", metric.path("type"));
        for (String source : SOURCES) {
            if (metric.get(source) instanceof ObjectNode nested) {
                ObjectNode one = out.putObject(source);
                FIELDS.getOrDefault(source, Map.of()).entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .forEach(field -> {
                            JsonNode value =
                                    nested.at("/" + path(field.getValue(), goal).replace('.', '/'));
                            if (!value.isMissingNode()) {
                                one.set(path(field.getKey(), goal), value);
                            }
                        });
                if (source.equals("object") && !one.has(goal + VALUE)) {
                    one.put(goal + VALUE, "0");
                }
            }
        }
        return out;
    }

    private static ObjectNode nested(JsonNode metric, String goal) {
        ObjectNode out = Json.object();
        out.set("type", metric.path("type"));
        for (String source : SOURCES) {
            if (metric.get(source) instanceof ObjectNode given) {
                ObjectNode one = out.putObject(source);
                FIELDS.getOrDefault(source, Map.of()).forEach((name, where) -> {
                    JsonNode value = given.get(path(name, goal));
                    if (value != null && !value.isNull()) {
                        put(one, path(where, goal), value);
                    }
                });
                one.withObject("/" + goal);
            }
        }
        return out;
    }

    private static void put(ObjectNode node, String path, JsonNode value) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            node.set(path, value);
        } else {
            node.withObject("/" + path.substring(0, dot)).set(path.substring(dot + 1), value);
        }
    }

    private static String path(String pattern, String goal) {
        return pattern.replace("GOAL", goal);
    }
}
