package dev.tenure.plan.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.nodereadiness.NodeReadinessRule;
import dev.tenure.controllers.nodereadiness.NodeReadinessRuleParser;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.scenario.Manifests;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Rules of node readiness under pseudonyms.
final class RedactedReadinessTest {
    private static StoredObject object(String apiVersion, String kind, String text) {
        return new StoredForms()
                .read(Json.write(Manifests.read(text).getFirst()), GroupVersionKind.of(apiVersion, kind));
    }

    private static StoredObject rule() {
        return object("readiness.node.x-k8s.io/v1alpha1", "NodeReadinessRule", """
                {apiVersion: readiness.node.x-k8s.io/v1alpha1, kind: NodeReadinessRule, metadata: {name: vault, uid: u-1,
                finalizers: [readiness.node.x-k8s.io/cleanup-taints],
                annotations: {tenure.dev/max-tainted-nodes: 30%, tenure.dev/stabilization-window-seconds: "5"}},
                spec: {conditions: [{type: ledger.acme.corp/Ready, requiredStatus: "True", defaultStatus: "False"},
                {type: Other, requiredStatus: "True"}], conditionPolicy: anyOf, enforcementMode: continuous,
                taint: {key: readiness.k8s.io/network, value: payments, effect: NoExecute},
                nodeSelector: {matchLabels: {rack: gold}, matchExpressions: [{key: acme.corp/x, operator: DoesNotExist}]}},
                status: {appliedNodes: [titan], nodeEvaluations: [{nodeName: titan, taintStatus: Absent,
                lastEvaluationTime: "2026-01-01T00:00:00Z", conditionResults: [{type: ledger.acme.corp/Ready,
                currentStatus: "True", requiredStatus: "True", defaultStatus: "False"}]}]}}
                """);
    }

    private static StoredObject node(String status) {
        return object("v1", "Node", """
                {apiVersion: v1, kind: Node, metadata: {name: titan, uid: u-2, labels: {rack: gold},
                annotations: {readiness.k8s.io/bootstrap-completed-00000000-1111-2222-3333-444444444444: x}}, spec: {taints: [
                {key: readiness.k8s.io/network, effect: NoExecute}]},
                status: {conditions: [{type: ledger.acme.corp/Ready, status: "%s"}]}}
                """.formatted(status));
    }

    private static NodeReadinessRule read(StoredObject rule) {
        return NodeReadinessRuleParser.read(rule).orElseThrow();
    }

    @Test
    void itDoesTheSameAndNoWordOfItIsLeft() {
        Redaction redaction = Redaction.with(List.of(), _ -> {});
        StoredObject redacted = redaction.object(rule());
        assertThat(new String(redacted.json(), StandardCharsets.UTF_8))
                .doesNotContain("vault", "ledger", "acme", "network", "payments", "rack", "gold", "titan");
        NodeReadinessRule before = read(rule());
        NodeReadinessRule after = read(redacted);
        assertThat(after)
                .usingRecursiveComparison()
                .ignoringFields("meta", "conditions", "taint", "nodes")
                .isEqualTo(before);
        assertThat(after.inForce()).isTrue();
        for (String status : List.of("True", "False")) {
            Node node = redaction.object(node(status)).view(Node.class);
            assertThat(after.isAbout(node)).isTrue();
            assertThat(after.taints(node)).isTrue();
            assertThat(node.meta().annotations())
                    .containsKey("readiness.k8s.io/bootstrap-completed-00000000-1111-2222-3333-444444444444");
            assertThat(after.holdsOn(node)).isEqualTo(status.equals("True"));
        }
    }
}
