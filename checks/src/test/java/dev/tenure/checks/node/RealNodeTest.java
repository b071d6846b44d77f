package dev.tenure.checks.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.agent.runtime.cri.RunContainer;
import dev.tenure.checks.golden.FoundTools;
import dev.tenure.model.core.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Pods in real containers, by a containerd of the test's own; skipped, with the reason, where there can be none.
/// 256 MiB of the 1 GiB that all pods have together have to be left: so the kernel's OOM killer acts on them alone,
/// and the machine is never short.
///
/// `-Dtenure.race.rounds=20` repeats the race for memory so often, and prints how long each took.
@TestInstance(Lifecycle.PER_CLASS)
final class RealNodeTest {
    private static final long LEFT_MEBI = 256;

    private Optional<RealNode> started = Optional.empty();

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        Optional<String> lacking = TrialRuntime.lacking();
        assumeTrue(lacking.isEmpty(), lacking.orElse(""));
        started = Optional.of(RealNode.start(
                folder, folder, List.of("--eviction-hard", "memory.available<%dMi".formatted(LEFT_MEBI))));
    }

    @AfterEach
    void clear() throws InterruptedException {
        node().clear();
    }

    @AfterAll
    void close() {
        started.ifPresent(RealNode::close);
    }

    private RealNode node() {
        return started.orElseThrow();
    }

    /// Fills memory by 20 MiB at a time.
    private static ObjectNode eater(String onTerm, String pause) {
        return RealNode.pod(
                "hog",
                "trap '%s' TERM; i=0; while true; do dd if=/dev/zero of=/m/$i bs=1M count=20 2>/dev/null; i=$((i+1)); sleep %s; done"
                        .formatted(onTerm, pause),
                "10Mi",
                "\"emptyDir\": {\"medium\": \"Memory\"}");
    }

    private void race(String what, ObjectNode eater) throws InterruptedException, IOException {
        int rounds = Integer.getInteger("tenure.race.rounds", 1);
        var race = new MemoryRace(node().pods(), (RealNode.PODS_MEBI - LEFT_MEBI) * RealNode.MEBI);
        node().create(RealNode.pod("steady", "sleep 100000", "64Mi", "\"emptyDir\": {}"));
        node().await("steady", RealNode::runs);
        long kills = race.kernelKills();
        for (int i = 0; i < rounds; i++) {
            node().create(eater);
            Pod hog = node().await("hog", pod -> RealNode.runs(pod) || RealNode.ended(pod));
            race.follow(hog.meta().uid());
            Pod ended = node().await("hog", RealNode::ended);
            assertThat(ended.status().reason()).as("round %d", i).isEqualTo("Evicted");
            assertThat(ended.status().message()).startsWith("The node was low on resource: memory. ");
            node().delete("hog");
        }
        assertThat(race.kernelKills()).as("kills by the kernel").isEqualTo(kills);
        assertThat(node().see("steady").map(RealNode::runs)).contains(true);
        System.out.println(race.report(what));
    }

    @Test
    void aPodThatEatsMemoryGoesBeforeTheOomKillerActs() throws Exception {
        race("a pod that ends when asked, 200 MiB/s at most", eater("exit 0", "0.1"));
    }

    @Test
    @EnabledIfSystemProperty(named = "tenure.full", matches = "true", disabledReason = "runs with ./check full")
    void aPodThatDoesNotEndWhenAskedIsKilledInTime() throws Exception {
        race("a pod that ignores SIGTERM, 80 MiB/s at most", eater("", "0.25"));
    }

    @Test
    void aVolumeBeyondItsLimitSendsItsPodAway() throws Exception {
        node().create(RealNode.pod(
                "hog",
                "dd if=/dev/zero of=/m/x bs=1M count=30; sleep 100000",
                "10Mi",
                "\"emptyDir\": {\"sizeLimit\": \"10Mi\"}"));
        Pod ended = node().await("hog", RealNode::ended);
        assertThat(ended.status().reason()).isEqualTo("Evicted");
        assertThat(ended.status().message()).isEqualTo("Usage of EmptyDir volume \"m\" exceeds the limit \"10Mi\". ");
        node().until(
                        "the eviction is counted",
                        () -> node().page("/metrics")
                                .contains("kubelet_evictions{eviction_signal=\"emptydirfs.limit\"} "));
        assertThat(node().page("/healthz")).isEqualTo("ok");
    }

    @Test
    void aTaintStopsRealContainers() throws Exception {
        node().create(RealNode.steady("steady"));
        node().await("steady", RealNode::runs);
        node().patchNode("{\"spec\": {\"taints\": [{\"key\": \"k\", \"value\": \"v\", \"effect\": \"NoExecute\"}]}}");
        node().until("steady leaves", () -> node().see("steady").isEmpty());
        assertThat(node().runtime().containers("").stream().filter(RunContainer::running))
                .isEmpty();
    }

    @Test
    void podsOutliveTheirAgent() throws Exception {
        node().create(RealNode.steady("steady"));
        Pod before = node().await("steady", RealNode::runs);
        node().killAgent();
        node().startAgent();
        node().create(RealNode.steady("sparing"));
        node().await("sparing", RealNode::runs);
        staysAsItIs(before);
    }

    @Test
    void podsOutliveTheirRuntime() throws Exception {
        node().create(RealNode.steady("steady"));
        Pod before = node().await("steady", RealNode::runs);
        node().runtime().kill();
        node().until("the node is not ready", () -> node().condition("Ready").startsWith("False"));
        node().runtime().start();
        node().until("the node is ready", () -> node().condition("Ready").startsWith("True"));
        node().create(RealNode.steady("sparing"));
        node().await("sparing", RealNode::runs);
        staysAsItIs(before);
    }

    /// All releases of kubectl that this machine has with `./check full`, else the newest of those that ask by
    /// WebSocket and the newest of those that ask by SPDY.
    @Test
    void kubectlReachesRealContainers() throws Exception {
        Map<String, Path> kubectls = FoundTools.look().kubectls();
        assumeTrue(!kubectls.isEmpty(), "there is no kubectl on this machine");
        ObjectNode web =
                RealNode.pod("steady", "echo hello from inside; echo page > /m/index.html; httpd -f -p 8080 -h /m");
        node().create(web);
        node().await("steady", RealNode::runs);
        for (Map.Entry<String, Path> each : chosen(kubectls).entrySet()) {
            var kubectl = new Kubectl(each.getKey(), each.getValue(), node().kubeconfig());
            kubectl.logs("steady", "hello from inside");
            kubectl.exec("steady");
            kubectl.forward("steady", 8080, "page");
            ObjectNode listener = RealNode.pod("sparing", "read line; echo got $line");
            ((ObjectNode) listener.at("/spec/containers/0")).put("stdin", true).put("stdinOnce", true);
            node().create(listener);
            node().await("sparing", RealNode::runs);
            kubectl.attach("sparing", "word", "got word");
            node().await("sparing", RealNode::ended);
            node().delete("sparing");
        }
    }

    private static Map<String, Path> chosen(Map<String, Path> all) {
        var byAge = new TreeMap<String, Path>(Comparator.comparingInt(Kubectl::minor));
        byAge.putAll(all);
        if (!Boolean.getBoolean("tenure.full")) {
            Set<String> newest = new HashSet<>();
            byAge.keySet().stream()
                    .filter(Kubectl::asksByWebSocket)
                    .reduce((_, later) -> later)
                    .ifPresent(newest::add);
            byAge.keySet().stream()
                    .filter(each -> !Kubectl.asksByWebSocket(each))
                    .reduce((_, later) -> later)
                    .ifPresent(newest::add);
            byAge.keySet().retainAll(newest);
        }
        return byAge;
    }

    /// Neither lost nor started twice.
    private void staysAsItIs(Pod before) throws IOException {
        Pod after = node().see("steady").orElseThrow();
        assertThat(after.status().containerStatuses()).isEqualTo(before.status().containerStatuses());
        assertThat(node().runtime().containers(before.meta().uid())).hasSize(1);
        assertThat(node().starts(before)).isOne();
    }
}
