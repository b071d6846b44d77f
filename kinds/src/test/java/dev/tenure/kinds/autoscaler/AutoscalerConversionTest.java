package dev.tenure.kinds.autoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AutoscalerConversionTest {
    private static final String STORED = """
        {'kind': 'HorizontalPodAutoscaler', 'apiVersion': 'autoscaling/v2', 'metadata': {'name': 'h'},
         'spec': {'maxReplicas': 3,
          'metrics': [
           {'type': 'Pods', 'pods': {'metric': {'name': 'm'}, 'target': {'type': 'AverageValue', 'averageValue': '5'}}},
           {'type': 'External', 'external': {'metric': {'name': 'e'}, 'target': {'type': 'Value', 'value': '7'}}},
           {'type': 'Resource', 'resource': {'name': 'cpu', 'target': {'type': 'Utilization', 'averageUtilization': 70}}}],
          'behavior': {'scaleDown': {'selectPolicy': 'Max', 'policies': [{'type': 'Pods', 'value': 1, 'periodSeconds': 15}]}}},
         'status': {'desiredReplicas': 0, 'currentMetrics': null, 'currentReplicas': 2}}\
        """;

    private final AutoscalerConversion conversion = new AutoscalerConversion();

    @Test
    void theGoalForTheProcessorIsAFieldAndTheRestAnnotations() {
        ObjectNode served = conversion.fromStored(object(STORED));
        assertThat(served.path("apiVersion").asText()).isEqualTo("autoscaling/v1");
        assertThat(served.path("spec").path("targetCPUUtilizationPercentage").asInt())
                .isEqualTo(70);
        assertThat(served.path("spec").has("metrics")).isFalse();
        assertThat(served.path("metadata")
                        .path("annotations")
                        .path("autoscaling.alpha.kubernetes.io/metrics")
                        .asText())
                .isEqualTo("[{\"type\":\"Pods\",\"pods\":{\"metricName\":\"m\",\"targetAverageValue\":\"5\"}},"
                        + "{\"type\":\"External\",\"external\":{\"metricName\":\"e\",\"targetValue\":\"7\"}}]");
    }

    /// Upstream puts the goal for the processor behind what the annotation holds.
    @Test
    void nothingIsLostOnTheWayThereAndBack() {
        ObjectNode stored = object(STORED);
        assertThat(conversion.toStored(conversion.fromStored(stored))).isEqualTo(stored);
    }

    @Test
    void noReplicasAreShownByTheServedVersionOnly() {
        ObjectNode served = conversion.fromStored(object(STORED));
        served.withObject("/status").put("currentReplicas", 0);
        assertThat(conversion.toStored(served).path("status").has("currentReplicas"))
                .isFalse();
    }

    @Test
    void annotationsThatAreNoJsonAreLeftOut() {
        ObjectNode served = conversion.fromStored(object(STORED));
        served.withObject("/metadata/annotations").put("autoscaling.alpha.kubernetes.io/behavior", "{nonsense");
        assertThat(conversion.toStored(served).path("spec").has("behavior")).isFalse();
    }

    /// Upstream reads the annotation without defaults: rules without policies are refused, where v2 fills
    /// them in.
    @Test
    void rulesOfAnAnnotationHaveNoPoliciesButThoseItNames() {
        assertThat(behaviorOf("{'ScaleUp':{},'ScaleDown':null}")).isEqualTo(object("{'scaleUp':{'policies':[]}}"));
        assertThat(behaviorOf("{'ScaleDown':{'Policies':null,'SelectPolicy':'Min'}}"))
                .isEqualTo(object("{'scaleDown':{'selectPolicy':'Min','policies':[]}}"));
        assertThat(behaviorOf("{'ScaleUp':null}").isMissingNode()).isTrue();
    }

    @Test
    void namesInAnAnnotationAreFoundWhateverLettersAreCapitals() {
        assertThat(behaviorOf("{'scaleup':{'POLICIES':[{'type':'Pods','VALUE':1,'periodseconds':9}]},'other':1}"))
                .isEqualTo(object("{'scaleUp':{'policies':[{'type':'Pods','value':1,'periodSeconds':9}]}}"));
    }

    private JsonNode behaviorOf(String annotation) {
        ObjectNode served = conversion.fromStored(object(STORED));
        served.withObject("/metadata/annotations")
                .put("autoscaling.alpha.kubernetes.io/behavior", annotation.replace('\'', '"'));
        return conversion.toStored(served).at("/spec/behavior");
    }

    /// The annotation holds more than the field, so that the field counts only where there is none.
    @Test
    void theLoadOfTheProcessorIsKept() {
        ObjectNode stored = object(STORED);
        stored.withObject("/status").set("currentMetrics", Json.read("""
            [{"type":"Resource","resource":{"name":"cpu","current":{"averageUtilization":5}}}]""".getBytes(StandardCharsets.UTF_8)));
        ObjectNode served = conversion.fromStored(stored);
        assertThat(served.at("/status/currentCPUUtilizationPercentage").asInt()).isEqualTo(5);
        served.withObject("/metadata/annotations").remove("autoscaling.alpha.kubernetes.io/current-metrics");
        assertThat(conversion.toStored(served).at("/status/currentMetrics"))
                .isEqualTo(stored.at("/status/currentMetrics"));
    }

    private static ObjectNode object(String text) {
        return Json.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
