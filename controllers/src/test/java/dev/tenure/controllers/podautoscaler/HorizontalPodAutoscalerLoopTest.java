package dev.tenure.controllers.podautoscaler;

import static dev.tenure.model.meta.ResourceTypes.DEPLOYMENTS;
import static dev.tenure.model.meta.ResourceTypes.HORIZONTAL_POD_AUTOSCALERS;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.rules.feature.FeatureGates;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HorizontalPodAutoscalerLoopTest {
    private static final Duration PERIOD = AutoscalerSettings.STANDARD.syncPeriod();
    private static final String RESIZE = "update deployments default/web/scale";

    private final LoopStage stage =
            new LoopStage(HORIZONTAL_POD_AUTOSCALERS, PODS, DEPLOYMENTS, DefinedTypes.DEFINITIONS);
    private final HorizontalPodAutoscalerLoop loop = new HorizontalPodAutoscalerLoop(
            stage.context(),
            List.of(DEPLOYMENTS, PODS),
            Optional.empty(),
            AutoscalerSettings.STANDARD,
            FeatureGates.STANDARD);

    private void scaler(String name, String target, int min, int max) {
        stage.put(HORIZONTAL_POD_AUTOSCALERS, """
                apiVersion: autoscaling/v2
                kind: HorizontalPodAutoscaler
                metadata: {name: %s, namespace: default}
                spec:
                  scaleTargetRef: {apiVersion: apps/v1, kind: %s, name: web}
                  minReplicas: %d
                  maxReplicas: %d
                  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]
                """.formatted(name, target, min, max));
    }

    /// As the subresource `scale` shows it.
    private void target(int replicas, String selector) {
        stage.put(DEPLOYMENTS, """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: default}
                spec: {replicas: %1$d}
                status: {replicas: %1$d, selector: "%2$s"}
                """.formatted(replicas, selector));
    }

    private int replicas() {
        return stage.the(DEPLOYMENTS, "default", "web").at("/spec/replicas").asInt();
    }

    private String conditions(String name) {
        return stage.the(HORIZONTAL_POD_AUTOSCALERS, "default", name)
                .at("/status/conditions")
                .toString();
    }

    @Test
    void itIsLookedAtOnceAPeriod() {
        scaler("h", "Deployment", 2, 5);
        target(1, "app=web");
        stage.begin(loop::start);
        stage.advance(PERIOD.minusNanos(1));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofNanos(1));
        assertThat(replicas()).as("at least two").isEqualTo(2);
        assertThat(stage.writes()).contains(RESIZE);
        target(1, "app=web");
        assertThat(replicas()).isEqualTo(1);
        stage.advance(PERIOD);
        assertThat(replicas()).isEqualTo(2);
    }

    @Test
    void moreThanMayBeAreTakenAway() {
        scaler("h", "Deployment", 2, 5);
        target(9, "app=web");
        stage.begin(loop::start);
        stage.advance(PERIOD);
        assertThat(replicas()).isEqualTo(5);
        assertThat(stage.events()).hasSize(1).first().asString().startsWith("SuccessfulRescale: New size: 5");
    }

    @Test
    void whatIsSetToZeroIsNotScaled() {
        scaler("h", "Deployment", 2, 5);
        target(0, "app=web");
        stage.begin(loop::start);
        stage.advance(PERIOD);
        assertThat(replicas()).isZero();
        assertThat(conditions("h")).contains("ScalingDisabled");
    }

    @Test
    void aTargetThatIsNotThereOrOfNoKnownKindIsToldOf() {
        scaler("h", "Deployment", 2, 5);
        scaler("unknown", "Boat", 2, 5);
        stage.begin(loop::start);
        stage.advance(PERIOD);
        assertThat(conditions("h")).contains("FailedGetScale");
        assertThat(conditions("unknown")).contains("FailedGetScale");
        assertThat(stage.events())
                .allMatch(event -> event.startsWith("FailedGetScale: "))
                .hasSize(2);
    }

    @Test
    void aTargetThatDoesNotSayItsPodsIsToldOf() {
        scaler("h", "Deployment", 2, 5);
        target(3, "");
        stage.begin(loop::start);
        stage.advance(PERIOD);
        assertThat(stage.events()).contains("SelectorRequired: selector is required");
        assertThat(conditions("h")).contains("InvalidSelector");
    }

    @Test
    void twoAutoscalersOfTheSamePodsScaleNothing() {
        stage.put(PODS, "{kind: Pod, metadata: {name: p, namespace: default, labels: {app: web}}}");
        scaler("h", "Deployment", 2, 5);
        scaler("i", "Deployment", 2, 5);
        target(3, "app=web");
        stage.begin(loop::start);
        stage.advance(PERIOD.multipliedBy(2));
        assertThat(stage.events())
                .anyMatch(event -> event.startsWith("AmbiguousSelector: pods by selector app=web are controlled by"
                        + " multiple HPAs: [default/h default/i]"));
        stage.api()
                .refuse(request -> request.target().group().equals("metrics.k8s.io")
                        ? Optional.of(status(404, "NotFound"))
                        : Optional.empty());
        stage.remove(HORIZONTAL_POD_AUTOSCALERS, "default", "i");
        stage.advance(PERIOD.multipliedBy(2));
        assertThat(conditions("h")).doesNotContain("AmbiguousSelector");
    }

    @Test
    void oneThatIsGoneIsLookedAtNoLonger() {
        scaler("h", "Deployment", 2, 5);
        target(1, "app=web");
        stage.begin(loop::start);
        stage.remove(HORIZONTAL_POD_AUTOSCALERS, "default", "h");
        stage.advance(PERIOD.multipliedBy(4));
        assertThat(stage.writes()).isEmpty();
    }
}
