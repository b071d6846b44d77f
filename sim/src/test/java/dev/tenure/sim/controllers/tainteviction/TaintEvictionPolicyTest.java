package dev.tenure.sim.controllers.tainteviction;

import static dev.tenure.sim.stage.StageManifests.tolerating;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.tainteviction.board.ComingEviction;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.Component;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What policies of taint evictions hold back, and for how long.
final class TaintEvictionPolicyTest {
    private static final int SETTLED = 70;

    private static Stage stage() {
        return stage(Semantics.DOCUMENTED);
    }

    /// Nodes `n`, `m` and two more.
    private static Stage stage(Semantics semantics) {
        Stage stage = Stage.of(semantics).node("n").node("m").node("o").node("q");
        return stage.create(DefinedTypes.DEFINITIONS, PlayedKinds.policies()).at(60);
    }

    private static Stage policy(Stage stage, String name, String spec) {
        return stage.create(PolicyTypes.POLICIES, StageManifests.json("""
                {'apiVersion': 'tenure.dev/v1alpha1', 'kind': 'TaintEvictionPolicy', 'metadata': {'name': '%s'},
                 'spec': {'taints': [{'key': 'k', 'operator': 'Exists'}]%s}}
                """.formatted(name, spec)));
    }

    private static Stage pods(Stage stage, int count) {
        IntStream.rangeClosed(1, count).forEach(i -> stage.pod("p" + i));
        return stage;
    }

    private static void budget(Stage stage, int minAvailable) {
        for (int i = 1; i <= 3; i++) {
            stage.patch(ResourceTypes.PODS, "p" + i, "{'metadata': {'labels': {'app': 'web'}}}");
        }
        stage.create(ResourceTypes.POD_DISRUPTION_BUDGETS, StageManifests.json("""
                {'apiVersion': 'policy/v1', 'kind': 'PodDisruptionBudget', 'metadata': {'name': 'web'},
                 'spec': {'minAvailable': %d, 'selector': {'matchLabels': {'app': 'web'}}}}
                """.formatted(minAvailable)));
    }

    private static List<Double> departures(Stage stage, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> stage.left("p" + i))
                .flatMap(Optional::stream)
                .sorted()
                .toList();
    }

    private static List<String> held(Stage stage) {
        return stage.cluster().comingEvictions().stream()
                .map(ComingEviction::hold)
                .flatMap(Optional::stream)
                .map(Object::toString)
                .toList();
    }

    private static JsonNode status(Stage stage, String policy) {
        return Json.readObject(
                        stage.find(PolicyTypes.POLICIES, policy).orElseThrow().json())
                .path("status");
    }

    @Test
    void withoutAPolicyThatIsAboutItAPodLeavesAtOnce() {
        Stage stage = policy(pods(stage(), 1), "other", ", 'paused': true, 'podSelector': {'matchLabels': {'a': 'b'}}")
                .at(SETTLED)
                .begin()
                .taints("k:NoExecute")
                .at(1);
        assertThat(departures(stage, 1))
                .singleElement()
                .satisfies(at -> assertThat(at).isCloseTo(0, within(0.05)));
    }

    @Test
    void podsLeaveAtThePaceOfThePolicy() {
        Stage stage = policy(pods(stage(), 4), "paced", ", 'podsPerMinute': 6")
                .at(SETTLED)
                .begin();
        stage.taints("k:NoExecute").at(15);
        assertThat(held(stage)).containsExactly("policy paced, pace: 6 a minute", "policy paced, pace: 6 a minute");
        stage.at(60);
        List<Double> left = departures(stage, 4);
        assertThat(left).hasSize(4);
        IntStream.range(0, 4).forEach(i -> assertThat(left.get(i)).isCloseTo(i * 10, within(0.1)));
        assertThat(held(stage)).isEmpty();
    }

    @Test
    void aPauseHoldsEverybodyUntilItEnds() {
        Stage stage =
                policy(pods(stage(), 2), "calm", ", 'paused': true").at(SETTLED).begin();
        stage.taints("k:NoExecute").at(500);
        assertThat(departures(stage, 2)).isEmpty();
        assertThat(held(stage)).containsExactly("policy calm is paused", "policy calm is paused");
        assertThat(status(stage, "calm").path("held").asInt()).isEqualTo(2);
        assertThat(status(stage, "calm").at("/conditions/0/reason").asText()).isEqualTo("Paused");
        stage.patch(PolicyTypes.POLICIES, "calm", "{'spec': {'paused': false}}").at(510);
        assertThat(departures(stage, 2))
                .hasSize(2)
                .allSatisfy(at -> assertThat(at).isCloseTo(500, within(0.1)));
        assertThat(status(stage, "calm").path("held").asInt(-1)).isZero();
        assertThat(status(stage, "calm").at("/conditions/0/status").asText()).isEqualTo("False");
    }

    private static JsonNode told(Stage stage, String pod) {
        return stage.cluster()
                .page("taint-eviction", List.of(), Map.of("pod", List.of(pod)))
                .orElseThrow()
                .at("/coming/0");
    }

    @Test
    void thePageSaysUntilWhenAPodIsHeld() {
        Stage stage = policy(pods(stage(), 3), "kind", ", 'budgets': 'Respect', 'budgetDeadlineSeconds': 100")
                .at(40 + SETTLED);
        budget(stage, 3);
        stage.pass(10).begin().taints("k:NoExecute").at(20);
        Instant until = Instant.parse(told(stage, "p1").at("/held/until").asText());
        assertThat(told(stage, "p1").at("/held/endsByItself").asBoolean()).isTrue();
        stage.at(99);
        assertThat(departures(stage, 3)).isEmpty();
        assertThat(until).isCloseTo(stage.cluster().world().wall().plusSeconds(1), within(1, ChronoUnit.SECONDS));
    }

    @Test
    void thePageSaysWhatPoliciesMakeOfStays() {
        Stage stage = policy(stage().pod("p1", tolerating("k", 300)), "soon", ", 'maxStaySeconds': 60");
        policy(stage.pod("p2", tolerating("k", 300)), "warned", """
                , 'minStaySeconds': 90, 'podSelector': {'matchLabels': {'app': 'web'}}""");
        stage.patch(ResourceTypes.PODS, "p2", "{'metadata': {'labels': {'app': 'web'}}}");
        stage.at(SETTLED).begin().taints("k:NoExecute").at(20);
        assertThat(told(stage, "p1").at("/stay/policy").asText()).isEqualTo("soon");
        assertThat(told(stage, "p1").at("/stay/change").asText()).isEqualTo("shorter");
        assertThat(told(stage, "p1").at("/stay/toleratedSeconds").asInt()).isEqualTo(300);
        assertThat(told(stage, "p1").at("/secondsLeft").asDouble()).isCloseTo(40, within(1.0));
        assertThat(told(stage, "p2").at("/stay/policy").asText()).isEqualTo("warned");
        assertThat(told(stage, "p2").at("/stay/seconds").asInt()).isEqualTo(90);
        stage.patch(PolicyTypes.POLICIES, "soon", "{'spec': {'maxStaySeconds': 200}}");
        stage.patch(PolicyTypes.POLICIES, "warned", "{'spec': {'minStaySeconds': 250}}")
                .at(21);
        assertThat(told(stage, "p2").at("/stay/change").asText()).isEqualTo("shorter");
        assertThat(told(stage, "p2").at("/secondsLeft").asDouble()).isCloseTo(229, within(1.0));
        leaves(stage.at(260), "p1", 200);
        leaves(stage, "p2", 250);
    }

    @Test
    void aPolicyThatIsDeletedHoldsNobody() {
        Stage stage =
                policy(pods(stage(), 1), "calm", ", 'paused': true").at(SETTLED).begin();
        stage.taints("k:NoExecute").at(20);
        stage.delete(PolicyTypes.POLICIES, "calm", "{}").at(21);
        assertThat(departures(stage, 1)).hasSize(1);
    }

    @Test
    void aTaintThatGoesMeanwhileLetsAHeldPodStay() {
        Stage stage =
                policy(pods(stage(), 1), "calm", ", 'paused': true").at(SETTLED).begin();
        stage.taints("k:NoExecute").at(20).taints().at(30);
        assertThat(held(stage)).isEmpty();
        stage.patch(PolicyTypes.POLICIES, "calm", "{'spec': {'paused': false}}").at(100);
        assertThat(departures(stage, 1)).isEmpty();
        assertThat(stage.events("TaintManagerEviction"))
                .containsExactly("TaintManagerEviction: Cancelling deletion of Pod default/p1");
    }

    @Test
    void anotherTaintMakesAHeldPodLeave() {
        Stage stage = policy(stage().pod("p1", tolerating("hard", 30)), "calm", ", 'paused': true");
        stage.at(SETTLED).begin().taints("k:NoExecute", "hard:NoExecute").at(29);
        assertThat(departures(stage, 1)).isEmpty();
        stage.at(31);
        assertThat(departures(stage, 1))
                .singleElement()
                .satisfies(at -> assertThat(at).isCloseTo(30, within(0.1)));
    }

    @Test
    void budgetsAreAskedAndTheCauseIsTheTaint() {
        Stage stage = policy(pods(stage(), 3), "kind", ", 'budgets': 'Respect'").at(40 + SETTLED);
        budget(stage, 2);
        stage.pass(10).begin().taints("k:NoExecute").at(30);
        assertThat(departures(stage, 3)).hasSize(1);
        assertThat(held(stage))
                .hasSize(2)
                .allSatisfy(
                        hold -> assertThat(hold)
                                .isEqualTo(
                                        "policy kind, budget: The disruption budget web needs 2 healthy pods and has 2 currently"));
        stage.patch(ResourceTypes.POD_DISRUPTION_BUDGETS, "web", "{'spec': {'minAvailable': 0}}");
        stage.at(40);
        assertThat(departures(stage, 3)).hasSize(3);
        JsonNode page =
                stage.cluster().page("taint-eviction", List.of(), Map.of()).orElseThrow();
        assertThat(page.at("/causes/taint/total").asInt()).isEqualTo(3);
        assertThat(page.at("/causes").size()).isEqualTo(1);
    }

    @Test
    void budgetsHoldAPodNoLongerThanTheDeadline() {
        Stage stage = policy(pods(stage(), 3), "kind", ", 'budgets': 'Respect', 'budgetDeadlineSeconds': 100")
                .at(40 + SETTLED);
        budget(stage, 3);
        stage.pass(10).begin().taints("k:NoExecute").at(99);
        assertThat(departures(stage, 3)).isEmpty();
        stage.at(110);
        assertThat(departures(stage, 3))
                .hasSize(3)
                .allSatisfy(at -> assertThat(at).isCloseTo(100, within(0.1)));
    }

    @Test
    void aRestartCountsTheDeadlineFromWhenThePodShouldHaveLeft() {
        Stage stage = policy(pods(stage(), 3), "kind", ", 'budgets': 'Respect', 'budgetDeadlineSeconds': 100")
                .at(40 + SETTLED);
        budget(stage, 3);
        stage.pass(10).begin().taints("k:NoExecute").at(60);
        stage.cluster().restartControllers();
        stage.at(99);
        assertThat(departures(stage, 3)).isEmpty();
        stage.at(102);
        assertThat(departures(stage, 3))
                .hasSize(3)
                .allSatisfy(at -> assertThat(at).isCloseTo(100, within(1.0)));
    }

    @Test
    void aTolerationThatIsGivenLetsAHeldPodStay() {
        Stage stage =
                policy(pods(stage(), 1), "calm", ", 'paused': true").at(SETTLED).begin();
        stage.taints("k:NoExecute").at(20).tolerations("p1", tolerating("k")).at(21);
        assertThat(held(stage)).isEmpty();
        stage.delete(PolicyTypes.POLICIES, "calm", "{}").at(60);
        assertThat(departures(stage, 1)).isEmpty();
    }

    @Test
    void theBrakeHoldsWhileTooManyNodesAreTainted() {
        Stage stage = policy(pods(stage(), 1), "brake", ", 'maxTaintedNodes': '25%'")
                .at(SETTLED)
                .begin();
        stage.patch(ResourceTypes.NODES, "m", "{'spec': {'taints': [{'key': 'k', 'effect': 'NoExecute'}]}}");
        stage.taints("k:NoExecute").at(20);
        assertThat(held(stage)).containsExactly("policy brake, brake: 2 of 4 nodes are tainted, more than 25%");
        stage.patch(ResourceTypes.NODES, "m", "{'spec': {'taints': null}}").at(21);
        assertThat(departures(stage, 1)).hasSize(1);
    }

    @Test
    void aHeldPodThatAPolicyIsNoMoreAboutLeaves() {
        Stage stage = policy(
                pods(stage(), 1),
                "calm",
                ", 'paused': true, 'podSelector': {'matchExpressions': "
                        + "[{'key': 'free', 'operator': 'DoesNotExist'}]}");
        stage.at(SETTLED).begin().taints("k:NoExecute").at(20);
        assertThat(departures(stage, 1)).isEmpty();
        stage.patch(ResourceTypes.PODS, "p1", "{'metadata': {'labels': {'free': 'yes'}}}")
                .at(21);
        assertThat(departures(stage, 1)).hasSize(1);
    }

    @Test
    void ofOneOwnerOnePodIsAskedForAtATime() {
        Stage stage = policy(pods(stage(), 3), "kind", ", 'budgets': 'Respect'").at(40 + SETTLED);
        budget(stage, 3);
        for (int i = 1; i <= 3; i++) {
            stage.patch(ResourceTypes.PODS, "p" + i, """
                    {'metadata': {'ownerReferences': [{'apiVersion': 'example.com/v1', 'kind': 'Owner', 'name': 'o',
                     'uid': '1-2-3', 'controller': true}]}}""");
        }
        var asked = new AtomicInteger();
        stage.cluster().path(Component.CONTROLLERS).failWhere(request -> {
            if (request.target().subresource().equals("eviction")) {
                asked.incrementAndGet();
            }
            return Optional.empty();
        });
        stage.pass(10).begin().taints("k:NoExecute").at(4);
        assertThat(asked).hasValue(1);
        stage.at(6);
        assertThat(asked).hasValue(2);
        stage.patch(ResourceTypes.POD_DISRUPTION_BUDGETS, "web", "{'spec': {'minAvailable': 0}}")
                .at(10.1);
        assertThat(departures(stage, 3)).hasSize(3);
        assertThat(asked).hasValue(5);
    }

    @Test
    void aRestartHoldsWhatWasHeld() {
        Stage stage =
                policy(pods(stage(), 1), "calm", ", 'paused': true").at(SETTLED).begin();
        stage.taints("k:NoExecute").at(20);
        stage.cluster().restartControllers();
        stage.at(60);
        assertThat(departures(stage, 1)).isEmpty();
        assertThat(held(stage)).containsExactly("policy calm is paused");
        assertThat(Instant.parse(told(stage, "p1").path("deadline").asText()))
                .as("it should have left when the taint came, not when the controllers began anew")
                .isCloseTo(stage.cluster().world().wall().minusSeconds(60), within(1, ChronoUnit.SECONDS));
    }

    /// At 20 s the pod should leave because of `k`, which it does not tolerate, at 25 s because of `hard`,
    /// which is there since 0 s: by that its least stay is over at 30 s.
    @Test
    void ofSeveralTaintsThatCountsWhoseLeastStayIsOverFirst() {
        Stage stage = policy(stage().pod("p1", tolerating("hard", 25)), "warned", ", 'minStaySeconds': 30")
                .patch(PolicyTypes.POLICIES, "warned", "{'spec': {'taints': [{'operator': 'Exists'}]}}")
                .at(SETTLED)
                .begin()
                .taints("hard:NoExecute")
                .at(20)
                .taints("hard:NoExecute", "k:NoExecute")
                .at(29);
        assertThat(held(stage)).containsExactly("policy warned, stay: 30 s at least");
        stage.at(60);
        leaves(stage, "p1", 30);
    }

    private static void leaves(Stage stage, String pod, double second) {
        assertThat(stage.left(pod))
                .as("%s leaves", pod)
                .hasValueSatisfying(at -> assertThat(at).isCloseTo(second, within(0.1)));
    }

    @Test
    void aLeastStayCountsForThoseWhoTolerateNothingToo() {
        Stage stage = policy(stage().pod("p1").pod("short", tolerating("k", 10)), "warned", ", 'minStaySeconds': 30");
        stage.pod("long", tolerating("k", 40))
                .at(SETTLED)
                .begin()
                .taints("k:NoExecute")
                .at(5);
        assertThat(held(stage)).containsExactly("policy warned, stay: 30 s at least");
        stage.at(50);
        leaves(stage, "p1", 30);
        leaves(stage, "short", 30);
        leaves(stage, "long", 40);
    }

    @Test
    void aLongestStayShortensThoseThatEnd() {
        Stage stage = policy(stage().pod("p1", tolerating("k", 300)).pod("short", tolerating("k", 10)), "soon", """
                , 'maxStaySeconds': 60""");
        stage.pod("ever", tolerating("k"))
                .at(SETTLED)
                .begin()
                .taints("k:NoExecute")
                .at(400);
        leaves(stage, "p1", 60);
        leaves(stage, "short", 10);
        assertThat(stage.left("ever")).isEmpty();
    }

    @Test
    void anotherLongestStayCountsForStaysThatRun() {
        Stage stage = stage().pod("p1", tolerating("k", 300)).pod("p2", tolerating("k", 300));
        stage.at(SETTLED).begin().taints("k:NoExecute").at(20);
        policy(stage, "soon", ", 'maxStaySeconds': 60, 'podSelector': {'matchLabels': {'app': 'web'}}")
                .at(30);
        stage.patch(ResourceTypes.PODS, "p1", "{'metadata': {'labels': {'app': 'web'}}}")
                .at(59);
        assertThat(departures(stage, 2)).isEmpty();
        leaves(stage.at(61), "p1", 60);
        stage.patch(PolicyTypes.POLICIES, "soon", "{'spec': {'podSelector': null, 'maxStaySeconds': 100}}");
        leaves(stage.at(101), "p2", 100);
    }

    @Test
    void aLongestStayThatGoesGivesBackWhatWasTolerated() {
        Stage stage = policy(stage().pod("p1", tolerating("k", 300)), "soon", ", 'maxStaySeconds': 60");
        stage.at(SETTLED).begin().taints("k:NoExecute").at(20);
        stage.delete(PolicyTypes.POLICIES, "soon", "{}").at(299);
        assertThat(departures(stage, 1)).isEmpty();
        leaves(stage.at(301), "p1", 300);
    }

    private static Stage beginsWithoutPolicies(Stage stage) {
        stage.at(SETTLED);
        stage.cluster()
                .path(Component.CONTROLLERS)
                .failWhere(request -> request.target().resource().equals(PolicyTypes.POLICIES.resource())
                        ? Optional.of(new Status(503, "ServiceUnavailable", "not now", Optional.empty()))
                        : Optional.empty());
        stage.cluster().restartControllers();
        return stage.begin().taints("k:NoExecute");
    }

    @Test
    void policiesThatCannotBeReadAtFirstAreWaitedFor() {
        Stage stage = beginsWithoutPolicies(policy(pods(stage(), 1), "calm", ", 'paused': true"))
                .at(3);
        assertThat(departures(stage, 1)).isEmpty();
        stage.cluster().path(Component.CONTROLLERS).heal();
        stage.at(60);
        assertThat(held(stage)).containsExactly("policy calm is paused");
    }

    @Test
    void policiesThatCannotBeReadAtAllHoldNobodyForLong() {
        Stage stage = beginsWithoutPolicies(policy(pods(stage(), 1), "calm", ", 'paused': true"))
                .at(30);
        assertThat(departures(stage, 1))
                .singleElement()
                .satisfies(at -> assertThat(at).isBetween(3.0, 20.0));
    }

    @Test
    void allPoliciesMustLetAPodGo() {
        Stage stage = policy(pods(stage(), 1), "a-paced", ", 'podsPerMinute': 60");
        policy(stage, "b-calm", ", 'paused': true")
                .at(SETTLED)
                .begin()
                .taints("k:NoExecute")
                .at(20);
        assertThat(held(stage)).containsExactly("policy b-calm is paused");
    }

    @Test
    void inTheSemanticsOfKubernetesPoliciesCountForNothing() {
        Stage stage = policy(pods(stage(Semantics.KUBERNETES_1_36), 1), "calm", ", 'paused': true");
        stage.at(SETTLED).begin().taints("k:NoExecute").at(1);
        assertThat(departures(stage, 1)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'taints': [{}]",
                "'taints': [{'value': 'v'}]",
                "'taints': [{'key': '', 'operator': 'Equal'}]",
                "'taints': [{'key': 'k', 'operator': 'Exists', 'value': 'v'}]",
                "'taints': [{'key': 'k'}], 'podSelector': {'matchExpressions': [{'key': '', 'operator': 'Exists'}]}",
                "'taints': [{'key': 'k'}], 'minStaySeconds': -1",
                "'taints': [{'key': 'k'}], 'maxTaintedNodes': '101%'",
                "'taints': [{'key': 'k'}], 'podsPerMinute': 0"
            })
    void whatIsNoPolicyIsRefused(String spec) {
        assertThat(stage().client()
                        .create(PolicyTypes.POLICIES, "", Document.of(StageManifests.json("""
                {'apiVersion': 'tenure.dev/v1alpha1', 'kind': 'TaintEvictionPolicy', 'metadata': {'name': 'p'},
                 'spec': {%s}}
                """.formatted(spec)))))
                .isInstanceOf(ApiReply.Failure.class);
    }
}
