package dev.tenure.kinds.autoscaler;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.rules.feature.FeatureGate;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Horizontal pod autoscalers.
public final class HorizontalPodAutoscalerStrategy implements PlainKind {
    private static final int USUAL_LOAD_PERCENT = 80;
    private static final int PERIOD_SECONDS = 15;
    private static final int PODS_AT_ONCE = 4;
    private static final int ALL_PERCENT = 100;
    private static final List<String> DIRECTIONS = List.of("scaleDown", "scaleUp");
    private static final String TOLERANCE = "tolerance";

    private final FeatureGates gates;

    /// @param gates features that are switched on or off
    public HorizontalPodAutoscalerStrategy(FeatureGates gates) {
        this.gates = gates;
    }

    @Override
    public void setDefaults(ObjectNode autoscaler) {
        AutoscalerConversion.withoutAnnotations(autoscaler);
        Trees.within(autoscaler, "spec", spec -> {
            Trees.fill(spec, "minReplicas", 1);
            if (spec.path("metrics").isEmpty()) {
                ObjectNode metric = spec.putArray("metrics").addObject().put("type", "Resource");
                ObjectNode resource = metric.putObject("resource").put("name", "cpu");
                resource.putObject("target").put("type", "Utilization").put("averageUtilization", USUAL_LOAD_PERCENT);
            }
            Trees.within(spec, "behavior", HorizontalPodAutoscalerStrategy::behavior);
        });
    }

    private static void behavior(ObjectNode behavior) {
        ArrayNode up = Json.array();
        up.add(policy("Pods", PODS_AT_ONCE)).add(policy("Percent", ALL_PERCENT));
        ObjectNode scaleUp = Trees.object(behavior, "scaleUp");
        Trees.fill(scaleUp, "stabilizationWindowSeconds", 0);
        direction(scaleUp, up);
        ArrayNode down = Json.array().add(policy("Percent", ALL_PERCENT));
        direction(Trees.object(behavior, "scaleDown"), down);
    }

    private static ObjectNode policy(String type, int value) {
        return Json.object().put("type", type).put("value", value).put("periodSeconds", PERIOD_SECONDS);
    }

    private static void direction(ObjectNode rules, ArrayNode policies) {
        Trees.fillAbsent(rules, "selectPolicy", "Max");
        if (!rules.hasNonNull("policies")) {
            rules.set("policies", policies);
        }
    }

    @Override
    public void prepareForCreate(ObjectNode autoscaler) {
        autoscaler.putObject("status").put("desiredReplicas", 0).putNull("currentMetrics");
        dropDisabled(autoscaler, false);
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        PlainKind.super.prepareForUpdate(next, old, subresource);
        dropDisabled(next, hasTolerance(old));
    }

    /// What is behind a gate that is off goes, unless it was there before. Upstream: dropDisabledFields.
    private void dropDisabled(ObjectNode autoscaler, boolean inUse) {
        if (gates.on(FeatureGate.HPA_CONFIGURABLE_TOLERANCE) || inUse) {
            return;
        }
        Trees.within(
                autoscaler,
                "spec",
                spec -> Trees.within(spec, "behavior", behavior -> {
                    DIRECTIONS.forEach(
                            direction -> Trees.within(behavior, direction, rules -> rules.remove(TOLERANCE)));
                }));
    }

    private static boolean hasTolerance(ObjectNode autoscaler) {
        return DIRECTIONS.stream()
                .anyMatch(direction ->
                        autoscaler.path("spec").path("behavior").path(direction).hasNonNull(TOLERANCE));
    }

    private boolean toZero() {
        return gates.on(FeatureGate.HPA_SCALE_TO_ZERO);
    }

    @Override
    public void validate(ObjectNode autoscaler, FieldErrors errors) {
        ObjectMetaValidation.object(autoscaler, nameFormat(), errors);
        AutoscalerValidation.spec(Field.root(autoscaler, errors).at("spec"), false, toZero());
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        Field root = Field.root(next, errors);
        if (subresource.isEmpty()) {
            Field spec = root.at("spec");
            AutoscalerValidation.spec(
                    spec,
                    AutoscalerValidation.sameKind(spec.at("scaleTargetRef").node(), old.at("/spec/scaleTargetRef")),
                    toZero() || isZero(old.at("/spec/minReplicas")));
        } else {
            AutoscalerValidation.status(root.at("status"));
        }
    }

    private static boolean isZero(JsonNode number) {
        return number.isNumber() && number.asInt() == 0;
    }
}
