package dev.tenure.cli.taints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.print.TaintsText;
import dev.tenure.cli.taints.TaintSurvey.Order;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.policy.ReadinessReasons;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What is told of pods under a taint that only keeps new ones away, where a policy has pods leave because of
/// it.
final class StandingPodsSurveyTest {
    private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");
    private static final String OWNED =
            "ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: r, uid: r, controller: true}]";

    private final List<Pod> pods = new ArrayList<>();
    private String records = "[]";

    private static StoredObject policy(String spec) {
        // its name and its text count
        return Sketches.object(
                ResourceTypes.CONFIG_MAPS,
                "{metadata: {name: also}, spec: {taints: [{key: dedicated, operator: Exists}], %s}}".formatted(spec));
    }

    private void pod(String name, String metadata, String spec) {
        pods.add(Sketches.object(
                        ResourceTypes.PODS,
                        "{metadata: {namespace: shop, name: %1$s, uid: u-%1$s, creationTimestamp: '2026-01-01T00:00:00Z', %2$s}, spec: {nodeName: a, %3$s}, status: {phase: Running}}"
                                .formatted(name, metadata, spec))
                .view(Pod.class));
    }

    private JsonNode survey(String semantics, String spec, ObjectNode... coming) {
        ObjectNode page = Sketches.tree("{semantics: %s}".formatted(semantics));
        for (ObjectNode each : coming) {
            page.withArrayProperty("coming").add(each);
        }
        StoredObject node = Sketches.object(
                ResourceTypes.NODES, """
                {metadata: {name: a, uid: u-a, managedFields: [%s]},
                 spec: {taints: [{key: dedicated, value: gpu, effect: NoSchedule}]}}""".formatted(Sketches.wrote("kubectl-taint", "taints", "2026-01-01T00:40:00Z")));
        StoredObject record = Sketches.object(ResourceTypes.CONFIG_MAPS, """
                {metadata: {name: r}, data: {node: a, nodeUid: u-a, stays: '%s'}}""".formatted(records));
        var sight = new TaintSurvey.Sight(
                TaintSurvey.nodes(List.of(node), StayRecords.of(List.of(record))),
                Optional.of(pods),
                TaintPolicies.of(List.of(policy(spec)), Optional.of(page)),
                ReadinessReasons.NONE,
                List.of(),
                NOW);
        return TaintSurvey.of(sight, _ -> true, Order.taint).document(true, "tenure");
    }

    private static ObjectNode coming(String pod, String rest) {
        return Sketches.tree(
                "{namespace: shop, pod: %1$s, uid: u-%1$s, taint: 'dedicated=gpu:NoSchedule', deadline: '2026-01-01T01:00:10Z', %2$s}"
                        .formatted(pod, rest));
    }

    private void six() {
        pod("bare", "", "");
        pod("goes", OWNED, "");
        pod("held", OWNED, "");
        pod("later", OWNED, "");
        pod("new", OWNED, "");
        pod("tolerant", OWNED, "tolerations: [{key: dedicated, operator: Exists}]");
    }

    private JsonNode sixUnder(String semantics) {
        six();
        return survey(
                semantics,
                "alsoEvictFor: [NoSchedule]",
                coming("goes", "secondsLeft: 0"),
                coming("held", "secondsLeft: 0, held: {policy: also, reason: Paused, message: paused}"),
                coming("later", "secondsLeft: 10, since: '2026-01-01T01:00:00Z', toleration: x"));
    }

    private static List<String> outcomes(JsonNode document) {
        return document.at("/taints/0/podsThere")
                .valueStream()
                .map(pod ->
                        pod.path("name").asText() + " " + pod.path("outcome").asText())
                .toList();
    }

    @Test
    void whoLeavesWhoIsSparedAndWhoCameLaterIsTold() {
        JsonNode document = sixUnder("documented");
        assertThat(outcomes(document))
                .containsExactlyInAnyOrder(
                        "bare spared", "goes mustGo", "held mustGo", "later leaves", "new newcomer", "tolerant stays");
        assertThat(document.at("/taints/0/pods/leavingByPolicy").asInt()).isEqualTo(3);
        assertThat(document.at("/taints/0/policies/0/policy").asText()).isEqualTo("also");
        assertThat(TaintsText.list(document, false))
                .contains("6: 5 without toleration, 1 with toleration, 3 to leave by a policy, 1 held by a policy");
        assertThat(TaintsText.detail(document))
                .contains(
                        "stays: has no controller",
                        "must go",
                        "stays: came after the taint",
                        "in 10s",
                        "policy also holds it")
                .contains("The policy also has a say in when pods leave because of it");
    }

    @Test
    void inTheSemanticsOfKubernetesPoliciesCountForNothing() {
        assertThat(outcomes(sixUnder("kubernetes-1.36")))
                .filteredOn(each -> each.endsWith("notTolerated"))
                .hasSize(5);
    }

    @Test
    void aPolicyWithoutTheFieldSaysNothingOfIt() {
        six();
        JsonNode document = survey("documented", "paused: true");
        assertThat(outcomes(document)).contains("goes notTolerated");
        assertThat(document.at("/taints/0/policies")).isEmpty();
    }

    @Test
    void whereNoneIsSparedABarePodLeavesToo() {
        pod("bare", "", "");
        assertThat(outcomes(survey(
                        "documented", "alsoEvictFor: [NoSchedule], spare: []", coming("bare", "secondsLeft: 0"))))
                .containsExactly("bare mustGo");
    }

    @Test
    void theRecordTellsSinceWhenUnlessTheListIsOlder() {
        records = "[{\"taint\": \"dedicated=gpu:NoSchedule\", \"since\": \"2026-01-01T00:39:59Z\"}]";
        JsonNode node = survey("documented", "alsoEvictFor: [NoSchedule]").at("/taints/0/nodes/0");
        assertThat(node.path("since").asText() + " " + node.path("sinceFrom").asText())
                .isEqualTo("2026-01-01T00:39:59Z record");
        records = "[{\"taint\": \"dedicated=gpu:NoSchedule\", \"since\": \"2026-01-01T00:50:00Z\"}]";
        node = survey("documented", "alsoEvictFor: [NoSchedule]").at("/taints/0/nodes/0");
        assertThat(node.path("since").asText() + " " + node.path("sinceFrom").asText())
                .isEqualTo("2026-01-01T00:40:00Z managedFields");
    }
}
