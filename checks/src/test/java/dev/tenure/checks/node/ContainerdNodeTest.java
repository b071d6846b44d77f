package dev.tenure.checks.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.checks.golden.kubectl.FoundTools;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.model.core.Pod;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Pods in real containers, by a containerd of the test's own. 256 MiB of the 1 GiB that all pods have
/// together have to be left: so the kernel's OOM killer acts on them alone, and the machine is never short.
///
/// `-Dtenure.race.rounds=20` repeats the race for memory so often, and prints how long each took.
final class ContainerdNodeTest extends OnRealNode {
    private static final long LEFT_MEBI = 256;

    @Override
    List<String> flags() {
        return List.of("--eviction-hard", "memory.available<%dMi".formatted(LEFT_MEBI));
    }

    private void race(String what, ObjectNode eater) throws InterruptedException, IOException {
        int rounds = Integer.getInteger("tenure.race.rounds", 1);
        var race = new MemoryRace(node().pods(), (ContainerdNode.PODS_MEBI - LEFT_MEBI) * ContainerdNode.MEBI);
        node().create(ContainerdNode.pod("steady", "sleep 100000", "64Mi", "\"emptyDir\": {}"));
        node().await("steady", ContainerdNode::runs);
        long kills = race.kernelKills();
        for (int i = 0; i < rounds; i++) {
            node().create(eater);
            Pod hog = node().await("hog", pod -> ContainerdNode.runs(pod) || ContainerdNode.ended(pod));
            race.follow(hog.meta().uid());
            assertThat(awaitEviction("hog").status().message())
                    .as("round %d", i)
                    .startsWith("The node was low on resource: memory. ");
            node().delete("hog");
        }
        assertThat(race.kernelKills()).as("kills by the kernel").isEqualTo(kills);
        assertThat(node().see("steady").map(ContainerdNode::runs)).contains(true);
        System.out.println(race.report(what));
    }

    @Test
    void aPodThatEatsMemoryGoesBeforeTheOomKillerActs() throws Exception {
        race("a pod that ends when asked, 200 MiB/s at most", eater("trap 'exit 0' TERM", "0.1"));
    }

    @Test
    @EnabledIfSystemProperty(named = "tenure.full", matches = "true", disabledReason = "runs with ./check full")
    void aPodThatDoesNotEndWhenAskedIsKilledInTime() throws Exception {
        race("a pod that ignores SIGTERM, 80 MiB/s at most", eater("trap '' TERM", "0.25"));
    }

    @Test
    void aVolumeBeyondItsLimitSendsItsPodAway() throws Exception {
        node().create(ContainerdNode.pod(
                "hog",
                "dd if=/dev/zero of=/m/x bs=1M count=30; sleep 100000",
                "10Mi",
                "\"emptyDir\": {\"sizeLimit\": \"10Mi\"}"));
        assertThat(awaitEviction("hog").status().message())
                .isEqualTo("Usage of EmptyDir volume \"m\" exceeds the limit \"10Mi\". ");
        node().until(
                        "the eviction is counted",
                        () -> node().page("/metrics")
                                .contains("kubelet_evictions{eviction_signal=\"emptydirfs.limit\"} "));
        assertThat(node().page("/healthz")).isEqualTo("ok");
    }

    @Test
    void scrapersReadWhatIsUsed() throws Exception {
        steady();
        String of = "container=\"c\",namespace=\"default\",pod=\"steady\"} ";
        for (String series : List.of(
                "container_cpu_usage_seconds_total{" + of,
                "container_memory_working_set_bytes{" + of,
                "container_start_time_seconds{" + of,
                "pod_cpu_usage_seconds_total{namespace=\"default\",pod=\"steady\"} ",
                "pod_memory_working_set_bytes{namespace=\"default\",pod=\"steady\"} ",
                "node_cpu_usage_seconds_total ",
                "node_memory_working_set_bytes ")) {
            node().until(series + "is more than nothing", () -> value(node().asked("/metrics/resource"), series) > 0);
        }
        String page = node().asked("/metrics/resource");
        assertThat(value(page, "resource_scrape_error ")).isZero();
        assertThat(value(page, "pod_memory_working_set_bytes{namespace=\"default\",pod=\"steady\"} "))
                .isLessThan(value(page, "node_memory_working_set_bytes "));
    }

    /// The value of a series; nothing when it is not there.
    private static double value(String page, String series) {
        return page.lines()
                .filter(line -> line.startsWith(series))
                .mapToDouble(line ->
                        Double.parseDouble(line.substring(series.length()).split(" ")[0]))
                .findFirst()
                .orElse(0);
    }

    @Test
    void aTaintStopsRealContainers() throws Exception {
        steady();
        node().patchNode("{\"spec\": {\"taints\": [{\"key\": \"k\", \"value\": \"v\", \"effect\": \"NoExecute\"}]}}");
        node().until("steady leaves", () -> node().see("steady").isEmpty());
        assertThat(node().runtime().containers("").stream().filter(RunContainer::running))
                .isEmpty();
    }

    @Test
    void podsOutliveTheirAgent() throws Exception {
        Pod before = steady();
        node().killAgent();
        node().startAgent();
        node().create(ContainerdNode.steady("sparing"));
        node().await("sparing", ContainerdNode::runs);
        staysAsItIs(before);
    }

    @Test
    void podsOutliveTheirRuntime() throws Exception {
        Pod before = steady();
        node().runtime().kill();
        awaitCondition("Ready", "False");
        node().runtime().start();
        awaitCondition("Ready", "True");
        node().create(ContainerdNode.steady("sparing"));
        node().await("sparing", ContainerdNode::runs);
        staysAsItIs(before);
    }

    /// All releases of kubectl that this machine has with `./check full`, else the newest of those that ask
    /// by WebSocket and the newest of those that ask by SPDY.
    @Test
    void kubectlReachesRealContainers() throws Exception {
        Map<String, Path> kubectls = FoundTools.look().kubectls();
        assumeTrue(!kubectls.isEmpty(), "there is no kubectl on this machine");
        ObjectNode web = ContainerdNode.pod(
                "steady", "echo hello from inside; echo page > /m/index.html; httpd -f -p 8080 -h /m");
        node().create(web);
        node().await("steady", ContainerdNode::runs);
        for (Map.Entry<String, Path> each : chosen(kubectls).entrySet()) {
            var kubectl = new Kubectl(each.getKey(), each.getValue(), node().kubeconfig());
            kubectl.logs("steady", "hello from inside");
            kubectl.exec("steady");
            kubectl.forward("steady", 8080, "page");
            ObjectNode listener = ContainerdNode.pod("sparing", "read line; echo got $line");
            ((ObjectNode) listener.at("/spec/containers/0")).put("stdin", true).put("stdinOnce", true);
            node().create(listener);
            node().await("sparing", ContainerdNode::runs);
            kubectl.attach("sparing", "word", "got word");
            node().await("sparing", ContainerdNode::ended);
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
}
