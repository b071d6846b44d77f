package dev.tenure.plan.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.compare.Configuration;
import dev.tenure.plan.compare.Difference;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.StagedCluster;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.sim.scenario.Manifests;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// A trace that is played again comes as it was, and with a change it does not.
class ReplayTest {
    private static final Configuration USUAL = Configuration.of(ForecastOptions.STANDARD);

    @TempDir
    private Path folder;

    private static Change taint(String node, String taint) {
        return new Change.TaintNodes(NodeChoice.named(node), List.of(TaintEdit.parse(taint)), true);
    }

    private static Change drain(String node) {
        return new Change.Drain(
                NodeChoice.named(node), new DrainOptions(true, true, true, -1, Duration.ZERO, "", false, 0));
    }

    private ClusterTrace recorded(long seed, Consumer<TracedCluster> course) {
        var cluster = new TracedCluster(
                seed, 4, TracedCluster.SHOP, TracedCluster.STATEFUL, TracedCluster.ALONE, TracedCluster.BUDGET);
        Path file = folder.resolve("trace-" + seed + "-" + System.identityHashCode(course));
        try (TraceSession _ = cluster.recordInto(file, false)) {
            course.accept(cluster);
            cluster.stop();
        }
        return ClusterTrace.read(file);
    }

    private static Replay replay(ClusterTrace trace, Change change, Duration at, Configuration b) {
        return Replay.of(
                trace, new Replay.Side(new Change.Nothing(), Duration.ZERO, USUAL), new Replay.Side(change, at, b));
    }

    private static void requireAsRecorded(Replay replay) {
        assertThat(replay.fidelity().missed()).isEmpty();
        assertThat(replay.fidelity().isSame())
                .as("%s %s", replay.fidelity(), replay.recorded())
                .isTrue();
        assertThat(replay.comparison().a().status().notes()).noneMatch(note -> note.contains("as recorded"));
    }

    @TestFactory
    Stream<DynamicTest> whatPeopleDoComesAgain() {
        record Case(String name, long farthestSeconds, Consumer<TracedCluster> course) {}
        return Stream.of(
                        new Case("a taint", 1, cluster -> {
                            cluster.staged.play(taint("n1", "k=v:NoExecute"));
                            cluster.advance(60);
                        }),
                        new Case("a taint with a stay that is taken back", 1, cluster -> {
                            cluster.staged.play(taint("n1", "slow:NoExecute"));
                            cluster.staged.play(taint("n2", "slow:NoExecute"));
                            cluster.advance(20);
                            cluster.staged.play(taint("n1", "slow:NoExecute-"));
                            cluster.advance(60);
                        }),
                        new Case("a drain", 1, cluster -> {
                            cluster.staged.play(drain("n2"));
                            cluster.advance(90);
                        }),
                        new Case("a node that falls silent and is heard again", 16, cluster -> {
                            cluster.staged.play(new Change.LoseNodes(NodeChoice.named("n3"), true));
                            cluster.advance(500);
                            cluster.staged.play(new Change.LoseNodes(NodeChoice.named("n3"), false));
                            cluster.advance(100);
                        }),
                        new Case("a node that is deleted and one that comes", 61, cluster -> {
                            cluster.staged.play(new Change.DeleteNodes(NodeChoice.named("n4")));
                            cluster.advance(120);
                            cluster.staged.play(new Change.Apply(
                                    Manifests.read(StagedCluster.node(
                                            "n9", "spec: {}, status: {capacity: {cpu: '4', memory: 8Gi, pods: '20'}}")),
                                    "default"));
                            cluster.advance(60);
                        }),
                        new Case("other numbers and another template", 6, cluster -> {
                            cluster.staged.play(new Change.Scale("deployment", "default", "web", 2));
                            cluster.advance(60);
                            cluster.staged.play(new Change.Scale("statefulset", "default", "db", 0));
                            cluster.advance(60);
                            cluster.staged.play(new Change.Apply(
                                    Manifests.read(TracedCluster.SHOP
                                            .replace("image: i", "image: j")
                                            .replace("6", "2")),
                                    "default"));
                            cluster.advance(120);
                        }))
                .map(each -> DynamicTest.dynamicTest(each.name(), () -> {
                    Replay replay = replay(recorded(3, each.course()), new Change.Nothing(), Duration.ZERO, USUAL);
                    assertThat(replay.recorded()).isNotEmpty();
                    requireAsRecorded(replay);
                    assertThat(replay.fidelity().farthest())
                            .isLessThanOrEqualTo(Duration.ofSeconds(each.farthestSeconds()));
                    assertThat(replay.comparison().differs()).isFalse();
                }));
    }

    @TestFactory
    Stream<DynamicTest> anyCourseComesAgain() {
        return LongStream.rangeClosed(1, Boolean.getBoolean("tenure.full") ? 40 : 4)
                .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> {
                    var random = new SplittableRandom(seed);
                    Replay replay = replay(
                            recorded(seed, cluster -> {
                                for (int i = 0; i < 6; i++) {
                                    cluster.staged.play(any(random));
                                    cluster.advance(random.nextInt(10, 120));
                                }
                                cluster.advance(120);
                            }),
                            new Change.Nothing(),
                            Duration.ZERO,
                            USUAL);
                    assertThat(replay.fidelity().missed())
                            .as("%s", replay.recorded())
                            .isEmpty();
                }));
    }

    private static Change any(SplittableRandom random) {
        String node = "n" + random.nextInt(1, 5);
        return switch (random.nextInt(5)) {
            case 0 -> taint(node, "k=v:NoExecute");
            case 1 -> taint(node, "slow:NoExecute");
            case 2 -> new Change.Cordon(NodeChoice.named(node), random.nextBoolean());
            case 3 -> new Change.Scale("deployment", "default", "web", random.nextInt(1, 9));
            default -> drain(node);
        };
    }

    @Test
    void aChangeInBTellsWhatItDoes() {
        ClusterTrace trace = recorded(3, cluster -> {
            cluster.staged.play(new Change.Cordon(NodeChoice.named("n1"), true));
            cluster.advance(120);
        });
        Replay replay = replay(trace, taint("n2", "k=v:NoExecute"), Duration.ofSeconds(30), USUAL);
        requireAsRecorded(replay);
        assertThat(replay.change()).isEqualTo("taint node n2 k=v:NoExecute");
        assertThat(replay.comparison().differs()).isTrue();
        assertThat(replay.comparison().a().status().summary().evicted()).isZero();
        assertThat(replay.comparison().b().status().pods()).isNotEmpty().allSatisfy(pod -> {
            assertThat(pod.node()).isEqualTo("n2");
            assertThat(pod.leavesAfter()).contains(Duration.ofSeconds(30));
        });
        assertThat(replay.comparison().differences())
                .extracting(Difference::kind)
                .contains("pod");
        assertThat(ReplayDocument.of(replay).at("/status/b/summary/evicted").asInt())
                .isEqualTo(replay.comparison().b().status().summary().evicted());
    }

    @Test
    void anotherConfigurationTellsWhatItDoes() {
        ClusterTrace trace = recorded(3, cluster -> {
            cluster.staged.play(new Change.LoseNodes(NodeChoice.named("n3"), true));
            cluster.advance(600);
        });
        Replay replay =
                replay(trace, new Change.Nothing(), Duration.ZERO, USUAL.with("node-monitor-grace-period", "150s"));
        requireAsRecorded(replay);
        assertThat(replay.comparison().differences())
                .filteredOn(each -> each.kind().equals("pod"))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.fields()).contains("time"));
    }
}
