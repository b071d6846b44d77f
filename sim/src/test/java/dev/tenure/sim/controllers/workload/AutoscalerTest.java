package dev.tenure.sim.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.feature.FeatureGate;
import dev.tenure.sim.stage.StageManifests;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// HorizontalPodAutoscalers on virtual time: when they scale, how far, and what they tell of it.
final class AutoscalerTest {
    private static final String HALF = """
        'metrics': [{'type': 'Resource', 'resource': {'name': 'cpu',
          'target': {'type': 'Utilization', 'averageUtilization': 50}}}]\
        """;
    private static final String QUEUE = """
        'metrics': [{'type': 'External', 'external': {'metric': {'name': 'jobs',
          'selector': {'matchLabels': {'queue': 'mail'}}}, 'target': {'type': 'AverageValue', 'averageValue': '10'}}}]\
        """;

    private final AutoscalerStage world = new AutoscalerStage(Map.of());

    private static String jobs(int number) {
        return "{'items': [{'metricName': 'jobs', 'timestamp': '2026-01-01T00:00:00Z', 'value': '%d'}]}"
                .formatted(number);
    }

    @Test
    void aDeploymentGrowsAtOnceAndShrinksAfterFiveMinutes() {
        world.deployment("web", 2);
        world.uses(150);
        world.autoscaler("web", "web", "'maxReplicas': 10, " + HALF);
        world.stage.pass(14);
        assertThat(world.status("web").has("conditions")).isFalse();
        world.stage.pass(6);
        assertThat(world.replicas("web")).isEqualTo(3);
        assertThat(world.events("SuccessfulRescale"))
                .containsExactly("New size: 3; reason: cpu resource utilization (percentage of request) above target");
        world.stage.pass(300);
        int grown = world.replicas("web");
        assertThat(grown).isGreaterThan(3);
        world.uses(10);
        world.stage.pass(280);
        assertThat(world.replicas("web")).isEqualTo(grown);
        assertThat(world.condition("web", "AbleToScale"))
                .isEqualTo("True ScaleDownStabilized: recent recommendations were higher than current one, applying the"
                        + " highest recent recommendation");
        world.stage.pass(60);
        assertThat(world.replicas("web")).isEqualTo(1);
        assertThat(world.events("SuccessfulRescale").getLast())
                .isEqualTo("New size: 1; reason: All metrics below target");
        world.stage.pass(30);
        assertThat(world.status("web").path("currentReplicas").asInt()).isEqualTo(1);
        assertThat(world.status("web").path("desiredReplicas").asInt()).isEqualTo(1);
        assertThat(world.status("web")
                        .at("/currentMetrics/0/resource/current/averageUtilization")
                        .asInt())
                .isEqualTo(5);
        assertThat(world.status("web")
                        .at("/currentMetrics/0/resource/current/averageValue")
                        .asText())
                .isEqualTo("10m");
        assertThat(world.status("web").path("lastScaleTime").asText()).isNotEmpty();
        assertThat(world.condition("web", "ScalingActive"))
                .isEqualTo("True ValidMetricFound: the HPA was able to successfully calculate a replica count from cpu"
                        + " resource utilization (percentage of request)");
    }

    @Test
    void boundsHoldWithoutMetrics() {
        world.deployment("web", 9);
        world.measuresNothing();
        world.autoscaler("web", "web", "'minReplicas': 2, 'maxReplicas': 5, " + HALF);
        world.stage.pass(20);
        assertThat(world.replicas("web")).isEqualTo(5);
        assertThat(world.events("SuccessfulRescale"))
                .containsExactly("New size: 5; reason: Current number of replicas above Spec.MaxReplicas");
        world.stage.pass(20);
        String why =
                "failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from"
                        + " resource metrics API: the server is currently unable to handle the request (get pods.metrics.k8s.io)";
        assertThat(world.condition("web", "ScalingActive"))
                .isEqualTo("False FailedGetResourceMetric: the HPA was unable to compute the replica count: " + why);
        assertThat(world.events("FailedGetResourceMetric").getFirst()).isEqualTo(why);
        assertThat(world.events("FailedComputeMetricsReplicas").getFirst())
                .isEqualTo("invalid metrics (1 invalid out of 1), first error is: failed to get cpu resource metric"
                        + " value: " + why);
        assertThat(world.status("web").at("/currentMetrics/0/type").asText()).isEmpty();
        world.stage
                .patch(ResourceTypes.DEPLOYMENTS, "web", "{'spec': {'replicas': 1}}")
                .pass(20);
        assertThat(world.replicas("web")).isEqualTo(2);
    }

    /// Upstream's client says so of the page of text that stands for a group that nobody serves.
    @Test
    void noServerOfMetricsIsToldInWordsOfTheClient() {
        world.servesNoMetrics();
        world.deployment("web", 2);
        world.autoscaler("web", "web", "'maxReplicas': 5, " + HALF);
        world.stage.pass(20);
        assertThat(world.events("FailedGetResourceMetric").getFirst())
                .isEqualTo("failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch"
                        + " metrics from resource metrics API: the server could not find the requested resource"
                        + " (get pods.metrics.k8s.io)");
    }

    @Test
    void whatIsSetToZeroIsLeftAlone() {
        world.deployment("web", 0);
        world.autoscaler("web", "web", "'maxReplicas': 5, " + HALF);
        world.stage.pass(40);
        assertThat(world.replicas("web")).isZero();
        assertThat(world.condition("web", "ScalingActive"))
                .isEqualTo("False ScalingDisabled: scaling is disabled since the replica count of the target is zero");
    }

    @Test
    void twoAutoscalersOfTheSamePodsAreTold() {
        world.deployment("web", 2);
        world.autoscaler("one", "web", "'maxReplicas': 5, " + HALF);
        world.autoscaler("two", "web", "'maxReplicas': 5, " + HALF);
        world.stage.pass(40);
        String why = "pods by selector app=web are controlled by multiple HPAs: [default/one default/two]";
        assertThat(world.condition("one", "ScalingActive")).isEqualTo("False AmbiguousSelector: " + why);
        assertThat(world.condition("two", "ScalingActive")).isEqualTo("False AmbiguousSelector: " + why);
        assertThat(world.events("AmbiguousSelector").getFirst()).isEqualTo(why);
        world.stage
                .delete(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, "two", "{}")
                .pass(20);
        assertThat(world.condition("one", "ScalingActive")).startsWith("True ValidMetricFound");
    }

    @Test
    void targetsThatAreNotThereAreTold() {
        world.autoscaler("none", "none", "'maxReplicas': 5, " + HALF);
        world.stage.create(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS, StageManifests.json("""
            {'metadata': {'name': 'odd'}, 'spec': {'maxReplicas': 5,
             'scaleTargetRef': {'apiVersion': 'example.com/v1', 'kind': 'Thing', 'name': 'x'}}}
            """));
        world.stage.pass(20);
        assertThat(world.condition("none", "AbleToScale"))
                .isEqualTo("False FailedGetScale: the HPA controller was unable to get the target's current scale:"
                        + " deployments.apps \"none\" not found");
        assertThat(world.condition("odd", "AbleToScale"))
                .isEqualTo("False FailedGetScale: the HPA controller was unable to get the target's current scale:"
                        + " no matches for kind \"Thing\" in group \"example.com\"");
    }

    @Test
    void externalMetricsScale() {
        world.deployment("web", 1);
        world.answers("external.metrics.k8s.io/jobs", jobs(35));
        world.autoscaler("web", "web", "'maxReplicas': 10, " + QUEUE);
        world.stage.pass(20);
        assertThat(world.replicas("web")).isEqualTo(4);
        assertThat(world.asked().getFirst()).contains("labelSelector=[queue=mail]");
        assertThat(world.status("web")
                        .at("/currentMetrics/0/external/current/averageValue")
                        .asText())
                .isEqualTo("35");
        assertThat(world.condition("web", "ScalingActive"))
                .endsWith("calculate a replica count from external metric jobs(&LabelSelector{MatchLabels:"
                        + "map[string]string{queue: mail,},MatchExpressions:[]LabelSelectorRequirement{},})");
    }

    @Test
    void aFailedMetricHoldsASizeButDoesNotKeepItFromGrowing() {
        world.deployment("web", 2);
        world.uses(200);
        String both = """
            'maxReplicas': 10, 'metrics': [
              {'type': 'External', 'external': {'metric': {'name': 'jobs'}, 'target': {'type': 'Value', 'value': '5'}}},
              {'type': 'Resource', 'resource': {'name': 'cpu',
               'target': {'type': 'Utilization', 'averageUtilization': 50}}}]\
            """;
        world.autoscaler("web", "web", both);
        world.stage.pass(40);
        assertThat(world.replicas("web")).isGreaterThan(2);
        assertThat(world.condition("web", "ScalingActive")).startsWith("True ValidMetricFound");
        int grown = world.replicas("web");
        world.uses(1);
        world.stage.pass(400);
        assertThat(world.replicas("web")).isGreaterThanOrEqualTo(grown);
        assertThat(world.condition("web", "ScalingActive")).startsWith("False FailedGetExternalMetric: ");
    }

    @Test
    void whoScaledToZeroScalesBack() {
        var zero = new AutoscalerStage(Map.of(FeatureGate.HPA_SCALE_TO_ZERO, true));
        zero.deployment("web", 1);
        zero.answers("external.metrics.k8s.io/jobs", jobs(0));
        zero.autoscaler(
                "web",
                "web",
                "'minReplicas': 0, 'maxReplicas': 10, 'behavior': {'scaleDown': {'stabilizationWindowSeconds': 0}}, "
                        + QUEUE);
        zero.stage.pass(40);
        assertThat(zero.replicas("web")).isZero();
        assertThat(zero.condition("web", "ScaledToZero"))
                .isEqualTo("True ScaledToZero: the HPA controller scaled the workload to zero");
        zero.answers("external.metrics.k8s.io/jobs", jobs(25));
        zero.stage.pass(20);
        assertThat(zero.replicas("web")).isEqualTo(3);
        assertThat(zero.condition("web", "ScaledToZero"))
                .isEqualTo("False NotScaledToZero: the HPA controller did not scale the workload to zero");
        zero.stage
                .patch(ResourceTypes.DEPLOYMENTS, "web", "{'spec': {'replicas': 0}}")
                .pass(40);
        assertThat(zero.replicas("web")).isZero();
        assertThat(zero.condition("web", "ScalingActive")).startsWith("False ScalingDisabled");
    }
}
