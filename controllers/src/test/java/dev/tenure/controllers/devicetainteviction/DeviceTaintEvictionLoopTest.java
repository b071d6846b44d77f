package dev.tenure.controllers.devicetainteviction;

import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.model.meta.ResourceTypes.RESOURCE_CLAIMS;
import static dev.tenure.model.meta.ResourceTypes.RESOURCE_SLICES;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.controllers.workload.DeviceEvictions;
import dev.tenure.controllers.workload.EvictionMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DeviceTaintEvictionLoopTest {
    private final LoopStage stage = new LoopStage(PODS, RESOURCE_CLAIMS, RESOURCE_SLICES);
    private final DeviceTaintEvictionLoop loop = new DeviceTaintEvictionLoop(
            stage.context(), EvictionMetrics.ofDevices(new PrometheusRegistry()), new DeviceEvictions());

    private void slice(String effect) {
        stage.put(RESOURCE_SLICES, """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s}
                spec:
                  driver: d
                  pool: {name: pool, generation: 1, resourceSliceCount: 1}
                  nodeName: n1
                  devices: [{name: gpu-0, taints: [%s]}, {name: gpu-1}]
                """.formatted(
                        effect.isEmpty()
                                ? ""
                                : "{key: broken, effect: %s, timeAdded: \"2026-01-01T00:00:00Z\"}".formatted(effect)));
    }

    private void claim(String device, String tolerations, String uid) {
        stage.put(RESOURCE_CLAIMS, """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: mine, namespace: default, uid: of-mine}
                spec: {devices: {}}
                status:
                  allocation: {devices: {results: [{request: r, driver: d, pool: pool, device: %s, tolerations: [%s]}]}}
                  reservedFor: [{resource: pods, name: p, uid: %s}]
                """.formatted(device, tolerations, uid));
    }

    private void pod() {
        stage.put(PODS, """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: default, uid: of-p}
                spec: {nodeName: n1, resourceClaims: [{name: gpu, resourceClaimName: mine}]}
                status: {phase: Running}
                """);
    }

    private void begin() {
        pod();
        stage.begin(loop::start);
    }

    private List<String> evictions() {
        return stage.writes().stream()
                .filter(write -> write.startsWith("delete"))
                .toList();
    }

    private static String tolerates(int seconds) {
        return "{key: broken, operator: Exists, effect: NoExecute, tolerationSeconds: %d}".formatted(seconds);
    }

    @Test
    void aPodLeavesWhenItsDeviceIsTainted() {
        slice("");
        claim("gpu-0", "", "of-p");
        begin();
        assertThat(evictions()).isEmpty();
        slice("NoExecute");
        assertThat(evictions()).containsExactly("delete pods default/p");
        assertThat(stage.events()).containsExactly("DeviceTaintManagerEviction: Marking for deletion");
    }

    @Test
    void whatStandsAtTheStartCountsToo() {
        slice("NoExecute");
        claim("gpu-0", "", "of-p");
        begin();
        assertThat(evictions()).containsExactly("delete pods default/p");
    }

    @Test
    void otherEffectsDevicesAndPodsAreLeftAlone() {
        slice("NoSchedule");
        claim("gpu-0", "", "of-p");
        begin();
        slice("NoExecute");
        assertThat(evictions()).isNotEmpty();
        claim("gpu-1", "", "of-p");
        pod();
        claim("gpu-0", "", "of-another");
        assertThat(evictions()).isEmpty();
    }

    @Test
    void whoToleratesTheTaintLeavesWhenItsTimeIsOver() {
        slice("NoExecute");
        claim("gpu-0", tolerates(60), "of-p");
        begin();
        stage.advance(Duration.ofSeconds(60).minusNanos(1));
        assertThat(evictions()).isEmpty();
        stage.advance(Duration.ofNanos(1));
        assertThat(evictions()).containsExactly("delete pods default/p");
    }

    @Test
    void whenTheTaintGoesThePodStaysAndItIsTold() {
        slice("NoExecute");
        claim("gpu-0", tolerates(60), "of-p");
        begin();
        slice("");
        assertThat(stage.events()).containsExactly("DeviceTaintManagerEviction: Cancelling deletion");
        stage.advance(Duration.ofHours(1));
        assertThat(evictions()).isEmpty();
    }

    @Test
    void whenTheSliceOrTheClaimGoesThePodStays() {
        slice("NoExecute");
        claim("gpu-0", tolerates(60), "of-p");
        begin();
        stage.remove(RESOURCE_SLICES, "", "s");
        stage.advance(Duration.ofHours(1));
        assertThat(evictions()).isEmpty();
        claim("gpu-0", tolerates(7200), "of-p");
        slice("NoExecute");
        stage.remove(RESOURCE_CLAIMS, "default", "mine");
        stage.advance(Duration.ofHours(2));
        assertThat(evictions()).isEmpty();
    }

    @Test
    void aRefusedEvictionIsTriedAgain() {
        slice("NoExecute");
        claim("gpu-0", tolerates(60), "of-p");
        begin();
        stage.refuseWrites(PODS, status(500, "InternalError"));
        stage.advance(Duration.ofSeconds(60));
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(10));
        assertThat(stage.api().all(PODS)).isEmpty();
    }
}
