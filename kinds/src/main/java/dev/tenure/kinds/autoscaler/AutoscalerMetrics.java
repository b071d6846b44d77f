package dev.tenure.kinds.autoscaler;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Metrics of autoscalers between the nested form of version v2 and the flat one that v1 has in annotations.
final class AutoscalerMetrics {
    private static final String VALUE = "Value";
    private static final String AVERAGE = "AverageValue";
    private static final List<String> SOURCES = List.of("object", "pods", "resource", "containerResource", "external");

    /// One field: v1's name, and its path in v2. `GOAL` stands for `target` or `current`.
    private record Named(String flat, String nested) {}

    /// For one kind of source, v1's fields in the order in which it writes them.
    private static final Map<String, List<Named>> FIELDS = Map.of(
            "object",
            List.of(
                    new Named("target", "describedObject"),
                    new Named("metricName", "metric.name"),
                    new Named("GOALValue", "GOAL.value"),
                    new Named("selector", "metric.selector"),
                    new Named("averageValue", "GOAL.averageValue")),
            "pods",
            List.of(
                    new Named("metricName", "metric.name"),
                    new Named("GOALAverageValue", "GOAL.averageValue"),
                    new Named("selector", "metric.selector")),
            "resource",
            List.of(
                    new Named("name", "name"),
                    new Named("GOALAverageUtilization", "GOAL.averageUtilization"),
                    new Named("GOALAverageValue", "GOAL.averageValue")),
            "containerResource",
            List.of(
                    new Named("name", "name"),
                    new Named("GOALAverageUtilization", "GOAL.averageUtilization"),
                    new Named("GOALAverageValue", "GOAL.averageValue"),
                    new Named("container", "container")),
            "external",
            List.of(
                    new Named("metricName", "metric.name"),
                    new Named("metricSelector", "metric.selector"),
                    new Named("GOALValue", "GOAL.value"),
                    new Named("GOALAverageValue", "GOAL.averageValue")));

    /// Amounts that v1 writes even where v2 has none.
    private static final Set<String> ALWAYS = Set.of(
            "object.targetValue",
            "object.currentValue",
            "pods.targetAverageValue",
            "pods.currentAverageValue",
            "resource.currentAverageValue",
            "containerResource.currentAverageValue",
            "external.currentValue");

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
                for (Named field : FIELDS.getOrDefault(source, List.of())) {
                    String name = path(field.flat(), goal);
                    JsonNode value = nested.at("/" + path(field.nested(), goal).replace('.', '/'));
                    if (!value.isMissingNode()) {
                        one.set(name, value);
                    } else if (ALWAYS.contains(source + "." + name)) {
                        one.put(name, "0");
                    }
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
                FIELDS.getOrDefault(source, List.of()).forEach(field -> {
                    JsonNode value = given.get(path(field.flat(), goal));
                    if (value != null && !value.isNull()) {
                        put(one, path(field.nested(), goal), value);
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
