package dev.tenure.sim.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The wall clock of a real node's machine is set while its agent runs: what is to last lasts as long as it
/// would have.
@Tag("long")
final class SteppedNodeClockTest {
    private static final List<Integer> STEPS =
            Boolean.getBoolean("tenure.full") ? List.of(3_600, -3_600, -300, 9) : List.of(3_600, -300);
    private static final Duration NOTHING = Duration.ZERO;
    private static final int SEEDS = 2;

    /// Times that objects show have whole seconds, and this test looks five times a second.
    private static final double EXACTLY = 1.25;

    @TempDir
    private Path folder = Path.of("");

    private int nodes;

    /// Something on a node, in whose middle the clock is set.
    private interface Course {
        /// @return how many seconds it took
        double of(RealNode node, Duration step) throws IOException;
    }

    private double took(String configuration, Course course, Duration step) throws IOException {
        Path own = Files.createDirectory(folder.resolve("node-" + nodes++));
        try (var node = new RealNode(own, configuration).start()) {
            return course.of(node, step);
        }
    }

    /// No step makes a difference of a second to how long it takes.
    private void lastsAsLongWhateverTheClockShows(String configuration, Course course) throws IOException {
        double wanted = took(configuration, course, NOTHING);
        for (int by : STEPS) {
            assertThat(took(configuration, course, Duration.ofSeconds(by)))
                    .as("with a step of %d s", by)
                    .isCloseTo(wanted, within(EXACTLY));
        }
    }

    private static RealNode withPod(RealNode node, String spec) {
        node.pod("p", spec).until(() -> node.runs("p"), 10);
        return node;
    }

    @Test
    void aPodEndsAtItsActiveDeadline() throws IOException {
        lastsAsLongWhateverTheClockShows("", (node, step) -> {
            withPod(node, "'activeDeadlineSeconds': 60").advance(20).stepClock(step);
            double took = node.until(() -> node.failed("p"), 200);
            assertThat(node.see("p").status().reason()).isEqualTo("DeadlineExceeded");
            return took;
        });
    }

    @Test
    void manyStepsMoveNoDeadline() throws IOException {
        for (long seed = 1; seed <= SEEDS; seed++) {
            var random = new Random(seed);
            Path own = Files.createDirectory(folder.resolve("node-" + nodes++));
            try (var node = new RealNode(own, "").start()) {
                for (int i = 1; i <= 8; i++) {
                    node.pod("p" + i, "'activeDeadlineSeconds': %d".formatted(25 * i));
                }
                Map<String, Double> ended = new TreeMap<>();
                double next = random.nextDouble(20);
                for (double at = 0; at < 240; at += 0.2) {
                    if (at >= next) {
                        node.stepClock(Duration.ofSeconds(STEPS.get(random.nextInt(STEPS.size()))));
                        next = at + 1 + random.nextDouble(30);
                    }
                    node.advance(0.2);
                    for (int i = 1; i <= 8; i++) {
                        if (!ended.containsKey("p" + i) && node.failed("p" + i)) {
                            ended.put("p" + i, at);
                        }
                    }
                }
                for (int i = 1; i <= 8; i++) {
                    assertThat(ended.getOrDefault("p" + i, 0.0))
                            .as("p%d of seed %d", i, seed)
                            .isCloseTo(25 * i, within(EXACTLY));
                }
            }
        }
    }

    @Test
    void aSoftThresholdWaitsForItsGracePeriod() throws IOException {
        String soft = """
            evictionHard: {memory.available: 100Mi}
            evictionSoft: {memory.available: 1Gi}
            evictionSoftGracePeriod: {memory.available: 60s}
            """;
        lastsAsLongWhateverTheClockShows(soft, (node, step) -> {
            withPod(node, "").used(15.5);
            node.advance(33).stepClock(step);
            return node.until(() -> node.failed("p"), 200);
        });
    }

    @Test
    void aHardThresholdWaitsForNothing() throws IOException {
        lastsAsLongWhateverTheClockShows("evictionHard: {memory.available: 1Gi}", (node, step) -> {
            withPod(node, "").advance(33).stepClock(step).used(15.5);
            return node.until(() -> node.failed("p"), 200);
        });
    }

    @Test
    void pressureStaysForItsTransitionPeriod() throws IOException {
        String configuration = "evictionHard: {memory.available: 1Gi}\nevictionPressureTransitionPeriod: 70s\n";
        lastsAsLongWhateverTheClockShows(configuration, (node, step) -> {
            node.used(15.5);
            node.until(() -> node.condition(Node.MEMORY_PRESSURE).startsWith("True"), 30);
            node.used(4);
            node.advance(33).stepClock(step);
            return node.until(() -> node.condition(Node.MEMORY_PRESSURE).startsWith("False"), 200);
        });
    }

    @Test
    void aContainerThatCrashesWaitsForItsPause() throws IOException {
        lastsAsLongWhateverTheClockShows("", (node, step) -> {
            withPod(node, "");
            for (int starts = 2; starts <= 4; starts++) {
                int wanted = starts;
                node.runtime().exit("p/main", 1);
                node.until(() -> node.runtime().count("start p/main") == wanted, 60);
            }
            node.runtime().exit("p/main", 1);
            node.advance(11).stepClock(step);
            return node.until(() -> node.runtime().count("start p/main") == 5, 200);
        });
    }

    /// What was made last is what counts, although the runtime may have written an earlier time for it.
    @Test
    void whatIsMadeAfterTheClockWasSetBackIsTheNewest() throws IOException {
        for (int by : STEPS) {
            took(
                    "",
                    (node, step) -> {
                        withPod(node, "").advance(20).stepClock(step);
                        node.runtime().exit("p/main", 1);
                        node.advance(120);
                        assertThat(node.runtime().count("start p/main"))
                                .as("after a step of %d s", by)
                                .isEqualTo(2);
                        assertThat(node.see("p")
                                        .status()
                                        .containerStatuses()
                                        .getFirst()
                                        .restartCount())
                                .isOne();
                        node.runtime().loseSandboxes();
                        node.advance(120);
                        assertThat(node.runtime().running()).containsExactly("p/main");
                        assertThat(node.runtime().count("start p/main"))
                                .as("after a step of %d s", by)
                                .isEqualTo(3);
                        assertThat(node.runs("p")).isTrue();
                        return 0;
                    },
                    Duration.ofSeconds(by));
        }
    }

    @Test
    void filesOfAConfigMapFollowItWithinAMinuteAndAQuarter() throws IOException {
        lastsAsLongWhateverTheClockShows("", (node, step) -> {
            node.create(ResourceTypes.CONFIG_MAPS, "default", StageManifests.json(map("one")));
            withPod(node, """
                'volumes': [{'name': 'v', 'configMap': {'name': 'm'}}], 'containers': [{'name': 'main',
                 'image': 'registry.test/app:1', 'volumeMounts': [{'name': 'v', 'mountPath': '/v'}]}]\
                """).advance(20).stepClock(step);
            node.cluster()
                    .client()
                    .update(ResourceTypes.CONFIG_MAPS, "default", "m", Document.of(StageManifests.json(map("two"))));
            return node.until(() -> shows(node, "two"), 200);
        });
    }

    private static String map(String value) {
        return "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': 'm', 'namespace': 'default'}, 'data': {'k': '%s'}}"
                .formatted(value);
    }

    private static boolean shows(RealNode node, String value) {
        try (Stream<Path> files = Files.walk(node.root().resolve("kubelet"))) {
            return files.filter(file -> file.endsWith("k") && Files.isRegularFile(file))
                    .anyMatch(file -> content(file).equals(value));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// No machine has as much room as this one asks for.
    @Test
    void anImageThatNobodyUsesStaysUntilItIsOldEnough() throws IOException {
        String configuration = "evictionHard: {nodefs.available: 1000Pi}\nimageMinimumGCAge: 5m\n";
        lastsAsLongWhateverTheClockShows(configuration, (node, step) -> {
            node.runtime().image("old:1", 1);
            node.advance(100).stepClock(step);
            assertThat(node.runtime().journal()).isEmpty();
            return node.until(() -> node.runtime().journal().contains("remove image old:1"), 1_000);
        });
    }

    @Test
    void theStatusOfTheNodeIsSentEveryFiveMinutes() throws IOException {
        for (int by : STEPS) {
            took(
                    "",
                    (node, step) -> {
                        node.advance(100).stepClock(step).advance(310);
                        assertThat(Duration.between(
                                        heartbeat(node), node.cluster().world().wall()))
                                .as("after a step of %d s", by)
                                .isBetween(NOTHING, Duration.ofSeconds(310));
                        return 0;
                    },
                    Duration.ofSeconds(by));
        }
    }

    private static Instant heartbeat(RealNode node) {
        return node.node().condition(Node.READY).orElseThrow().lastHeartbeatTime();
    }
}
