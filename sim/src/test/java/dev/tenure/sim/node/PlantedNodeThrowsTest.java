package dev.tenure.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.coordination.Lease;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.planted.PlantedThrows;
import dev.tenure.sim.stage.StageManifests;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bugs in the agent of a real node: what they are about is set aside alone, and everything else goes on.
@Tag("long")
final class PlantedNodeThrowsTest {
    private static final int SEEDS = Integer.getInteger("tenure.planted", Boolean.getBoolean("tenure.full") ? 20 : 2);
    private static final List<Double> ODDS = List.of(0.01, 0.03, 0.06);
    /// Nobody takes the connections of probes, so that many must find room.
    private static final int PROBES_MAX = 4_000;

    private static final String CONFIGURATION = """
        evictionHard: {memory.available: 1Gi}
        evictionPressureTransitionPeriod: 10s
        shutdownGracePeriod: 30s
        """;

    private static final String MANIFEST = """
        apiVersion: v1
        kind: Pod
        metadata: {name: proxy}
        spec: {containers: [{name: main, image: "registry.test/app:1"}]}
        """;

    /// Everything of the agent that runs on its loop.
    private static final List<String> CLASSES = List.of(
            "Housekeeping",
            "NodeAgentLoop",
            "NodePods",
            "NodePressure",
            "NodePressureLoop",
            "NodeReporter",
            "NodeShutdown",
            "Orphans",
            "PodProbes",
            "PodStatusWriter",
            "PodsLimit",
            "StaticPods",
            "QosShares");

    @TempDir
    private Path folder = Path.of("");

    private static boolean runs(RealNode node, String pod) {
        return node.find(pod)
                .map(each -> each.status().phase() == PodPhase.RUNNING && PodRule.ready(each))
                .orElse(false);
    }

    private static boolean gone(RealNode node, String pod) {
        return node.find(pod).isEmpty();
    }

    private static Duration sinceRenewal(RealNode node) {
        var lease = (ApiReply.One) node.cluster().client().get(ResourceTypes.LEASES, "kube-node-lease", RealNode.NAME);
        return Duration.between(
                lease.object().view(Lease.class).renewTime().orElseThrow(),
                node.cluster().world().wall());
    }

    private static String probed(int port) {
        return """
            'containers': [{'name': 'main', 'image': 'registry.test/app:1', 'readinessProbe':
              {'tcpSocket': {'port': %d}, 'periodSeconds': 2, 'failureThreshold': 1}}]\
            """.formatted(port);
    }

    @Test
    void whereverTheAgentsCodeThrowsItGoesOnAndNothingIsLost() throws IOException {
        var reached = new TreeSet<String>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            var throwing = new ThrowingCalls(seed);
            Path own = Files.createDirectory(folder.resolve("node-" + seed));
            try (var node = new RealNode(own, CONFIGURATION, throwing);
                    var port = new ServerSocket(0, PROBES_MAX, InetAddress.getLoopbackAddress())) {
                node.manifest("proxy.yaml", MANIFEST);
                throwing.odds(ODDS.get((int) (seed % ODDS.size())));
                node.start();
                happen(node, port.getLocalPort());
                throwing.odds(0);
                node.advance(150);
                String about = "seed %d: %s".formatted(seed, node.runtime().journal());
                everythingIsAsItShouldBe(node, about);
                shutsDown(node, throwing, about);
                assertThat(throwing.findings()).as(about).isEmpty();
                assertThat(node.lives()).as(about).isOne();
                reached.addAll(throwing.reached());
            }
        }
        assertThat(reached).containsAll(CLASSES);
    }

    /// A bit of everything that an agent does.
    private static void happen(RealNode node, int port) throws IOException {
        node.pod("stays", "").pod("leaves", "").pod("crashes", "").pod("asked", probed(port));
        node.pod("ends", "'activeDeadlineSeconds': 60");
        node.advance(60);
        node.runtime().exit("crashes/main", 1);
        node.delete("leaves").advance(60);
        node.used(15.5);
        node.advance(120);
        node.used(4);
        node.runtime().stranger("orphan");
        node.pod("late", "").advance(120);
    }

    private static void everythingIsAsItShouldBe(RealNode node, String about) {
        assertThat(gone(node, "leaves")).as(about).isTrue();
        assertThat(node.failed("ends")).as(about).isTrue();
        for (String pod : List.of("stays", "crashes", "asked", "late")) {
            assertThat(runs(node, pod) || node.failed(pod))
                    .as("%s of %s", pod, about)
                    .isTrue();
        }
        List<String> wanted = node.pods().stream()
                .filter(pod -> runs(node, pod))
                .map(pod -> pod + "/main")
                .sorted()
                .toList();
        assertThat(node.runtime().running())
                .as(about)
                .isEqualTo(wanted)
                .contains("proxy-n/main")
                .hasSizeLessThan(6);
        assertThat(node.condition("Ready")).as(about).startsWith("True");
        assertThat(node.condition(Node.MEMORY_PRESSURE)).as(about).startsWith("False");
        assertThat(sinceRenewal(node)).as(about).isLessThan(Duration.ofSeconds(12));
    }

    private static void shutsDown(RealNode node, ThrowingCalls throwing, String about) {
        boolean[] down = {false};
        throwing.odds(0.2);
        node.agent().shutDown(() -> down[0] = true);
        node.advance(60);
        throwing.odds(0);
        node.until(() -> down[0], 90);
        // a pod that is set aside may outlast the time of its group
        node.advance(70);
        assertThat(node.runtime().running()).as(about).isEmpty();
    }

    @Test
    void aPodWhoseCallsThrowIsSetAsideAloneForLongerAndLonger() throws IOException {
        var throwing = new ThrowingCalls(1);
        try (var node = new RealNode(folder, "", throwing).start()) {
            node.create(
                    ResourceTypes.CONFIG_MAPS,
                    "default",
                    StageManifests.json("{'metadata': {'name': 'bad', 'namespace': 'default'}, 'data': {'k': 'v'}}"));
            node.way().failWhere(request -> {
                if (request.target().name().equals("bad")) {
                    throw new IllegalStateException("planted in a call");
                }
                return Optional.empty();
            });
            node.pod("worse", """
                'volumes': [{'name': 'v', 'configMap': {'name': 'bad'}}], 'containers': [{'name': 'main',
                 'image': 'registry.test/app:1', 'volumeMounts': [{'name': 'v', 'mountPath': '/v'}]}]\
                """).pod("bad", "").pod("good", "");
            node.until(() -> runs(node, "good"), 10);
            for (int minute = 0; minute < 10; minute++) {
                node.advance(60);
                assertThat(sinceRenewal(node)).isLessThan(Duration.ofSeconds(12));
            }
            assertThat(node.runtime().running()).containsExactly("bad/main", "good/main");
            for (String task : List.of("pod-step default/worse", "pod-status default/bad")) {
                assertThat(throwing.told().stream().filter(task::equals).count())
                        .as("%s: 1, 2, 4, … s, then each minute", task)
                        .isBetween(12L, 18L);
            }
            assertThat(throwing.findings()).isEmpty();
            node.way().heal();
            node.until(() -> runs(node, "bad") && runs(node, "worse"), 62);
            assertThat(node.lives()).isOne();
        }
    }

    /// What is thrown outside of any part, as by the loop itself, has the agent begin anew.
    @Test
    void theAgentBeginsAnewUntilNothingThrowsAnyMore() throws IOException {
        for (long seed = 1; seed <= SEEDS; seed++) {
            var throwing = new PlantedThrows(seed, _ -> true);
            Path own = Files.createDirectory(folder.resolve("anew-" + seed));
            try (var node = new RealNode(own, CONFIGURATION, throwing);
                    var port = new ServerSocket(0, PROBES_MAX, InetAddress.getLoopbackAddress())) {
                node.manifest("proxy.yaml", MANIFEST);
                node.start();
                throwing.odds(0.005);
                happen(node, port.getLocalPort());
                throwing.odds(0);
                node.advance(400);
                String about = "seed %d: %s".formatted(seed, node.runtime().journal());
                everythingIsAsItShouldBe(node, about);
                assertThat(throwing.findings()).as(about).isEmpty();
                assertThat(node.lives()).as(about).isGreaterThan(1);
            }
        }
    }
}
