package dev.tenure.scheduler.loop;

import static dev.tenure.scheduler.fake.FakeManifests.node;
import static dev.tenure.scheduler.fake.FakeManifests.pod;
import static dev.tenure.scheduler.fake.FakeManifests.tainted;
import static dev.tenure.scheduler.fake.FakeManifests.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Status;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.scheduler.SchedulerLoop;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import dev.tenure.scheduler.fake.FakeCluster;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchedulerLoopTest {
    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00.300Z"));
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final FakeCluster cluster = new FakeCluster(Set.of("slow-1", "slow-2"));
    private final SchedulerLoop scheduler = new SchedulerLoop(
            world.loop("scheduler"),
            new ClusterClient(cluster, Caller.component("system:kube-scheduler", List.of(), "scheduler")),
            SchedulerConfiguration.standard(new Random(7)),
            registry,
            "test");

    @BeforeEach
    void start() {
        scheduler.start();
        world.settle();
    }

    private String nodeOf(String pod) {
        return object(pod).path("spec").path("nodeName").asText();
    }

    private ObjectNode object(String pod) {
        return cluster.get("pods", "default", pod).orElseThrow();
    }

    private JsonNode condition(String pod) {
        for (JsonNode condition : object(pod).path("status").path("conditions")) {
            if (condition.path("type").asText().equals("PodScheduled")) {
                return condition;
            }
        }
        throw new AssertionError("no condition PodScheduled on " + pod);
    }

    private List<String> events(String reason) {
        return cluster.all("events").stream()
                .filter(event -> event.path("reason").asText().equals(reason))
                .map(event -> event.path("regarding").path("name").asText() + ": "
                        + event.path("note").asText())
                .toList();
    }

    @Test
    void whoOnlyFollowsSchedulesNothingUntilItLeads() {
        var others = new FakeCluster(Set.of());
        var standby = new SchedulerLoop(
                world.loop("standby"),
                new ClusterClient(others, Caller.component("system:kube-scheduler", List.of(), "scheduler")),
                SchedulerConfiguration.standard(new Random(7)),
                new PrometheusRegistry(),
                "standby");
        others.put("nodes", node("a", "4"));
        standby.follow();
        others.put("pods", pod("p", "1", 0));
        others.put("pods", pod("unfit", "8", 0));
        world.advance(Duration.ofMinutes(10));
        var unbound = others.get("pods", "default", "p").orElseThrow();
        assertThat(unbound.path("spec").has("nodeName")).isFalse();
        assertThat(others.all("events")).isEmpty();
        standby.lead();
        world.settle();
        var bound = others.get("pods", "default", "p").orElseThrow();
        assertThat(bound.path("spec").path("nodeName").asText()).isEqualTo("a");
        assertThat(others.all("events")).hasSize(2);
    }

    @Test
    void whoStopsWhileItAsksWhatIsServedWatchesNothing() {
        var others = new FakeCluster(Set.of());
        var brief = new SchedulerLoop(
                world.loop("brief"),
                new ClusterClient(others, Caller.component("system:kube-scheduler", List.of(), "scheduler")),
                SchedulerConfiguration.standard(new Random(7)),
                new PrometheusRegistry(),
                "brief");
        brief.start();
        brief.stop();
        world.advance(Duration.ofMinutes(1));
        assertThat(others.watches()).isZero();
    }

    @Test
    void podGoesToTheNodeWithoutTaintAndAnEventTellsIt() {
        cluster.put("nodes", tainted(node("a", "4"), "k", "NoSchedule"));
        cluster.put("nodes", node("b", "4"));
        cluster.put("pods", pod("p", "1", 0));
        world.settle();
        assertThat(nodeOf("p")).isEqualTo("b");
        assertThat(events("Scheduled")).containsExactly("p: Successfully assigned default/p to b");
    }

    @Test
    void refusedPodSaysWhyAndRunsAsSoonAsTheTaintIsGone() {
        cluster.put("nodes", tainted(node("a", "4"), "k", "NoSchedule"));
        cluster.put("pods", pod("p", "1", 0));
        world.settle();
        assertThat(condition("p").path("reason").asText()).isEqualTo("Unschedulable");
        assertThat(condition("p").path("message").asText())
                .isEqualTo("0/1 nodes are available: 1 node(s) had untolerated taint(s). no new claims to deallocate, "
                        + "preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.");
        assertThat(events("FailedScheduling")).hasSize(1);
        cluster.put("nodes", node("a", "4"));
        world.settle();
        assertThat(nodeOf("p")).isEqualTo("a");
    }

    /// Fit has no say about taints, and hears of them for it wants to hear of new nodes: upstream,
    /// scheduler.go.
    @Test
    void whoFindsNoRoomTellsOfATaintThatComes() {
        ObjectNode node = node("a", "4");
        cluster.put("nodes", node);
        cluster.put("pods", pod("p", "8", 0));
        world.settle();
        assertThat(condition("p").path("message").asText()).contains("1 Insufficient cpu");
        cluster.put("nodes", tainted(node, "k", "NoSchedule"));
        world.advance(Duration.ofSeconds(2));
        assertThat(condition("p").path("message").asText()).contains("1 node(s) had untolerated taint(s)");
    }

    @Test
    void eventsThatCannotHelpLeaveAPodInPeace() {
        cluster.put("nodes", tainted(node("a", "4"), "k", "NoSchedule"));
        cluster.put("pods", pod("p", "1", 0));
        world.settle();
        long before = cluster.calls();
        ObjectNode labelled = tainted(node("a", "4"), "k", "NoSchedule");
        labelled.withObjectProperty("metadata").withObjectProperty("labels").put("x", "y");
        cluster.put("nodes", labelled);
        world.advance(Duration.ofMinutes(4));
        assertThat(cluster.calls() - before)
                .as("probes of kinds not served aside")
                .isLessThan(80);
        assertThat(events("FailedScheduling")).hasSize(1);
    }

    @Test
    void addedTolerationWakesItsPod() {
        cluster.put("nodes", tainted(node("a", "4"), "k", "NoSchedule"));
        cluster.put("pods", pod("p", "1", 0));
        world.settle();
        ObjectNode tolerant = tolerating(object("p"), "k");
        cluster.put("pods", tolerant);
        world.settle();
        assertThat(nodeOf("p")).isEqualTo("a");
    }

    @Test
    void sameRefusalOfALaterGenerationIsNotWrittenAgain() {
        cluster.put("nodes", tainted(node("a", "4"), "k", "NoSchedule"));
        ObjectNode pod = pod("p", "1", 0);
        pod.withObjectProperty("metadata").put("generation", 1);
        cluster.put("pods", pod);
        world.settle();
        assertThat(condition("p").path("observedGeneration").asInt()).isEqualTo(1);
        ObjectNode changed = tolerating(object("p"), "other");
        changed.withObjectProperty("metadata").put("generation", 2);
        cluster.put("pods", changed);
        world.advance(Duration.ofSeconds(3));
        assertThat(attempts("p")).isEqualTo(2);
        assertThat(condition("p").path("observedGeneration").asInt()).isEqualTo(1);
    }

    @Test
    void noNodesAtAllIsReportedAndMadeGood() {
        cluster.put("pods", pod("p", "1", 0));
        world.settle();
        assertThat(condition("p").path("message").asText()).isEqualTo("no nodes available to schedule pods");
        cluster.put("nodes", node("a", "4"));
        world.advance(Duration.ofSeconds(3));
        assertThat(nodeOf("p")).isEqualTo("a");
    }

    @Test
    void failuresOfOneRevisionOfAPodAreASeries() {
        cluster.put("pods", pod("p", "1", 0));
        world.settle();
        world.advance(Duration.ofSeconds(30));
        List<ObjectNode> events = cluster.all("events").stream()
                .filter(event -> event.path("reason").asText().equals("FailedScheduling"))
                .toList();
        assertThat(events)
                .extracting(event -> event.at("/regarding/resourceVersion").asText())
                .doesNotHaveDuplicates()
                .hasSize(2);
        assertThat(events)
                .extracting(event -> event.at("/series/count").asInt())
                .as("the condition that is written after the first failure makes another revision")
                .containsExactlyInAnyOrder(0, 2);
    }

    @Test
    void moreImportantPodTakesThePlaceOfALessImportantOne() {
        cluster.put("nodes", node("a", "2"));
        cluster.put("pods", pod("low", "2", 0));
        world.settle();
        assertThat(nodeOf("low")).isEqualTo("a");
        cluster.put("pods", pod("high", "2", 100));
        world.settle();
        assertThat(cluster.get("pods", "default", "low")).isEmpty();
        assertThat(nodeOf("high")).isEqualTo("a");
        assertThat(events("Preempted")).containsExactly("low: Preempted by pod uid-high on node a");
        assertThat(cluster.all("events"))
                .filteredOn(event -> event.path("reason").asText().equals("Preempted"))
                .allSatisfy(event ->
                        assertThat(event.path("related").path("name").asText()).isEqualTo("high"));
    }

    @Test
    void victimThatLeavesSlowlyIsMarkedAndWaitedFor() {
        cluster.put("nodes", node("a", "2"));
        cluster.put("pods", pod("slow-1", "2", 0));
        world.settle();
        cluster.put("pods", pod("high", "2", 100));
        world.settle();
        assertThat(object("slow-1").path("metadata").has("deletionTimestamp")).isTrue();
        assertThat(object("slow-1").path("status").path("conditions").toString())
                .contains("DisruptionTarget", "PreemptionByScheduler");
        assertThat(object("high").path("status").path("nominatedNodeName").asText())
                .isEqualTo("a");
        cluster.put("pods", pod("middle", "2", 50));
        world.settle();
        assertThat(nodeOf("middle")).isEmpty();
        cluster.remove("pods", "default", "slow-1");
        world.settle();
        assertThat(nodeOf("high")).isEqualTo("a");
        assertThat(nodeOf("middle")).isEmpty();
    }

    @Test
    void roomThatWasHeldForOneIsNewsOnlyToThoseWhoAreNoMoreImportant() {
        cluster.put("nodes", node("a", "2"));
        cluster.put("pods", pod("slow-1", "2", 0));
        world.settle();
        cluster.put("pods", pod("high", "2", 100));
        world.settle();
        cluster.put("pods", pod("equal", "2", 100));
        cluster.put("pods", pod("higher", "3", 200));
        world.advance(Duration.ofMinutes(1));
        int equal = attempts("equal");
        int higher = attempts("higher");
        cluster.remove("pods", "default", "high");
        world.advance(Duration.ofMinutes(1));
        assertThat(attempts("equal")).isGreaterThan(equal);
        assertThat(attempts("higher")).isEqualTo(higher);
        cluster.remove("pods", "default", "slow-1");
        world.advance(Duration.ofMinutes(1));
        assertThat(attempts("higher")).isGreaterThan(higher);
    }

    private int attempts(String pod) {
        for (JsonNode waiting : scheduler.page(List.of()).orElseThrow().path("waiting")) {
            if (waiting.path("pod").asText().equals("default/" + pod)) {
                return waiting.path("attempts").asInt();
            }
        }
        throw new AssertionError(pod + " does not wait");
    }

    @Test
    void failedBindingIsTriedAgainAfterABackoff() {
        cluster.failing(request -> request.target().subresource().equals("binding")
                ? Optional.of(new Status(500, "InternalError", "disk on fire", Optional.empty()))
                : Optional.empty());
        cluster.put("nodes", node("a", "2"));
        cluster.put("pods", pod("p", "2", 0));
        world.settle();
        assertThat(nodeOf("p")).isEmpty();
        assertThat(condition("p").path("reason").asText()).isEqualTo("SchedulerError");
        cluster.failing(request -> Optional.empty());
        world.settle();
        assertThat(nodeOf("p")).isEmpty();
        world.advance(Duration.ofSeconds(2));
        assertThat(nodeOf("p")).isEqualTo("a");
    }

    @Test
    void podsOfOtherSchedulersAreLeftAlone() {
        cluster.put("nodes", node("a", "2"));
        ObjectNode other = pod("p", "1", 0);
        other.withObjectProperty("spec").put("schedulerName", "somebody-else");
        cluster.put("pods", other);
        world.advance(Duration.ofMinutes(10));
        assertThat(nodeOf("p")).isEmpty();
        assertThat(object("p").path("status").has("conditions")).isFalse();
    }

    @Test
    void gatedPodIsTriedWhenItsLastGateIsGone() {
        cluster.put("nodes", node("a", "2"));
        ObjectNode gated = pod("p", "1", 0);
        gated.withObjectProperty("spec")
                .withArrayProperty("schedulingGates")
                .addObject()
                .put("name", "example.com/g");
        cluster.put("pods", gated);
        world.advance(Duration.ofMinutes(10));
        assertThat(nodeOf("p")).isEmpty();
        cluster.put("pods", pod("p", "1", 0));
        world.settle();
        assertThat(nodeOf("p")).isEqualTo("a");
    }

    @Test
    void fullNodeIsNotOverfilledWhileBindingsAreOnTheirWay() {
        cluster.put("nodes", node("a", "3"));
        for (int i = 0; i < 5; i++) {
            cluster.put("pods", pod("p" + i, "1", 0));
        }
        world.settle();
        assertThat(cluster.all("pods").stream()
                        .filter(pod -> pod.path("spec").has("nodeName"))
                        .count())
                .isEqualTo(3);
        cluster.remove("pods", "default", "p0");
        world.settle();
        assertThat(cluster.all("pods").stream()
                        .filter(pod -> pod.path("spec").has("nodeName"))
                        .count())
                .isEqualTo(3);
    }

    @Test
    void pageTellsTheLastDecisionsAndWhoWaitsForWhat() {
        cluster.put("nodes", tainted(node("a", "4"), "k", "NoSchedule"));
        cluster.put("nodes", node("b", "1"));
        cluster.put("pods", pod("fits", "1", 0));
        world.settle();
        cluster.put("pods", pod("waits", "1", 0));
        world.settle();
        JsonNode page = scheduler.page(List.of()).orElseThrow();
        assertThat(page.path("queues").path("unschedulable").asInt()).isEqualTo(1);
        JsonNode waiting = page.path("waiting").path(0);
        assertThat(waiting.path("pod").asText()).isEqualTo("default/waits");
        assertThat(waiting.path("attempts").asInt()).isEqualTo(1);
        assertThat(waiting.path("last").path("refusals").toString())
                .isEqualTo("[{\"plugin\":\"NodeResourcesFit\",\"reasons\":[\"Insufficient cpu\"],\"nodes\":1,"
                        + "\"examples\":[\"b\"]},{\"plugin\":\"TaintToleration\",\"reasons\":["
                        + "\"node(s) had untolerated taint(s)\"],\"nodes\":1,\"examples\":[\"a\"]}]");
        JsonNode decisions = page.path("decisions");
        assertThat(decisions).hasSize(2);
        assertThat(decisions.path(0).path("outcome").asText()).isEqualTo("unschedulable");
        assertThat(decisions.path(1).path("pod").asText()).isEqualTo("default/fits");
        assertThat(decisions.path(1).path("node").asText()).isEqualTo("b");
    }

    @Test
    void choiceAmongSeveralNodesIsKeptWithItsScores() {
        cluster.put("nodes", tainted(node("a", "4"), "k", "PreferNoSchedule"));
        cluster.put("nodes", node("b", "4"));
        ObjectNode choosy = pod("p", "1", 0);
        choosy.withObjectProperty("metadata").withObjectProperty("labels").put("app", "p");
        ObjectNode term = choosy.withObjectProperty("spec")
                .withObjectProperty("affinity")
                .withObjectProperty("podAntiAffinity")
                .withArrayProperty("requiredDuringSchedulingIgnoredDuringExecution")
                .addObject();
        term.put("topologyKey", "kubernetes.io/hostname")
                .withObjectProperty("labelSelector")
                .withObjectProperty("matchLabels")
                .put("app", "p");
        cluster.put("pods", choosy);
        world.settle();
        JsonNode decision =
                scheduler.page(List.of()).orElseThrow().path("decisions").path(0);
        assertThat(decision.path("feasible").asInt()).isEqualTo(2);
        JsonNode best = decision.path("best").path(0);
        assertThat(best.path("node").asText()).isEqualTo("b");
        assertThat(best.path("plugins").path("TaintToleration").asInt()).isEqualTo(300);
    }

    @Test
    void pageOfAPodExplainsIt() {
        cluster.put("nodes", tainted(node("a", "4"), "k", "NoSchedule"));
        cluster.put("pods", pod("p", "1", 0));
        world.settle();
        JsonNode page = scheduler.page(List.of("pods", "default", "p")).orElseThrow();
        assertThat(page.path("remedies").path(0).path("changes").path(0).asText())
                .isEqualTo("let pod default/p tolerate k:NoSchedule");
        assertThat(page.path("queue").path("queue").asText()).isEqualTo("unschedulable");
        assertThat(scheduler.page(List.of("pods", "default", "q"))).isEmpty();
        assertThat(scheduler.page(List.of("nodes"))).isEmpty();
    }

    @Test
    void refusedPreemptionIsTriedAgainAfterARest() {
        cluster.put("nodes", node("a", "2"));
        cluster.put("pods", pod("low", "2", 0));
        world.settle();
        cluster.failing(request -> request.verb() == ApiRequest.Verb.DELETE
                ? Optional.of(new Status(403, "Forbidden", "pods may not be deleted", Optional.empty()))
                : Optional.empty());
        cluster.put("pods", pod("high", "2", 10));
        world.advance(Duration.ofSeconds(60));
        JsonNode waiting =
                scheduler.page(List.of()).orElseThrow().path("waiting").path(0);
        assertThat(waiting.path("pod").asText()).isEqualTo("default/high");
        assertThat(waiting.path("attempts").asInt()).isBetween(5, 12);
        cluster.failing(request -> Optional.empty());
        world.advance(Duration.ofSeconds(12));
        assertThat(nodeOf("high")).isEqualTo("a");
    }

    @Test
    void roomOfAPodThatWasNeverBoundWakesThoseThatWaitForIt() {
        cluster.put("nodes", node("a", "2"));
        cluster.failing(request -> request.target().name().equals("first")
                ? Optional.of(new Status(404, "NotFound", "pods \"first\" not found", Optional.empty()))
                : Optional.empty());
        cluster.put("pods", pod("first", "2", 0));
        cluster.put("pods", pod("second", "2", 0));
        world.advance(Duration.ofSeconds(3));
        assertThat(nodeOf("second")).isEqualTo("a");
    }
}
