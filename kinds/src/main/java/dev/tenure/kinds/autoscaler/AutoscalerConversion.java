package dev.tenure.kinds.autoscaler;

import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Autoscalers of version v1, which knows a goal for the processor and nothing else: everything more travels
/// in annotations. Stored is v2. Upstream: pkg/apis/autoscaling/v1/conversion.go.
public final class AutoscalerConversion implements Conversion {
    private static final String PREFIX = "autoscaling.alpha.kubernetes.io/";
    private static final String METRICS = PREFIX + "metrics";
    private static final String BEHAVIOR = PREFIX + "behavior";
    private static final String CONDITIONS = PREFIX + "conditions";
    private static final String CURRENT_METRICS = PREFIX + "current-metrics";
    private static final List<String> ANNOTATIONS = List.of(
            METRICS,
            BEHAVIOR,
            CONDITIONS,
            CURRENT_METRICS,
            PREFIX + "scale-down-tolerance",
            PREFIX + "scale-up-tolerance");
    private static final GroupVersionKind STORED = new GroupVersionKind("autoscaling", "v2", "HorizontalPodAutoscaler");
    private static final ObjectCodec CODEC = ObjectCodec.builtIn();
    private static final String GOAL = "targetCPUUtilizationPercentage";
    private static final String LOAD = "currentCPUUtilizationPercentage";
    private static final String SPEC = "spec";
    private static final String STATUS = "status";
    private static final String REPLICAS = "currentReplicas";

    @Override
    public ObjectNode toStored(ObjectNode served) {
        ObjectNode stored = headed(served, "autoscaling/v2");
        ObjectNode annotations = annotations(served);
        ObjectNode spec = part(served, SPEC);
        ArrayNode metrics =
                listed(readable(SPEC, "metrics", each(list(annotations, METRICS), AutoscalerMetrics::goalToStored)));
        JsonNode goal = spec.path(GOAL);
        spec.remove(GOAL);
        if (goal.isNumber()) {
            ObjectNode resource = metrics.addObject()
                    .put("type", "Resource")
                    .putObject("resource")
                    .put("name", "cpu");
            resource.putObject("target").put("type", "Utilization").set("averageUtilization", goal);
        }
        if (!metrics.isEmpty()) {
            spec.set("metrics", metrics);
        }
        object(annotations, BEHAVIOR)
                .map(behavior -> readable(SPEC, "behavior", AutoscalerBehavior.toStored(behavior)))
                .map(AutoscalerBehavior::withoutDefaults)
                .filter(behavior -> !behavior.isEmpty())
                .ifPresent(behavior -> spec.set("behavior", behavior));
        stored.set(SPEC, spec);
        ObjectNode status = part(served, STATUS);
        if (status.path(REPLICAS).asLong(0) == 0) {
            status.remove(REPLICAS); // which v1 always shows, and v2 does not
        }
        JsonNode load = status.path(LOAD);
        status.remove(LOAD);
        ArrayNode current = listed(readable(
                STATUS, "currentMetrics", each(list(annotations, CURRENT_METRICS), AutoscalerMetrics::stateToStored)));
        if (current.isEmpty() && load.isNumber()) {
            ObjectNode resource = current.addObject()
                    .put("type", "Resource")
                    .putObject("resource")
                    .put("name", "cpu");
            resource.putObject("current").set("averageUtilization", load);
        }
        status.set("currentMetrics", current.isEmpty() ? NullNode.INSTANCE : current);
        ArrayNode conditions = listed(readable(STATUS, "conditions", list(annotations, CONDITIONS)));
        if (!conditions.isEmpty()) {
            status.set("conditions", conditions);
        }
        stored.set(STATUS, status);
        return withoutAnnotations(stored);
    }

    @Override
    public ObjectNode fromStored(ObjectNode stored) {
        ObjectNode served = headed(withoutAnnotations(stored.deepCopy()), "autoscaling/v1");
        ObjectNode added = Json.object();
        ObjectNode spec = part(stored, SPEC);
        ArrayNode others = Json.array();
        for (JsonNode metric : listed(spec.remove("metrics"))) {
            Optional<JsonNode> goal = processorGoal(metric);
            goal.filter(_ -> !spec.has(GOAL)).ifPresent(value -> spec.set(GOAL, value));
            if (goal.isEmpty()) {
                others.add(AutoscalerMetrics.goalFromStored(metric));
            }
        }
        annotate(added, METRICS, others);
        JsonNode behavior = spec.remove("behavior");
        if (behavior instanceof ObjectNode rules) {
            added.put(BEHAVIOR, AutoscalerBehavior.fromStored(rules).toString());
        }
        served.set(SPEC, spec);
        ObjectNode status = part(stored, STATUS);
        ArrayNode current = listed(status.remove("currentMetrics"));
        annotate(added, CURRENT_METRICS, each(current, AutoscalerMetrics::stateFromStored));
        annotate(added, CONDITIONS, listed(status.remove("conditions")));
        for (JsonNode metric : current) {
            JsonNode load = metric.path("resource").path("current").path("averageUtilization");
            if (metric.path("resource").path("name").asText().equals("cpu") && load.isNumber()) {
                status.set(LOAD, load);
            }
        }
        if (!status.has("currentReplicas")) {
            status.put("currentReplicas", 0);
        }
        served.set(STATUS, status);
        if (!added.isEmpty()) {
            served.withObject("metadata").withObject("annotations").setAll(added);
        }
        return served;
    }

    private static Optional<JsonNode> processorGoal(JsonNode metric) {
        JsonNode resource = metric.path("resource");
        boolean processor = metric.path("type").asText().equals("Resource")
                && resource.path("name").asText().equals("cpu");
        JsonNode goal = resource.path("target").path("averageUtilization");
        return processor && goal.isNumber() ? Optional.of(goal) : Optional.empty();
    }

    private static void annotate(ObjectNode annotations, String name, ArrayNode list) {
        if (!list.isEmpty()) {
            annotations.put(name, list.toString());
        }
    }

    private static ArrayNode each(ArrayNode list, UnaryOperator<JsonNode> change) {
        ArrayNode changed = Json.array();
        list.forEach(one -> changed.add(change.apply(one)));
        return changed;
    }

    private static ObjectNode headed(ObjectNode object, String apiVersion) {
        ObjectNode out = Json.object();
        out.put("kind", "HorizontalPodAutoscaler").put("apiVersion", apiVersion);
        out.set("metadata", object.path("metadata").deepCopy());
        return out;
    }

    private static ObjectNode part(ObjectNode object, String name) {
        return object.get(name) instanceof ObjectNode part ? part.deepCopy() : Json.object();
    }

    private static ObjectNode annotations(ObjectNode object) {
        return object.path("metadata").get("annotations") instanceof ObjectNode annotations
                ? annotations
                : Json.object();
    }

    /// A part of an autoscaler that an annotation held, as the schema has it; nothing when the schema does
    /// not allow it.
    private static JsonNode readable(String part, String field, JsonNode value) {
        ObjectNode object = Json.object().put("kind", STORED.kind()).put("apiVersion", "autoscaling/v2");
        object.putObject(part).set(field, value);
        try {
            return CODEC.canonical(object, STORED).object().path(part).path(field);
        } catch (DecodeException _) {
            return MissingNode.INSTANCE;
        }
    }

    /// Takes from an object the annotations that belong to version v1.
    static ObjectNode withoutAnnotations(ObjectNode object) {
        ObjectNode annotations = annotations(object);
        annotations.remove(ANNOTATIONS);
        if (annotations.isEmpty() && object.get("metadata") instanceof ObjectNode metadata) {
            metadata.remove("annotations");
        }
        return object;
    }

    private static ArrayNode listed(@Nullable JsonNode node) {
        return node instanceof ArrayNode list ? list : Json.array();
    }

    private static ArrayNode list(ObjectNode annotations, String name) {
        return listed(parsed(annotations, name));
    }

    private static Optional<ObjectNode> object(ObjectNode annotations, String name) {
        return parsed(annotations, name) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
    }

    /// What an annotation holds; anybody may have written it, so that nothing is better than a failure.
    private static JsonNode parsed(ObjectNode annotations, String name) {
        String text = annotations.path(name).asText("");
        try {
            return text.isEmpty() ? MissingNode.INSTANCE : Json.read(text.getBytes(StandardCharsets.UTF_8));
        } catch (JsonSyntaxException _) {
            return MissingNode.INSTANCE;
        }
    }
}
