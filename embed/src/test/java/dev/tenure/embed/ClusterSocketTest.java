package dev.tenure.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.embed.TenureOptions.Clock;
import dev.tenure.embed.TenureOptions.Part;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.io.Batch;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Others work with an embedded cluster over its socket, while its clock stands or runs.
class ClusterSocketTest {
    private static final Duration LONG = Duration.ofMinutes(30);
    private static final int PODS = 200;
    private static final int AT_ONCE = 16;
    private static final int TAINTS = 40;

    private interface Use {
        void with(ClusterClient client) throws Exception;
    }

    private static void overSocket(Tenure cluster, Use use) throws Exception {
        try (var endpoint = new HttpEndpoint(cluster.connection())) {
            use.with(new ClusterClient(endpoint, Caller.component("tests", List.of(), "tests")));
        }
    }

    private static Document pod(String name) {
        ObjectNode tree = Json.object().put("apiVersion", "v1").put("kind", "Pod");
        tree.putObject("metadata").put("name", name);
        tree.putObject("spec")
                .putArray("containers")
                .addObject()
                .put("name", "main")
                .put("image", "nginx");
        return Document.of(tree);
    }

    private static long running(Tenure cluster) {
        return cluster.pods("").stream()
                .filter(pod -> pod.status().phase() == PodPhase.RUNNING)
                .count();
    }

    @Test
    void aClockThatStandsIsMovedUnderItsClients() throws Exception {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withSocket(0))) {
            overSocket(cluster, client -> {
                assertThat(client.create(ResourceTypes.PODS, "default", pod("web")))
                        .isInstanceOf(ApiReply.One.class);
                cluster.clock().await(LONG, () -> running(cluster) == 1);
                var watch = (WatchReply.Started) client.watch(ResourceTypes.PODS, "default", Map.of());

                cluster.stopNode(
                        cluster.pod("default", "web").orElseThrow().spec().nodeName());
                cluster.clock().advance(Duration.ofMinutes(10));

                await(
                        watch,
                        event -> event instanceof WatchEvent.Modified(var changed)
                                && changed.view(Pod.class).meta().deletion().isPresent());
                watch.cursor().close();
            });
        }
    }

    /// Returns when such an event has come.
    private static void await(WatchReply.Started watch, Predicate<WatchEvent> wanted) {
        List<WatchEvent> seen = new ArrayList<>();
        while (seen.stream().noneMatch(wanted)) {
            seen.addAll(watch.cursor().poll(100));
        }
    }

    @Test
    void manyWriteAtOnceWhileTheClockRuns() throws Exception {
        TenureOptions options = TenureOptions.running().withNodes(4).withClock(new Clock.Running(60));
        try (Tenure cluster = Tenure.start(options)) {
            overSocket(cluster, client -> {
                List<Integer> numbers = IntStream.range(0, PODS).boxed().toList();
                Batch.run(
                        numbers,
                        AT_ONCE,
                        i -> assertThat(client.create(ResourceTypes.PODS, "default", pod("p" + i)))
                                .isInstanceOf(ApiReply.One.class),
                        _ -> {});
                assertThat(cluster.clock().await(LONG, () -> running(cluster) == PODS))
                        .isPresent();

                cluster.taint("node-1", "k=v:NoExecute");
                assertThat(cluster.clock()
                                .await(
                                        LONG,
                                        () -> cluster.pods("").stream()
                                                .noneMatch(pod ->
                                                        pod.spec().nodeName().equals("node-1"))))
                        .isPresent();
            });
        }
    }

    /// One write is told to one part after the other, while those that know of it act already: the
    /// replacement of a pod that leaves may be put back there by a scheduler that has not heard yet, but not
    /// for ever.
    @Test
    void taintsFromOutsideReachAllParts() throws Exception {
        TenureOptions options = TenureOptions.running().withNodes(2);
        try (Tenure cluster = Tenure.start(options)) {
            cluster.apply("""
                    apiVersion: apps/v1
                    kind: ReplicaSet
                    metadata: {name: web, namespace: default}
                    spec:
                      replicas: 4
                      selector: {matchLabels: {app: web}}
                      template:
                        metadata: {labels: {app: web}}
                        spec: {containers: [{name: main, image: nginx}]}
                    """);
            overSocket(cluster, client -> {
                for (int i = 0; i < TAINTS; i++) {
                    String node = "node-" + (1 + i % 2);
                    taints(client, node, "{\"key\":\"k\",\"effect\":\"NoExecute\"}");
                    assertThat(cluster.clock().await(LONG, () -> runningBeside(node, cluster) == 4))
                            .isPresent();
                    taints(client, node, "");
                }
            });
        }
    }

    private static void taints(ClusterClient client, String node, String taints) {
        byte[] patch = "{\"spec\":{\"taints\":[%s]}}".formatted(taints).getBytes(StandardCharsets.UTF_8);
        assertThat(client.patch(ResourceTypes.NODES, "", node, "", new Body(Body.MERGE_PATCH, patch)))
                .isInstanceOf(ApiReply.One.class);
    }

    private static long runningBeside(String node, Tenure cluster) {
        return cluster.pods("").stream()
                .filter(pod -> pod.status().phase() == PodPhase.RUNNING)
                .filter(pod -> !pod.spec().nodeName().equals(node))
                .count();
    }

    @Test
    void watchesLagForWhatComesOverTheSocket() throws Exception {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withSocket(0))) {
            cluster.faults().lagWatches(Part.SCHEDULER, Duration.ofSeconds(30));
            overSocket(cluster, client -> {
                assertThat(client.create(ResourceTypes.PODS, "default", pod("web")))
                        .isInstanceOf(ApiReply.One.class);

                assertThat(cluster.clock().await(LONG, () -> running(cluster) == 1))
                        .hasValueSatisfying(took -> assertThat(took).isGreaterThanOrEqualTo(Duration.ofSeconds(30)));
            });
        }
    }

    @Test
    void webhooksAreCalled() {
        callWebhook();
    }

    private static void callWebhook() {
        try (Tenure cluster = Tenure.start()) {
            cluster.apply("""
                    apiVersion: admissionregistration.k8s.io/v1
                    kind: ValidatingWebhookConfiguration
                    metadata: {name: guard}
                    webhooks:
                    - name: guard.example.com
                      admissionReviewVersions: [v1]
                      sideEffects: None
                      timeoutSeconds: 1
                      clientConfig: {url: "https://127.0.0.1:1/check"}
                      rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
                    """);
            assertThatThrownBy(() -> cluster.apply(
                            "{apiVersion: v1, kind: ConfigMap, metadata: {name: blocked, namespace: default}}"))
                    .isInstanceOf(RefusedWriteException.class)
                    .hasMessageContaining("failed calling webhook \"guard.example.com\"");
        }
    }

    @Test
    void noThreadStays() {
        Set<Thread> before = Set.copyOf(Thread.getAllStackTraces().keySet());
        callWebhook();
        try (Tenure cluster = Tenure.start(TenureOptions.running())) {
            cluster.clock().settle();
        }

        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> !before.contains(thread))
                .filteredOn(thread -> thread.isAlive() && !thread.getName().startsWith("ForkJoinPool"))
                .extracting(Thread::getName)
                .isEmpty();
    }

    /// What `tenure evictions`, `explain` and `status` ask for.
    @Test
    void componentsShowTheirPages() throws Exception {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withSocket(0));
                var endpoint = new HttpEndpoint(cluster.connection())) {
            cluster.clock().advance(Duration.ofSeconds(1));

            for (String page : List.of("taint-eviction", "node-lifecycle", "node-pressure")) {
                assertThat(endpoint.get("/tenure/v1/" + page).code()).as(page).isEqualTo(200);
            }
        }
    }

    @Test
    void aTakenPortIsAnError() {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withSocket(0))) {
            int port = Integer.parseInt(
                    cluster.address().substring(cluster.address().lastIndexOf(':') + 1));

            assertThatThrownBy(() -> Tenure.start(TenureOptions.standing().withSocket(port)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(Integer.toString(port));
        }
    }
}
