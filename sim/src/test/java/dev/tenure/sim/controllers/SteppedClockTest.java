package dev.tenure.sim.controllers;

import static dev.tenure.sim.stage.StageManifests.tolerating;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The wall clock is set while the cluster runs: what is to last lasts as long as it should.
class SteppedClockTest {
    private static final List<Integer> STEPS = List.of(3_600, -3_600, 300, -300, 60, -60, 9, -9);

    private static Stage stage(Semantics semantics) {
        return Stage.of(semantics).node("n");
    }

    private static void step(Stage stage, int seconds) {
        stage.cluster().world().stepWallClock(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource({"3600, 100", "-3600, 100", "3600, 299.5", "-3600, 299.5", "-300, 1", "300, 1", "-9, 299.5", "2, 150"})
    void aStayIsAsLongAsItIsGranted(int by, double at) {
        for (Semantics semantics : Semantics.values()) {
            Stage stage = stage(semantics)
                    .pod("p", tolerating("k", 300))
                    .at(70)
                    .begin()
                    .taints("k:NoExecute")
                    .at(at);
            step(stage, by);
            assertThat(stage.at(400).left("p").orElseThrow())
                    .as("%s", semantics)
                    .isCloseTo(300, within(0.05));
        }
    }

    /// When a pod came to its node is not written anew: after the clock was set back, it was there when it
    /// was first seen.
    @ParameterizedTest
    @CsvSource({"3600, 300", "300, 300", "-60, 300", "-3600, 420"})
    void aRestartAfterTheStepFindsWhatIsLeftOfTheStay(int by, double left) {
        Stage stage = stage(Semantics.DOCUMENTED)
                .pod("p", tolerating("k", 300))
                .at(70)
                .begin()
                .taints("k:NoExecute")
                .at(100);
        step(stage, by);
        stage.at(110).cluster().crashControllers();
        stage.at(120).cluster().startControllers();
        assertThat(stage.at(299).left("p")).isEmpty();
        assertThat(stage.at(500).left("p").orElseThrow()).isCloseTo(left, within(1.05));
    }

    /// What nobody saw cannot be known: the taint says when it came, by the clock as it went then.
    @Test
    void aClockSetBackWhileNobodyRunsMakesAStayLongerByThatMuch() {
        Stage stage = stage(Semantics.DOCUMENTED)
                .pod("p", tolerating("k", 300))
                .at(70)
                .begin()
                .taints("k:NoExecute")
                .at(100);
        stage.cluster().crashControllers();
        step(stage, -60);
        stage.at(110).cluster().startControllers();
        assertThat(stage.at(500).left("p").orElseThrow()).isCloseTo(360, within(1.05));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void stepsAtRandomMoveNoDeadlineAndLoseNoNode(long seed) {
        var random = new Random(seed);
        Stage stage = stage(Semantics.DOCUMENTED);
        for (int i = 0; i < 10; i++) {
            stage.pod("p" + i, tolerating("k", 60 * i + 5));
        }
        stage.at(70).begin().taints("k:NoExecute");
        for (double at = random.nextDouble(60); at < 600; at += 1 + random.nextDouble(60)) {
            stage.at(at);
            step(stage, STEPS.get(random.nextInt(STEPS.size())));
        }
        stage.at(620);
        for (int i = 0; i < 10; i++) {
            assertThat(stage.left("p" + i).orElseThrow())
                    .as("p%d of seed %d", i, seed)
                    .isCloseTo(60 * i + 5, within(0.05));
        }
        assertThat(stage.events()).noneMatch(event -> event.startsWith("NodeNotReady"));
    }

    @ParameterizedTest
    @EnumSource(Semantics.class)
    void aSilentNodeIsGivenUpAfterItsGracePeriod(Semantics semantics) {
        for (int by : STEPS) {
            Stage stage = stage(semantics).at(70).begin().fault("n", "stopped").at(20);
            step(stage, by);
            double lost =
                    stage.until(() -> stage.events().stream().anyMatch(event -> event.startsWith("NodeNotReady")), 100);
            assertThat(lost).as("after a step of %d s", by).isBetween(38.0, 58.0);
        }
    }

    /// The pods of a node that is drained by a taint are gone, not only told to go.
    @ParameterizedTest
    @ValueSource(ints = {3_600, -3_600})
    void podsThatStopAreGoneInTime(int by) {
        Stage stage = stage(Semantics.DOCUMENTED)
                .pod("p", tolerating("k", 20))
                .at(70)
                .begin()
                .taints("k:NoExecute")
                .at(20.2);
        step(stage, by);
        double gone = stage.until(() -> stage.all(ResourceTypes.PODS).isEmpty(), 100);
        assertThat(gone).isLessThan(60);
    }

    @ParameterizedTest
    @ValueSource(ints = {3_600, -3_600})
    void aJobEndsAtItsDeadlineAndGoesWhenItsTimeIsOver(int by) {
        Stage stage = stage(Semantics.DOCUMENTED).at(70).begin();
        stage.create(ResourceTypes.JOBS, StageManifests.json("""
            {'metadata': {'name': 'j'}, 'spec': {'activeDeadlineSeconds': 100, 'ttlSecondsAfterFinished': 50,
             'template': {'spec': {'restartPolicy': 'Never', 'containers': [{'name': 'c', 'image': 'registry.test/app:1'}]}}}}\
            """));
        stage.at(30);
        step(stage, by);
        double failed = stage.until(() -> stage.events().stream().anyMatch(e -> e.startsWith("DeadlineExceeded")), 200);
        assertThat(failed).isBetween(99.0, 103.0);
        step(stage, -2 * by);
        double gone = stage.until(() -> stage.all(ResourceTypes.JOBS).isEmpty(), 300);
        assertThat(gone).isBetween(149.0, 190.0);
    }

    private static Stage withScheduler() {
        Stage stage = stage(Semantics.DOCUMENTED);
        stage.cluster().startScheduler();
        return stage.at(70).begin();
    }

    private static <T> T only(Stage stage, ResourceType type, Class<T> view) {
        return stage.all(type).getFirst().view(view);
    }

    private static final String POD = "'template': {'metadata': {'labels': {'a': 'b'}}, 'spec': {'containers':"
            + " [{'name': 'c', 'image': 'registry.test/app:%s'}]}}, 'selector': {'matchLabels': {'a': 'b'}}";

    /// When the clock was set back by less than the span it shows the same time twice, and an object does not
    /// say which of them it means: the later one is taken, so that nothing counts too early.
    private static double unknowable(int by) {
        return by < 0 && by > -60 ? -by : 0;
    }

    @ParameterizedTest
    @ValueSource(ints = {3_600, -3_600, 30, -30})
    void aPodCountsAsAvailableAfterItsTime(int by) {
        Stage stage = withScheduler();
        stage.create(ResourceTypes.REPLICA_SETS, StageManifests.json("""
            {'metadata': {'name': 'r'}, 'spec': {'replicas': 1, 'minReadySeconds': 60, %s}}\
            """.formatted(POD.formatted("1"))));
        double ready = stage.until(
                () -> only(stage, ResourceTypes.REPLICA_SETS, ReplicaSet.class)
                                .status()
                                .readyReplicas()
                        == 1,
                60);
        stage.at(ready + 10);
        step(stage, by);
        double available = stage.until(
                () -> only(stage, ResourceTypes.REPLICA_SETS, ReplicaSet.class)
                                .status()
                                .availableReplicas()
                        == 1,
                300);
        assertThat(available - ready).as("after a step of %d s", by).isBetween(58.0, 62.0 + unknowable(by));
    }

    @ParameterizedTest
    @ValueSource(ints = {3_600, -3_600, 30, -30})
    void aRolloutFailsWhenItsTimeIsOver(int by) {
        Stage stage = withScheduler();
        stage.create(ResourceTypes.DEPLOYMENTS, StageManifests.json("""
            {'metadata': {'name': 'd'}, 'spec': {'replicas': 1, 'progressDeadlineSeconds': 100, %s}}\
            """.formatted(POD.formatted("nonexistent"))));
        stage.at(30);
        step(stage, by);
        double failed = stage.until(
                () -> only(stage, ResourceTypes.DEPLOYMENTS, Deployment.class).status().conditions().stream()
                        .anyMatch(condition -> condition.reason().equals("ProgressDeadlineExceeded")),
                300);
        assertThat(failed).as("after a step of %d s", by).isBetween(99.0, 104.0 + unknowable(by));
    }

    /// A schedule is about what the clock shows.
    @Test
    void aJobStartsWhenTheClockIsSetBeyondItsTime() {
        Stage stage = withScheduler();
        stage.create(ResourceTypes.CRON_JOBS, StageManifests.json("""
            {'metadata': {'name': 'j'}, 'spec': {'schedule': '0 * * * *', 'jobTemplate': {'spec': {'template': {'spec': {
             'restartPolicy': 'Never', 'containers': [{'name': 'c', 'image': 'registry.test/app:1'}]}}}}}}\
            """));
        stage.at(5);
        assertThat(stage.all(ResourceTypes.JOBS)).isEmpty();
        step(stage, 3_600);
        assertThat(stage.until(() -> !stage.all(ResourceTypes.JOBS).isEmpty(), 300))
                .isLessThan(7);
        step(stage, -600);
        stage.at(200);
        assertThat(stage.all(ResourceTypes.JOBS)).as("none twice").hasSize(1);
    }
}
