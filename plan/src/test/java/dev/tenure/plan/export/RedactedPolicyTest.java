package dev.tenure.plan.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.podgc.retention.FailedPodRetention;
import dev.tenure.controllers.podgc.retention.RetentionParser;
import dev.tenure.controllers.tainteviction.policy.EvictionPolicyParser;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.scenario.Manifests;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Policies of taint evictions under pseudonyms.
final class RedactedPolicyTest {
    private static StoredObject policy() {
        ObjectNode tree = Manifests.read("""
                {apiVersion: tenure.dev/v1alpha1, kind: TaintEvictionPolicy, metadata: {name: vault}, spec: {taints:
                [{key: acme.corp/rack, operator: Equal, value: gold}], podSelector: {matchLabels: {app: ledger}},
                namespaces: [payments], budgets: Respect, budgetDeadlineSeconds: 60, podsPerMinute: 5,
                maxTaintedNodes: 30%, minStaySeconds: 7, maxStaySeconds: 70, paused: true}}
                """).getFirst();
        return new StoredForms()
                .read(Json.write(tree), GroupVersionKind.of("tenure.dev/v1alpha1", "TaintEvictionPolicy"));
    }

    @Test
    void itDoesTheSameAndNoWordOfItIsLeft() {
        StoredObject redacted = Redaction.with(List.of(), _ -> {}).object(policy());
        assertThat(new String(redacted.json(), StandardCharsets.UTF_8))
                .doesNotContain("vault", "acme", "rack", "gold", "ledger", "payments");
        TaintEvictionPolicy before = EvictionPolicyParser.read(policy());
        TaintEvictionPolicy after = EvictionPolicyParser.read(redacted);
        assertThat(after)
                .usingRecursiveComparison()
                .ignoringFields("name", "taints", "pods", "namespaces")
                .isEqualTo(before);
        assertThat(after.taints().getFirst().operator())
                .isEqualTo(before.taints().getFirst().operator());
        assertThat(after.pods().requirements()).hasSize(1);
        assertThat(after.namespaces()).hasSize(1);
    }

    @Test
    void ofARetentionNeither() {
        ObjectNode tree = Manifests.read("""
                {apiVersion: tenure.dev/v1alpha1, kind: FailedPodRetention, metadata: {name: vault}, spec: {
                podSelector: {matchLabels: {app: ledger}}, namespaces: [payments], failures: [Rejected, Other],
                keepPerOwner: 3, maxAgeSeconds: 60, dryRun: true, loops: {times: 7, windowSeconds: 30}}}
                """).getFirst();
        StoredObject stored = new StoredForms()
                .read(Json.write(tree), GroupVersionKind.of("tenure.dev/v1alpha1", "FailedPodRetention"));
        StoredObject redacted = Redaction.with(List.of(), _ -> {}).object(stored);
        assertThat(new String(redacted.json(), StandardCharsets.UTF_8)).doesNotContain("vault", "ledger", "payments");
        FailedPodRetention after = RetentionParser.read(redacted);
        assertThat(after)
                .usingRecursiveComparison()
                .ignoringFields("name", "pods", "namespaces")
                .isEqualTo(RetentionParser.read(stored));
        assertThat(after.pods().requirements()).hasSize(1);
        assertThat(after.namespaces()).hasSize(1);
    }
}
