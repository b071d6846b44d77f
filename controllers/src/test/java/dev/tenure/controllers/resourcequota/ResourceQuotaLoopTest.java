package dev.tenure.controllers.resourcequota;

import static dev.tenure.model.meta.ResourceTypes.CONFIG_MAPS;
import static dev.tenure.model.meta.ResourceTypes.DEVICE_CLASSES;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.model.meta.ResourceTypes.RESOURCE_QUOTAS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.model.meta.ApiRequest.Verb;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ResourceQuotaLoopTest {
    private final LoopStage stage =
            new LoopStage(RESOURCE_QUOTAS, PODS, CONFIG_MAPS, DEVICE_CLASSES, DefinedTypes.DEFINITIONS);
    private final ResourceQuotaLoop loop = new ResourceQuotaLoop(stage.context(), List.of(PODS, CONFIG_MAPS));

    private void quota(String hard) {
        stage.put(RESOURCE_QUOTAS, """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: q, namespace: default}
                spec: {hard: {%s}}
                """.formatted(hard));
    }

    private void pod(String name, String phase, int cpu) {
        stage.put(PODS, """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: default}
                spec: {containers: [{name: c, resources: {requests: {cpu: %d}}}]}
                status: {phase: %s}
                """.formatted(name, cpu, phase));
    }

    private String used(String resource) {
        return stage.the(RESOURCE_QUOTAS, "default", "q")
                .path("status")
                .path("used")
                .path(resource)
                .asText();
    }

    @Test
    void aQuotaSaysWhatIsUsed() {
        quota("pods: 5, requests.cpu: 10");
        pod("a", "Running", 2);
        pod("b", "Running", 1);
        pod("ended", "Succeeded", 7);
        stage.put(PODS, "{kind: Pod, metadata: {name: other, namespace: elsewhere}, status: {phase: Running}}");
        stage.begin(loop::start);
        assertThat(used("pods")).isEqualTo("2");
        assertThat(used("requests.cpu")).isEqualTo("3");
        assertThat(stage.the(RESOURCE_QUOTAS, "default", "q")
                        .at("/status/hard/pods")
                        .asText())
                .isEqualTo("5");
    }

    @Test
    void whatGoesOrTakesLessIsTakenOffAtOnce() {
        quota("pods: 5, requests.cpu: 10");
        pod("a", "Running", 2);
        pod("b", "Running", 1);
        stage.begin(loop::start);
        stage.remove(PODS, "default", "a");
        assertThat(used("pods")).isEqualTo("1");
        pod("b", "Failed", 1);
        assertThat(used("pods")).isEqualTo("0");
        assertThat(used("requests.cpu")).isEqualTo("0");
    }

    @Test
    void whatIsNewIsCountedWithTheNextRound() {
        quota("count/configmaps: 5");
        stage.begin(loop::start);
        assertThat(used("count/configmaps")).isEqualTo("0");
        stage.put(CONFIG_MAPS, "{kind: ConfigMap, metadata: {name: m, namespace: default}}");
        assertThat(used("count/configmaps")).as("admission counts it before").isEqualTo("0");
        stage.advance(Duration.ofMinutes(5));
        assertThat(used("count/configmaps")).isEqualTo("1");
    }

    @Test
    void otherBoundsAreCountedAnew() {
        quota("pods: 5");
        pod("a", "Running", 2);
        stage.begin(loop::start);
        quota("requests.cpu: 4");
        assertThat(used("requests.cpu")).isEqualTo("2");
        assertThat(used("pods")).isEmpty();
    }

    @Test
    void whatTheStatusSaysTooMuchStaysUntilNobodyHasCountedForAWhile() {
        quota("pods: 5");
        stage.begin(loop::start);
        stage.edit(
                RESOURCE_QUOTAS,
                "default",
                "q",
                quota -> quota.withObject("/status/used").put("pods", "3"));
        stage.edit(
                RESOURCE_QUOTAS,
                "default",
                "q",
                quota -> quota.withObject("/spec/hard").put("count/configmaps", "1"));
        assertThat(used("pods")).as("may be on their way").isEqualTo("3");
        stage.advance(Duration.ofMinutes(3));
        assertThat(used("pods")).isEqualTo("0");
    }

    @Test
    void whereThereIsNoQuotaNothingIsFollowed() {
        pod("a", "Running", 2);
        stage.begin(loop::start);
        assertThat(stage.api().requests().stream()
                        .filter(request -> request.verb() == Verb.LIST)
                        .map(request -> request.target().resource()))
                .doesNotContain("pods");
        quota("pods: 5");
        assertThat(used("pods")).isEqualTo("1");
        long watches = stage.api().watches();
        stage.remove(RESOURCE_QUOTAS, "default", "q");
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.api().watches()).as("pods are followed no longer").isEqualTo(watches - 1);
    }

    @Test
    void aWriteThatComesTooLateIsMadeAnew() {
        quota("pods: 5");
        pod("a", "Running", 2);
        stage.refuseWrites(RESOURCE_QUOTAS, status(409, "Conflict"));
        stage.begin(loop::start);
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(used("pods")).isEqualTo("1");
    }
}
