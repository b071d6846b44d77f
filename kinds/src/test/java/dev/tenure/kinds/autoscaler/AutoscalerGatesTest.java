package dev.tenure.kinds.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.rules.feature.FeatureGate;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What the gates of autoscalers let through.
final class AutoscalerGatesTest {
    private static final String EXTERNAL = """
        {'type': 'External', 'external': {'metric': {'name': 'jobs'}, 'target': {'type': 'Value', 'value': '5'}}}\
        """;
    private static final String CPU = """
        {'type': 'Resource', 'resource': {'name': 'cpu', 'target': {'type': 'Utilization', 'averageUtilization': 50}}}\
        """;

    private static HorizontalPodAutoscalerStrategy with(FeatureGate gate, boolean on) {
        return new HorizontalPodAutoscalerStrategy(new FeatureGates(Map.of(gate, on)));
    }

    private static ObjectNode autoscaler(int least, String metric) {
        return object("""
            {'metadata': {'name': 'web', 'namespace': 'shop', 'resourceVersion': '7', 'uid': 'u'},
             'spec': {'scaleTargetRef': {'apiVersion': 'apps/v1', 'kind': 'Deployment', 'name': 'web'},
              'minReplicas': %d, 'maxReplicas': 5, 'metrics': [%s],
              'behavior': {'scaleUp': {'policies': [{'type': 'Pods', 'value': 1, 'periodSeconds': 15}], 'tolerance': '50m'}}}}
            """.formatted(least, metric));
    }

    private static ObjectNode object(String text) {
        return Json.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isValid(HorizontalPodAutoscalerStrategy strategy, ObjectNode autoscaler) {
        var errors = new FieldErrors();
        strategy.validate(autoscaler, errors);
        return errors.isEmpty();
    }

    @Test
    void zeroIsAllowedBehindItsGateWhereMoreThanPodsIsMeasured() {
        HorizontalPodAutoscalerStrategy on = with(FeatureGate.HPA_SCALE_TO_ZERO, true);
        HorizontalPodAutoscalerStrategy off = with(FeatureGate.HPA_SCALE_TO_ZERO, false);
        assertThat(isValid(on, autoscaler(0, EXTERNAL))).isTrue();
        assertThat(isValid(on, autoscaler(0, CPU))).isFalse();
        assertThat(isValid(on, autoscaler(-1, EXTERNAL))).isFalse();
        assertThat(isValid(off, autoscaler(0, EXTERNAL))).isFalse();
        assertThat(isValid(off, autoscaler(1, CPU))).isTrue();
    }

    @Test
    void whoHasZeroKeepsItWithoutTheGate() {
        HorizontalPodAutoscalerStrategy off = with(FeatureGate.HPA_SCALE_TO_ZERO, false);
        var errors = new FieldErrors();
        off.validateUpdate(autoscaler(0, EXTERNAL), autoscaler(0, EXTERNAL), "", errors);
        assertThat(errors.isEmpty()).isTrue();
        off.validateUpdate(autoscaler(0, EXTERNAL), autoscaler(1, EXTERNAL), "", errors);
        assertThat(errors.isEmpty()).isFalse();
    }

    @Test
    void tolerancesGoWithoutTheirGateUnlessTheyWereThere() {
        HorizontalPodAutoscalerStrategy on = with(FeatureGate.HPA_CONFIGURABLE_TOLERANCE, true);
        HorizontalPodAutoscalerStrategy off = with(FeatureGate.HPA_CONFIGURABLE_TOLERANCE, false);
        ObjectNode kept = autoscaler(1, CPU);
        on.prepareForCreate(kept);
        assertThat(kept.at("/spec/behavior/scaleUp/tolerance").asText()).isEqualTo("50m");
        ObjectNode dropped = autoscaler(1, CPU);
        off.prepareForCreate(dropped);
        assertThat(dropped.at("/spec/behavior/scaleUp").has("tolerance")).isFalse();
        assertThat(dropped.at("/spec/behavior/scaleUp/policies")).hasSize(1);
        ObjectNode next = autoscaler(1, CPU);
        off.prepareForUpdate(next, kept, "");
        assertThat(next.at("/spec/behavior/scaleUp/tolerance").asText()).isEqualTo("50m");
        off.prepareForUpdate(next, dropped, "");
        assertThat(next.at("/spec/behavior/scaleUp").has("tolerance")).isFalse();
    }
}
