package dev.tenure.sim.controllers.workload;

import static dev.tenure.sim.controllers.workload.DaemonStage.daemons;
import static dev.tenure.sim.controllers.workload.DaemonStage.pods;
import static dev.tenure.sim.controllers.workload.DaemonStage.revisions;
import static dev.tenure.sim.controllers.workload.DaemonStage.roll;
import static dev.tenure.sim.controllers.workload.DaemonStage.running;
import static dev.tenure.sim.controllers.workload.DaemonStage.stage;
import static dev.tenure.sim.controllers.workload.DaemonStage.status;
import static dev.tenure.sim.controllers.workload.DaemonStage.template;
import static dev.tenure.sim.controllers.workload.DaemonStage.withImage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.stage.Stage;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Daemons whose template changes, and daemons that fail.
final class DaemonSetUpdateTest {
    @Test
    void aRollingUpdateKeepsToItsBound() {
        Stage stage = running(5, "'updateStrategy': {'rollingUpdate': {'maxUnavailable': 2}},", "");
        var least = new AtomicInteger(5);
        stage.cluster().world().afterEachEvent(() -> {
            int available = (int) pods(stage).stream().filter(PodRule::ready).count();
            least.accumulateAndGet(available, Math::min);
        });
        roll(stage, 2).at(300);
        stage.cluster().world().afterEachEvent(() -> {});
        assertThat(withImage(stage, 2)).isEqualTo(5);
        assertThat(least.get()).isEqualTo(3);
        assertThat(status(stage).updatedNumberScheduled()).isEqualTo(5);
        assertThat(status(stage).numberAvailable()).isEqualTo(5);
        assertThat(status(stage).numberUnavailable()).isZero();
    }

    @Test
    void aSurgingUpdateNeverLeavesANodeWithoutAPod() {
        Stage stage = running(4, "'updateStrategy': {'rollingUpdate': {'maxUnavailable': 0, 'maxSurge': '50%'}},", "");
        var nodesServed = new AtomicInteger(4);
        var most = new AtomicInteger(4);
        stage.cluster().world().afterEachEvent(() -> {
            long served = pods(stage).stream()
                    .filter(PodRule::ready)
                    .map(pod -> pod.spec().nodeName())
                    .distinct()
                    .count();
            nodesServed.accumulateAndGet((int) served, Math::min);
            most.accumulateAndGet(pods(stage).size(), Math::max);
        });
        roll(stage, 2).at(300);
        stage.cluster().world().afterEachEvent(() -> {});
        assertThat(withImage(stage, 2)).isEqualTo(4);
        assertThat(pods(stage)).hasSize(4);
        assertThat(nodesServed.get()).isEqualTo(4);
        assertThat(most.get()).isBetween(5, 6);
    }

    @Test
    void onDeleteWaitsForSomebodyToDelete() {
        Stage stage = roll(running(2, "'updateStrategy': {'type': 'OnDelete'},", ""), 2)
                .at(200);
        assertThat(withImage(stage, 1)).isEqualTo(2);
        assertThat(status(stage).updatedNumberScheduled()).isZero();
        assertThat(revisions(stage)).hasSize(2);
        stage.delete(ResourceTypes.PODS, pods(stage).getFirst().meta().name(), "{}")
                .at(300);
        assertThat(withImage(stage, 2)).isEqualTo(1);
        assertThat(status(stage).updatedNumberScheduled()).isEqualTo(1);
    }

    @Test
    void revisionsTellTheTemplatesAndUndoneOnesBecomeTheLatest() {
        Stage stage = running(2);
        assertThat(revisions(stage)).hasSize(1);
        JsonNode first = Json.readObject(revisions(stage).getFirst().json());
        assertThat(first.path("revision").asInt()).isEqualTo(1);
        JsonNode template = first.path("data").path("spec").path("template");
        assertThat(template.path("$patch").asText()).isEqualTo("replace");
        assertThat(template.path("spec")
                        .path("containers")
                        .path(0)
                        .path("image")
                        .asText())
                .isEqualTo("registry.test/app:1");
        String hash = first.path("metadata")
                .path("labels")
                .path("controller-revision-hash")
                .asText();
        assertThat(pods(stage)).allMatch(pod -> hash.equals(pod.meta().labels().get("controller-revision-hash")));
        roll(roll(stage, 2).at(100), 1).at(200);
        Map<String, Integer> numbers = revisions(stage).stream()
                .map(revision -> Json.readObject(revision.json()))
                .collect(Collectors.toMap(
                        json -> json.path("metadata").path("name").asText(),
                        json -> json.path("revision").asInt()));
        assertThat(numbers)
                .hasSize(2)
                .containsEntry(first.path("metadata").path("name").asText(), 3);
        assertThat(withImage(stage, 1)).isEqualTo(2);
    }

    @Test
    void oldRevisionsBeyondTheLimitGo() {
        Stage stage = running(1, "'revisionHistoryLimit': 2,", "");
        for (int image = 2; image <= 6; image++) {
            roll(stage, image).at(20 + image * 60);
        }
        assertThat(revisions(stage).stream()
                        .map(revision -> Json.readObject(revision.json())
                                .path("revision")
                                .asInt()))
                .containsExactlyInAnyOrder(4, 5, 6);
    }

    @Test
    void aPodThatAlwaysFailsIsReplacedEverMoreSlowly() {
        Stage stage = stage(1);
        daemons(stage, "", "").at(10);
        for (int second = 10; second < 130; second++) {
            stage.at(second);
            for (Pod pod : pods(stage)) {
                stage.patch(ResourceTypes.PODS, pod.meta().name(), "status", "{'status': {'phase': 'Failed'}}");
            }
        }
        long kills = stage.events("FailedDaemonPod").size();
        assertThat(kills).isBetween(4L, 9L);
        assertThat(stage.events("FailedDaemonPod").getFirst()).contains("on node a-0, will try to kill it");
    }

    @Test
    void aFailedPodDoesNotWaitForOthersToBecomeAvailable() {
        Stage stage = daemons(stage(2), "'minReadySeconds': 300,", "").at(20);
        fail(stage, "a-0");
        stage.at(20.5);
        fail(stage, "a-0");
        stage.at(25);
        assertThat(stage.events("FailedDaemonPod")).hasSize(2);
    }

    private static void fail(Stage stage, String node) {
        pods(stage).stream()
                .filter(pod -> pod.spec().nodeName().equals(node))
                .forEach(pod -> stage.patch(
                        ResourceTypes.PODS, pod.meta().name(), "status", "{'status': {'phase': 'Failed'}}"));
    }
}
