package dev.tenure.controllers.podautoscaler;

import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.QuantityFormatException;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// One thing that an autoscaler scales by.
sealed interface MetricSpec {
    /// What its pods use of a resource, as their containers together.
    record Resource(String resource, Aim aim) implements MetricSpec {}

    /// What one container of its pods uses of a resource.
    record ContainerResource(String resource, String container, Aim aim) implements MetricSpec {}

    /// What somebody measures of each of its pods.
    record Pods(Metric metric, Aim aim) implements MetricSpec {}

    /// What somebody measures of one other object.
    record Described(Autoscaler.Target object, Metric metric, Aim aim) implements MetricSpec {}

    /// What somebody measures outside the cluster.
    record External(Metric metric, Aim aim) implements MetricSpec {}

    /// Something that nobody knows.
    record Unknown(String type) implements MetricSpec {}

    /// What a metric is to be.
    record Aim(String type, Optional<Quantity> value, Optional<Quantity> averageValue, OptionalInt averageUtilization) {
        static Aim of(JsonNode node) {
            JsonNode share = node.path("averageUtilization");
            return new Aim(
                    node.path("type").asText(""),
                    quantity(node.path("value")),
                    quantity(node.path("averageValue")),
                    share.isNumber() ? OptionalInt.of(share.asInt()) : OptionalInt.empty());
        }
    }

    /// @param written the selector as the autoscaler has it; empty where there is none
    record Metric(String name, Optional<ObjectNode> written) {
        static Metric of(JsonNode node) {
            return new Metric(
                    node.path("name").asText(""),
                    node.path("selector") instanceof ObjectNode selector
                            ? Optional.of(selector.deepCopy())
                            : Optional.empty());
        }

        /// What a server of metrics is asked for; empty for no word about it.
        String selector() {
            return written.map(Views::selector).map(LabelSelector::toString).orElse("");
        }

        /// The metric as the status tells it.
        ObjectNode told() {
            ObjectNode node = Json.object().put("name", name);
            written.ifPresent(selector -> node.set("selector", selector.deepCopy()));
            return node;
        }

        /// The selector as Go prints it.
        String selectorInGo() {
            if (written.isEmpty()) {
                return "nil";
            }
            var labels = new StringBuilder();
            var sorted = new TreeMap<String, String>();
            written.get()
                    .path("matchLabels")
                    .properties()
                    .forEach(
                            label -> sorted.put(label.getKey(), label.getValue().asText()));
            sorted.forEach((key, value) ->
                    labels.append(key).append(": ").append(value).append(','));
            var expressions = new StringBuilder();
            for (JsonNode one : written.get().path("matchExpressions")) {
                List<String> values = new ArrayList<>();
                one.path("values").forEach(value -> values.add(value.asText()));
                expressions.append("LabelSelectorRequirement{Key:%s,Operator:%s,Values:[%s],},"
                        .formatted(
                                one.path("key").asText(), one.path("operator").asText(), String.join(" ", values)));
            }
            return "&LabelSelector{MatchLabels:map[string]string{%s},MatchExpressions:[]LabelSelectorRequirement{%s},}"
                    .formatted(labels, expressions);
        }
    }

    static MetricSpec of(JsonNode node) {
        String type = node.path("type").asText("");
        return switch (type) {
            case "Resource" -> {
                JsonNode source = node.path("resource");
                yield new Resource(source.path("name").asText(""), Aim.of(source.path("target")));
            }
            case "ContainerResource" -> {
                JsonNode source = node.path("containerResource");
                yield new ContainerResource(
                        source.path("name").asText(""),
                        source.path("container").asText(""),
                        Aim.of(source.path("target")));
            }
            case "Pods" -> {
                JsonNode source = node.path("pods");
                yield new Pods(Metric.of(source.path("metric")), Aim.of(source.path("target")));
            }
            case "Object" -> {
                JsonNode source = node.path("object");
                yield new Described(
                        Autoscaler.Target.of(source.path("describedObject")),
                        Metric.of(source.path("metric")),
                        Aim.of(source.path("target")));
            }
            case "External" -> {
                JsonNode source = node.path("external");
                yield new External(Metric.of(source.path("metric")), Aim.of(source.path("target")));
            }
            default -> new Unknown(type);
        };
    }

    /// An amount as an object has it; empty where there is none, or none that can be read.
    static Optional<Quantity> quantity(JsonNode node) {
        if (!node.isTextual() && !node.isNumber()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Quantity.parse(node.asText()));
        } catch (QuantityFormatException _) {
            return Optional.empty();
        }
    }

    /// Whether it is measured though there is no pod.
    default boolean besidePods() {
        return switch (this) {
            case Described _, External _ -> true;
            case Resource _, ContainerResource _, Pods _, Unknown _ -> false;
        };
    }
}
