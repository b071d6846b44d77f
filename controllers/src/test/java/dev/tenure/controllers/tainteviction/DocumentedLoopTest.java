package dev.tenure.controllers.tainteviction;

import static dev.tenure.controllers.tainteviction.EvictionStage.GPU;
import static dev.tenure.controllers.tainteviction.EvictionStage.tolerates;
import static dev.tenure.model.meta.ResourceTypes.CONFIG_MAPS;
import static dev.tenure.model.meta.ResourceTypes.NODES;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// In documented semantics, where these differ from those of upstream's controller.
final class DocumentedLoopTest {
    private static final Duration NANO = Duration.ofNanos(1);
    private static final String RECORDS = "kube-system";

    private final EvictionStage stage = new EvictionStage(Semantics.DOCUMENTED);

    private void leavesAfter(Duration span, String pod) {
        stage.advance(span.minus(NANO));
        assertThat(stage.evictions()).as("a nanosecond before").isEmpty();
        stage.advance(NANO);
        assertThat(stage.evictions()).containsExactly(pod);
    }

    private String stays(String node) {
        return stage.cluster()
                .the(CONFIG_MAPS, RECORDS, "tenure-node-" + node)
                .at("/data/stays")
                .asText();
    }

    /// What an earlier process left: since when the taint [EvictionStage#GPU] is on `n1`.
    private void recorded(String uidOfNode, String since) {
        stage.cluster().put(CONFIG_MAPS, """
                kind: ConfigMap
                metadata: {name: tenure-node-n1, namespace: kube-system, labels: {tenure.dev/record: node}}
                data:
                  node: n1
                  nodeUid: %s
                  stays: '[{"taint": "gpu", "since": "%s"}]'
                  evictions: '[]'
                """.formatted(uidOfNode, since));
    }

    private void policy(String spec) {
        stage.cluster().put(PolicyTypes.POLICIES, """
                kind: TaintEvictionPolicy
                metadata: {name: gpus}
                spec: {taints: [{key: gpu, operator: Exists}], %s}
                """.formatted(spec));
    }

    @Test
    void aStayThatIsChangedCountsFromTheTaint() {
        stage.node("n1", GPU);
        stage.pod("longer", "n1", tolerates(60));
        stage.begin();
        stage.advance(Duration.ofSeconds(30));
        stage.pod("longer", "n1", tolerates(90));
        leavesAfter(Duration.ofSeconds(60), "longer");
    }

    @Test
    void aStayThatBecomesShorterThanWhatIsPastIsOver() {
        stage.node("n1", GPU);
        stage.pod("minute", "n1", tolerates(60));
        stage.begin();
        stage.advance(Duration.ofSeconds(30));
        stage.pod("minute", "n1", tolerates(20));
        assertThat(stage.evictions()).containsExactly("minute");
    }

    @Test
    void anotherTaintThatIsToleratedForEverChangesNoDeadline() {
        stage.node("n1", GPU);
        stage.pod("minute", "n1", "{key: other, operator: Exists}, " + tolerates(60));
        stage.begin();
        stage.advance(Duration.ofSeconds(30));
        stage.node("n1", "{key: other, effect: NoExecute}, " + GPU);
        leavesAfter(Duration.ofSeconds(30), "minute");
    }

    /// What is written of a pod has whole seconds, so its stay begins when the second that is written ends.
    @Test
    void aPodThatComesToAnOldTaintHasItsWholeStay() {
        stage.node("n1", GPU);
        stage.begin();
        stage.advance(Duration.ofSeconds(100));
        stage.pod("name: late, uid: u1, creationTimestamp: '2026-01-01T00:01:40Z'", "n1", tolerates(60), "");
        leavesAfter(Duration.ofSeconds(61), "late");
    }

    @Test
    void theRecordOfANodeTellsSinceWhenItBearsATaint() {
        stage.node("n1", "");
        stage.begin();
        stage.advance(Duration.ofSeconds(7));
        stage.node("n1", GPU);
        assertThat(stays("n1")).contains("\"gpu\"", "\"2026-01-01T00:00:07Z\"");
        stage.node("n1", "");
        assertThat(stays("n1")).isEqualTo("[]");
    }

    @Test
    void aStayThatBeganUnderAnEarlierProcessGoesOn() {
        recorded("of-n1", "2025-12-31T23:59:15Z");
        stage.node("n1", GPU);
        stage.pod("minute", "n1", tolerates(60));
        stage.begin();
        leavesAfter(Duration.ofSeconds(15), "minute");
    }

    @Test
    void theRecordOfAnotherNodeOfTheNameDoesNotCount() {
        recorded("of-another", "2025-12-31T23:59:15Z");
        stage.node("n1", GPU);
        stage.pod("minute", "n1", tolerates(60));
        stage.begin();
        leavesAfter(Duration.ofSeconds(60), "minute");
    }

    @Test
    void aPodThatIsBeingDeletedIsLeftAlone() {
        stage.node("n1", GPU);
        stage.pod("name: going, uid: u1, deletionTimestamp: '2026-01-01T00:00:30Z'", "n1", "", "");
        stage.begin();
        stage.advance(Duration.ofHours(1));
        assertThat(stage.evictions()).isEmpty();
    }

    @Test
    void thePodThatWasJudgedIsDeletedAndNoOtherOfItsName() {
        stage.node("n1", GPU);
        stage.pod("plain", "n1", "");
        stage.begin();
        List<String> meant = stage.cluster().api().requests().stream()
                .filter(request -> request.verb() == Verb.DELETE)
                .map(request -> Json.readObject(request.body().bytes())
                        .at("/preconditions/uid")
                        .asText())
                .toList();
        assertThat(meant).containsExactly("of-plain");
    }

    @Test
    void anEvictionThatFailsIsNotMadeGoodOnAnotherPodOfTheName() {
        stage.node("n1", GPU);
        stage.pod("plain", "n1", "");
        stage.cluster().refuseWrites(PODS, status(500, "InternalError"));
        stage.begin();
        stage.cluster().remove(PODS, "default", "plain");
        stage.pod("name: plain, uid: another", "n1", tolerates(), "");
        stage.cluster().refuseNothing();
        stage.evictions();
        stage.advance(Duration.ofHours(1));
        assertThat(stage.evictions()).isEmpty();
    }

    /// Upstream's controller gives up after five times.
    @Test
    void anEvictionThatFailsIsTriedForAsLongAsThePodHasToGo() {
        stage.node("n1", GPU);
        stage.pod("plain", "n1", "");
        stage.cluster().refuseWrites(PODS, status(500, "InternalError"));
        stage.begin();
        stage.advance(Duration.ofMinutes(1));
        stage.cluster().writes();
        stage.advance(Duration.ofSeconds(2));
        assertThat(stage.cluster().writes()).isNotEmpty().containsOnly("patch pods default/plain/status");
        stage.node("n1", "");
        stage.cluster().refuseNothing();
        stage.cluster().writes();
        stage.advance(Duration.ofHours(1));
        assertThat(stage.evictions()).isEmpty();
    }

    /// Upstream's timers run on; here a pod leaves because of a taint that is there.
    @Test
    void whoIsReleasedIsToldOfItOnce() {
        stage.node("n1", GPU);
        stage.pod("minute", "n1", tolerates(60));
        stage.begin();
        stage.advance(Duration.ofSeconds(59));
        stage.node("n1", "");
        stage.advance(Duration.ofHours(1));
        assertThat(stage.evictions()).isEmpty();
        assertThat(stage.cluster().events())
                .containsExactly("TaintManagerEviction: Cancelling deletion of Pod default/minute");
    }

    @Test
    void aPolicyShortensStaysFromTheMomentAtWhichItIsThere() {
        stage.node("n1", GPU);
        stage.pod("minute", "n1", tolerates(60));
        stage.pod("ever", "n1", tolerates());
        stage.begin();
        stage.advance(Duration.ofSeconds(10));
        policy("maxStaySeconds: 20");
        leavesAfter(Duration.ofSeconds(10), "minute");
        stage.advance(Duration.ofHours(1));
        assertThat(stage.evictions())
                .as("an unlimited stay has no seconds to shorten")
                .isEmpty();
    }

    @Test
    void aPolicyLetsPodsStayThatTolerateNothing() {
        policy("tolerate: true, tolerateSeconds: 45");
        stage.node("n1", GPU);
        stage.pod("plain", "n1", "");
        stage.begin();
        leavesAfter(Duration.ofSeconds(45), "plain");
    }

    @Test
    void aPausedPolicyHoldsWhoHasToLeaveUntilItGoesOn() {
        policy("paused: true");
        stage.node("n1", GPU);
        stage.pod("plain", "n1", "");
        stage.pod("minute", "n1", tolerates(60));
        stage.begin();
        stage.advance(Duration.ofMinutes(10));
        assertThat(stage.evictions()).isEmpty();
        assertThat(stage.loop().coming()).hasSize(2).allMatch(one -> one.hold().isPresent());
        policy("paused: false");
        assertThat(stage.evictions()).containsExactlyInAnyOrder("plain", "minute");
    }

    @Test
    void aPolicyThatIsGoneHoldsNobody() {
        policy("paused: true");
        stage.node("n1", GPU);
        stage.pod("plain", "n1", "");
        stage.begin();
        assertThat(stage.evictions()).isEmpty();
        stage.cluster().remove(PolicyTypes.POLICIES, "", "gpus");
        assertThat(stage.evictions()).containsExactly("plain");
    }

    @Test
    void wherePoliciesMayNotBeReadEverybodyGoesAfterAWhile() {
        stage.node("n1", GPU);
        stage.pod("plain", "n1", "");
        stage.cluster()
                .api()
                .refuse(request -> request.target().resource().equals("taintevictionpolicies")
                        ? Optional.of(status(500, "InternalError"))
                        : Optional.empty());
        stage.begin();
        assertThat(stage.evictions()).as("a policy might hold it").isEmpty();
        stage.advance(Duration.ofMinutes(1));
        assertThat(stage.evictions()).containsExactly("plain");
    }

    @Test
    void aNodeThatIsGoneKeepsNoRecordOfItsTaints() {
        stage.node("n1", GPU);
        stage.pod("minute", "n1", tolerates(60));
        stage.begin();
        stage.advance(Duration.ofSeconds(30));
        stage.cluster().remove(NODES, "", "n1");
        stage.node("n1", "");
        stage.node("n1", GPU);
        assertThat(stays("n1")).contains("\"2026-01-01T00:00:30Z\"");
    }

    @Test
    void aPodWhoseLabelsChangeIsJudgedAnew() {
        policy("maxStaySeconds: 20, podSelector: {matchLabels: {team: a}}");
        stage.node("n1", GPU);
        stage.pod("minute", "n1", tolerates(60));
        stage.begin();
        stage.advance(Duration.ofSeconds(10));
        stage.pod("name: minute, uid: of-minute, labels: {team: a}", "n1", tolerates(60), "");
        leavesAfter(Duration.ofSeconds(10), "minute");
    }

    @Test
    void ofATaintThatOnlyKeepsNewPodsAwayThoseLeaveThatStoodBefore() {
        policy("alsoEvictFor: [NoSchedule], spare: []");
        stage.node("n1", "");
        stage.pod("stood", "n1", "");
        stage.begin();
        stage.advance(Duration.ofSeconds(10));
        stage.node("n1", "{key: gpu, effect: NoSchedule}");
        assertThat(stage.evictions()).containsExactly("stood");
        stage.advance(Duration.ofSeconds(10));
        stage.pod("late", "n1", "");
        stage.advance(Duration.ofHours(1));
        assertThat(stage.evictions()).isEmpty();
    }

    @Test
    void whoLeavesForAnotherReasonStandsInTheLedgerOnce() {
        String leaving = "conditions: [{type: DisruptionTarget, status: 'True', reason: EvictionByEvictionAPI,"
                + " message: asked, lastTransitionTime: '2026-01-01T00:00:10Z'}]";
        stage.node("n1", "");
        stage.pod("plain", "n1", "");
        stage.begin();
        stage.advance(Duration.ofSeconds(10));
        String going = "name: plain, uid: of-plain, deletionTimestamp: '2026-01-01T00:00:40Z'";
        stage.pod(going, "n1", "", leaving);
        stage.pod(going + ", labels: {seen: again}", "n1", "", leaving);
        stage.cluster().remove(PODS, "default", "plain");
        stage.advance(Duration.ofSeconds(1));
        JsonNode ledger = Json.read(stage.cluster()
                .the(CONFIG_MAPS, RECORDS, "tenure-node-n1")
                .at("/data/evictions")
                .asText()
                .getBytes(StandardCharsets.UTF_8));
        assertThat(ledger).hasSize(1);
        assertThat(ledger.get(0).path("pod").asText()).isEqualTo("plain");
    }
}
