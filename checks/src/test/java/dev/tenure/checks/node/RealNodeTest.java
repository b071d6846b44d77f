package dev.tenure.checks.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.agent.machine.MachineReader;
import dev.tenure.agent.runtime.cri.ImageClient;
import dev.tenure.agent.runtime.cri.RuntimeChannel;
import dev.tenure.agent.runtime.cri.RuntimeClient;
import dev.tenure.agent.runtime.cri.RuntimeUnavailableException;
import dev.tenure.checks.crash.RunningCluster;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.Signal;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pods in real containers, on a machine that `deploy/node/setup-containerd.sh` prepared; elsewhere skipped, with
/// the reason. All pods of the node together get 1 GiB, and 256 MiB of them have to be left: so the kernel's OOM
/// killer acts on them alone, and the machine is never short.
///
/// `-Dtenure.race.rounds=20` repeats the race for memory so often, and prints how long each took.
final class RealNodeTest {
    private static final Path SOCKET = Path.of("/run/containerd/containerd.sock");
    private static final String IMAGE = "docker.io/library/busybox:1.35";
    private static final String NODE = "real-1";
    private static final long MEBI = 1L << 20;
    private static final long PODS_MEBI = 1024;
    private static final long LEFT_MEBI = 256;
    private static final int TRIES = 1200;
    private static final Duration PAUSE = Duration.ofMillis(100);

    @TempDir
    private Path folder;

    private Optional<RunningCluster> cluster = Optional.empty();
    private Optional<HttpEndpoint> endpoint = Optional.empty();
    private Optional<RunningAgent> agent = Optional.empty();

    @BeforeEach
    void needsContainerd() throws IOException {
        assumeTrue(Files.isWritable(SOCKET), "no containerd answers at " + SOCKET + ", or this user may not use it");
        assumeTrue(Files.isDirectory(Path.of("/sys/fs/cgroup/memory")), "only tried with control groups version 1");
        try (var channel = new RuntimeChannel(SOCKET)) {
            assumeTrue(new RuntimeClient(channel).health().networkReady(), "pods have no network");
            assumeTrue(new ImageClient(channel).image(IMAGE).isPresent(), "containerd has no image " + IMAGE);
        } catch (RuntimeUnavailableException e) {
            assumeTrue(false, String.valueOf(e.getMessage()));
        }
        cluster = Optional.of(RunningCluster.start(folder.resolve("data"), "--nodes", "0"));
        endpoint = Optional.of(cluster.get().connect());
        agent = Optional.of(startAgent());
    }

    private RunningAgent startAgent() throws IOException {
        long whole = new MachineReader(Path.of("/")).memoryBytes("MemTotal") / MEBI;
        return RunningAgent.start(
                folder,
                List.of(
                        "--kubeconfig",
                        cluster.orElseThrow().kubeconfig().toString(),
                        "--hostname-override",
                        NODE,
                        "--system-reserved",
                        "memory=%dMi".formatted(whole - PODS_MEBI),
                        "--eviction-hard",
                        "memory.available<%dMi".formatted(LEFT_MEBI)));
    }

    @AfterEach
    void endPods() throws InterruptedException {
        if (endpoint.isPresent() && agent.isPresent()) {
            for (String name : List.of("hog", "steady", "sparing")) {
                delete(name);
            }
        }
        agent.ifPresent(RunningAgent::close);
        endpoint.ifPresent(HttpEndpoint::close);
        cluster.ifPresent(RunningCluster::close);
    }

    private ClusterClient client() {
        return new ClusterClient(endpoint.orElseThrow(), Caller.component("", List.of(), "node-test"));
    }

    private static ObjectNode pod(String name, String script, String memory) {
        String text = """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s"}, "spec": {"nodeName": "%s",
                 "terminationGracePeriodSeconds": 1, "automountServiceAccountToken": false, "restartPolicy": "Never",
                 "containers": [{"name": "c", "image": "%s", "command": ["sh", "-c", "%s"],
                   "resources": {"requests": {"memory": "%s"}}, "volumeMounts": [{"name": "m", "mountPath": "/m"}]}],
                 "volumes": [{"name": "m", "emptyDir": {"medium": "Memory"}}]}}
                """.formatted(name, NODE, IMAGE, script, memory);
        return Json.readObject(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Tries until it succeeds: a new cluster has no service account in its first moments.
    private void create(ObjectNode pod) throws InterruptedException {
        for (int i = 0; i < TRIES; i++) {
            if (client().create(ResourceTypes.PODS, "default", Document.of(pod)) instanceof ApiReply.One) {
                return;
            }
            new Signal().await(PAUSE);
        }
        throw new AssertionError("the pod is not taken");
    }

    private void delete(String name) throws InterruptedException {
        client().delete(ResourceTypes.PODS, "default", name, Document.of(Json.object()));
        for (int i = 0; i < TRIES && see(name).isPresent(); i++) {
            new Signal().await(PAUSE);
        }
    }

    private Optional<Pod> see(String name) {
        return client().get(ResourceTypes.PODS, "default", name) instanceof ApiReply.One one
                ? Optional.of(one.object().view(Pod.class))
                : Optional.empty();
    }

    private Pod await(String name, Predicate<Pod> what) throws InterruptedException {
        for (int i = 0; i < TRIES; i++) {
            Optional<Pod> pod = see(name);
            if (pod.isPresent() && what.test(pod.get())) {
                return pod.get();
            }
            new Signal().await(PAUSE);
        }
        throw new AssertionError("it has not come about: " + see(name).map(Pod::status));
    }

    private static boolean runs(Pod pod) {
        return pod.status().phase() == PodPhase.RUNNING;
    }

    /// Fills memory by 20 MiB at a time.
    private static String eating(String onTerm, String pause) {
        return "trap '%s' TERM; i=0; while true; do dd if=/dev/zero of=/m/$i bs=1M count=20 2>/dev/null; i=$((i+1));"
                        .formatted(onTerm)
                + " sleep %s; done".formatted(pause);
    }

    private void race(String what, String script) throws InterruptedException, IOException {
        int rounds = Integer.getInteger("tenure.race.rounds", 1);
        var race = new MemoryRace((PODS_MEBI - LEFT_MEBI) * MEBI);
        create(pod("steady", "sleep 100000", "64Mi"));
        await("steady", RealNodeTest::runs);
        long kills = race.kernelKills();
        for (int i = 0; i < rounds; i++) {
            create(pod("hog", script, "10Mi"));
            Pod hog = await("hog", pod -> runs(pod) || pod.status().phase().terminal());
            race.follow(hog.meta().uid());
            Pod ended = await("hog", pod -> pod.status().phase().terminal());
            assertThat(ended.status().reason()).as("round %d", i).isEqualTo("Evicted");
            assertThat(ended.status().message()).startsWith("The node was low on resource: memory. ");
            delete("hog");
        }
        assertThat(race.kernelKills()).as("kills by the kernel").isEqualTo(kills);
        assertThat(see("steady").map(RealNodeTest::runs)).contains(true);
        System.out.println(race.report(what));
    }

    @Test
    void aPodThatEatsMemoryGoesBeforeTheOomKillerActs() throws Exception {
        race("a pod that ends when asked, 200 MiB/s at most", eating("exit 0", "0.1"));
    }

    @Test
    void aPodThatDoesNotEndWhenAskedIsKilledInTime() throws Exception {
        race("a pod that ignores SIGTERM, 80 MiB/s at most", eating("", "0.25"));
    }

    @Test
    void aVolumeBeyondItsLimitSendsItsPodAway() throws Exception {
        ObjectNode pod = pod("hog", "dd if=/dev/zero of=/m/x bs=1M count=30; sleep 100000", "10Mi");
        pod.withObjectProperty("spec")
                .withArrayProperty("volumes")
                .removeAll()
                .addObject()
                .put("name", "m")
                .putObject("emptyDir")
                .put("sizeLimit", "10Mi");
        create(pod);
        Pod ended = await("hog", each -> each.status().phase().terminal());
        assertThat(ended.status().reason()).isEqualTo("Evicted");
        assertThat(ended.status().message()).isEqualTo("Usage of EmptyDir volume \"m\" exceeds the limit \"10Mi\". ");
    }

    @Test
    void aTaintStopsRealContainers() throws Exception {
        create(pod("steady", "trap 'exit 0' TERM; while true; do sleep 0.1; done", "10Mi"));
        await("steady", RealNodeTest::runs);
        var taint = Json.readObject(
                "{\"spec\": {\"taints\": [{\"key\": \"k\", \"value\": \"v\", \"effect\": \"NoExecute\"}]}}"
                        .getBytes(StandardCharsets.UTF_8));
        client().patch(ResourceTypes.NODES, "", NODE, "", new Body(Body.MERGE_PATCH, Json.write(taint)));
        for (int i = 0; i < TRIES && see("steady").isPresent(); i++) {
            new Signal().await(PAUSE);
        }
        assertThat(see("steady")).isEmpty();
        try (var channel = new RuntimeChannel(SOCKET)) {
            assertThat(new RuntimeClient(channel).containers("").stream().filter(each -> each.running()))
                    .isEmpty();
        }
    }

    @Test
    void podsOutliveTheirAgent() throws Exception {
        create(pod("steady", "sleep 100000", "64Mi"));
        String before = await("steady", RealNodeTest::runs)
                .status()
                .containerStatuses()
                .getFirst()
                .containerId();
        agent.orElseThrow().kill();
        agent = Optional.of(startAgent());
        create(pod("sparing", "sleep 100000", "64Mi"));
        await("sparing", RealNodeTest::runs);
        Pod after = see("steady").orElseThrow();
        assertThat(after.status().containerStatuses().getFirst().containerId()).isEqualTo(before);
        assertThat(after.status().containerStatuses().getFirst().restartCount()).isZero();
    }
}
