package dev.tenure.plan.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.BudgetOutcome;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.EvictionPlan.Spec;
import dev.tenure.plan.forecast.EvictionPlan.Status;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The forms of a forecast that leave the process: fields are kept, and what strangers write stays text.
class PlanDocumentTest {
    private static final String HOSTILE = "<script>alert(1)</script>|x";

    private static final EvictionPlan PLAN = plan(
            pod(
                    "web-1",
                    Optional.of(Duration.ZERO),
                    new Outcome.Replaced(
                            "web-9",
                            "node-2",
                            Optional.of(Duration.ofSeconds(7)),
                            Optional.of(Duration.ofSeconds(3)),
                            1,
                            true)),
            pod(
                    "web-2",
                    Optional.of(Duration.ofMillis(300_500)),
                    new Outcome.Pending("web-8", HOSTILE, List.of("add a node"))),
            pod("web-3", Optional.empty(), new Outcome.NotReplaced("its budget keeps it")),
            pod("job-1", Optional.of(Duration.ofHours(2)), new Outcome.Lost("no controller owns it")));

    @Test
    void theFieldsThatProgramsReadAreThere() {
        ObjectNode json = PlanDocument.of(PLAN);
        assertThat(json.path("kind").asText()).isEqualTo("EvictionPlan");
        var pods = json.at("/status/pods");
        assertThat(pods.get(0).path("leavesAfterSeconds").isIntegralNumber()).isTrue();
        assertThat(pods.get(0).at("/replacement/node").asText()).isEqualTo("node-2");
        assertThat(pods.get(0).at("/replacement/readyAfterSeconds").asInt()).isEqualTo(7);
        assertThat(pods.get(0).at("/replacement/filledAfterSeconds").asInt()).isEqualTo(3);
        assertThat(pods.get(1).path("leavesAfterSeconds").asDouble()).isEqualTo(300.5);
        assertThat(pods.get(1).at("/pending/message").asText()).isEqualTo(HOSTILE);
        assertThat(pods.get(2).has("leavesAfterSeconds")).isFalse();
        assertThat(pods.get(3).at("/lost/why").asText()).isEqualTo("no controller owns it");
        assertThat(json.at("/status/budgets/0/broken").asBoolean()).isTrue();
        assertThat(json.at("/status/summary/evicted").asInt()).isEqualTo(3);
        assertThat(json.at("/spec/assumptions").isArray()).isTrue();
    }

    @Test
    void theClosingLineReadsAsPeopleOfTerraformExpect() {
        assertThat(PlanWords.closing(new Summary(12, 9, 3, 1, 0, 0)))
                .isEqualTo("Plan: 12 evicted, 9 re-placed, 3 pending, 1 budget broken");
        assertThat(PlanWords.closing(new Summary(0, 0, 0, 0, 0, 0)))
                .isEqualTo("Plan: 0 evicted, 0 re-placed, 0 pending, 0 budgets broken");
        assertThat(PlanWords.closing(new Summary(2, 1, 0, 0, 1, 1))).endsWith(", 1 lost, 1 losing local data");
    }

    @Test
    void theClosingLineTellsOfPodsOfWhichNoOtherIsWanted() {
        EvictionPlan plan = plan(
                pod("logs-1", Optional.of(Duration.ZERO), new Outcome.NotReplaced("its DaemonSet leaves the node out")),
                pod("logs-2", Optional.of(Duration.ZERO), new Outcome.NotReplaced("its DaemonSet leaves the node out")),
                pod("logs-3", Optional.empty(), new Outcome.NotReplaced("it stays")));

        assertThat(PlanWords.closing(plan)).endsWith(", 2 not wanted elsewhere, 1 kept");
        assertThat(PlanDocument.of(plan).at("/status/summary/notReplaced").asInt())
                .isEqualTo(2);
    }

    @Test
    void aReplacementThatStoodInAndLeftAgainIsTold() {
        assertThat(PlanWords.then(PLAN.status().pods().getFirst()))
                .isEqualTo("web-9 on node-2, ready after 7s (another one, ready after 3s, left again)");
    }

    @Test
    void ofARefusalPeopleReadTheSentenceAboutTheNodes() {
        String nodes = "0/6 nodes are available: 1 node(s) had untolerated taint(s), 5 Insufficient cpu";
        String refusal = nodes + ". no new claims to deallocate, preemption: 0/6 nodes are available: 6 Preemption is"
                + " not helpful for scheduling.";
        assertThat(PlanWords.pending(new Outcome.Pending("web-1", refusal, List.of("add a node"))))
                .isEqualTo("web-1 pending: " + nodes + " (it would help to add a node)");
        assertThat(PlanWords.brief("quota. exceeded")).isEqualTo("quota. exceeded");
        assertThat(PlanWords.brief("")).isEmpty();
    }

    @Test
    void timesAreWrittenAsAges() {
        assertThat(PlanWords.time(Duration.ZERO)).isEqualTo("0s");
        assertThat(PlanWords.time(Duration.ofSeconds(119))).isEqualTo("119s");
        assertThat(PlanWords.time(Duration.ofMinutes(5))).isEqualTo("5m0s");
        assertThat(PlanWords.time(Duration.ofSeconds(7384))).isEqualTo("2h3m4s");
    }

    @Test
    void whatStrangersWriteIsTextInAPageAndInMarkdown() {
        assertThat(PlanHtml.of(PLAN)).doesNotContain("<script").contains("&lt;script&gt;alert(1)");
        assertThat(PlanMarkdown.of(PLAN)).doesNotContain("<script").contains("&lt;script>alert(1)&lt;/script>\\|x");
    }

    @Test
    void whereNobodyLeavesMarkdownHasNoTableOfThose() {
        assertThat(PlanMarkdown.of(PLAN)).contains("| After |");
        assertThat(PlanMarkdown.of(plan())).contains("| Budget |").doesNotContain("| After |");
    }

    @Test
    void thePageDrawsABarForEachPodThatLeaves() {
        String page = PlanHtml.of(PLAN);
        assertThat(page.split("<rect class=\"going\"", -1)).hasSize(4);
        assertThat(page.split("<rect class=\"back\"", -1)).hasSize(2);
        assertThat(page)
                .containsOnlyOnce("<title>Plan: taint node-1 a:NoExecute</title>")
                .containsOnlyOnce("<title>")
                .containsOnlyOnce("<body>")
                .endsWith("</html>\n");
    }

    private static EvictionPlan plan(LeavingPod... pods) {
        var status = new Status(
                List.of(pods),
                List.of(),
                List.of(new BudgetOutcome("default", "web", 3, 3, 2, true, false)),
                List.of(),
                new Summary(3, 1, 1, 1, 1, 0),
                List.of(),
                Duration.ofHours(1),
                true);
        return new EvictionPlan(
                new Spec("taint node-1 a:NoExecute", "a test", Instant.parse("2026-01-01T00:00:00Z"), List.of()),
                status);
    }

    private static LeavingPod pod(String name, Optional<Duration> leaves, Outcome outcome) {
        return new LeavingPod(
                "default",
                name,
                "uid-" + name,
                name,
                "node-1",
                leaves,
                leaves,
                "taint",
                "a:NoExecute",
                30,
                List.of(),
                outcome,
                Optional.empty(),
                Set.of());
    }
}
