package dev.tenure.sim.planted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.deployment.DeploymentLoop;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterParts;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.Observer;
import dev.tenure.wire.json.Document;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Bugs in one component stay there: the others go on, and the cluster becomes what it should be once they
/// stop.
final class PlantedThrowsTest {
    private static final List<Double> ODDS = List.of(0.005, 0.02, 0.04);

    /// So many seeds are played; more by hand.
    private static final int SEEDS = Integer.getInteger("tenure.planted", 2);

    private static Stage stage(PlantedThrows throwing) {
        var parts = new ClusterParts(List.of(), 1, Observer.NOBODY, throwing, true);
        Stage made = new Stage(ClusterSettings.standard(1, Semantics.DOCUMENTED), parts).nodes("a", 5);
        made.cluster().startScheduler();
        return made.at(30).begin();
    }

    @Test
    void theClusterConvergesOnceThrowsStop() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            var throwing = new PlantedThrows(seed, _ -> true);
            converges(seed, throwing, stage(throwing));
        }
    }

    private static void converges(long seed, PlantedThrows throwing, Stage stage) {
        throwing.odds(ODDS.get((int) (seed % ODDS.size())));
        PlantedWorkloads.create(
                stage, ResourceTypes.DEPLOYMENTS, PlantedWorkloads.workload("Deployment", "web", "'replicas': 12,"));
        PlantedWorkloads.create(
                stage, ResourceTypes.STATEFUL_SETS, PlantedWorkloads.workload("StatefulSet", "db", "'replicas': 3,"));
        PlantedWorkloads.create(
                stage, ResourceTypes.REPLICA_SETS, PlantedWorkloads.workload("ReplicaSet", "set", "'replicas': 5,"));
        stage.pass(120);
        stage.until(() -> PlantedWorkloads.patched(stage, "a-0", PlantedWorkloads.TAINTED), 600);
        stage.pass(240);
        assertThat(throwing.thrown()).hasSizeGreaterThan(15).containsKey("store");
        throwing.odds(0);
        stage.pass(700);
        assertThat(throwing.findings()).as("seed %d", seed).isEmpty();
        for (var wanted : Map.of("web", 12L, "db", 3L, "set", 5L).entrySet()) {
            assertThat(PlantedWorkloads.ready(stage, wanted.getKey()))
                    .as(() -> "seed %d, %s: %s".formatted(seed, wanted.getKey(), PlantedWorkloads.pods(stage)))
                    .isEqualTo(wanted.getValue());
        }
        assertThat(stage.all(ResourceTypes.PODS))
                .as("seed %d", seed)
                .hasSize(20)
                .noneMatch(pod -> pod.view(Pod.class).spec().nodeName().equals("a-0"));
        assertThat(throwing.reported())
                .as("seed %d", seed)
                .containsKeys("apiserver", "simulated-nodes")
                .hasSizeGreaterThan(4);
    }

    private static Stage throwingAlways(Predicate<String> where) {
        var always = new PlantedThrows(7, where);
        Stage made = stage(always);
        always.odds(1);
        return made;
    }

    @Test
    void aControllerThatAlwaysThrowsIsTheOnlyOneThatDoesNothing() {
        Stage broken =
                throwingAlways(place -> place.equals(DeploymentLoop.NAME) || place.equals(TaintEvictionLoop.NAME));
        PlantedWorkloads.create(
                broken, ResourceTypes.DEPLOYMENTS, PlantedWorkloads.workload("Deployment", "web", "'replicas': 3,"));
        PlantedWorkloads.create(
                broken, ResourceTypes.REPLICA_SETS, PlantedWorkloads.workload("ReplicaSet", "set", "'replicas': 3,"));
        PlantedWorkloads.create(
                broken, ResourceTypes.STATEFUL_SETS, PlantedWorkloads.workload("StatefulSet", "db", "'replicas': 2,"));
        broken.pass(60);
        assertThat(PlantedWorkloads.ready(broken, "set")).isEqualTo(3);
        assertThat(PlantedWorkloads.ready(broken, "db")).isEqualTo(2);
        assertThat(PlantedWorkloads.ready(broken, "web")).isZero();
    }

    @Test
    void aPluginThatAlwaysThrowsRefusesWithAnInternalErrorThatTheLogNames() {
        Stage broken = throwingAlways(place -> place.equals("plugin ServiceAccount"));
        ApiReply refused =
                broken.client().create(ResourceTypes.PODS, "default", Document.of(StageManifests.pod("p", "n", "[]")));
        assertThat(refused).isInstanceOfSatisfying(ApiReply.Failure.class, failure -> {
            assertThat(failure.status().code()).isEqualTo(500);
            assertThat(failure.status().message()).contains("(fault 00000000 in this server's log)");
        });
        assertThat(broken.all(ResourceTypes.NODES))
                .as("whoever reads is answered")
                .hasSize(5);
    }
}
