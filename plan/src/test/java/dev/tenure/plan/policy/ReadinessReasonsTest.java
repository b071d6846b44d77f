package dev.tenure.plan.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TaintReason;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReadinessReasonsTest {
    private static final ResourceType RULES = new ResourceType(
            "readiness.node.x-k8s.io", "v1alpha1", "nodereadinessrules", "NodeReadinessRule", Scope.CLUSTER);
    private static final Node NODE = object(
                    ResourceTypes.NODES, "{metadata: {name: n}, spec: {}, status: {conditions: []}}")
            .view(Node.class);
    private static final Taint NETWORK = new Taint("readiness.k8s.io/net", "pending", TaintEffect.NO_SCHEDULE);

    private static StoredObject object(ResourceType type, String yaml) {
        JsonNode read = Yaml.read(yaml.getBytes(StandardCharsets.UTF_8)).value();
        ObjectNode tree = Json.readObject(Json.write(read));
        var header = new StoredObject.Header(
                type.key("", tree.at("/metadata/name").asText()), "", Map.of(), List.of(), Map.of(), false);
        return new StoredObject(header, Json.write(tree), 1, Views.reader(type));
    }

    /// @param conditions `type=current/required`
    private static StoredObject rule(String name, String spec, String... conditions) {
        var results = new StringBuilder();
        for (String condition : conditions) {
            String[] parts = condition.split("[=/]", -1);
            results.append(
                    "{type: %s, currentStatus: '%s', requiredStatus: '%s'},".formatted(parts[0], parts[1], parts[2]));
        }
        return object(RULES, """
                {metadata: {name: %s}, spec: {%s taint: {key: readiness.k8s.io/net, effect: NoSchedule}},
                 status: {nodeEvaluations: [{nodeName: other, conditionResults: []}, {nodeName: n, conditionResults: [%s]}]}}
                """.formatted(name, spec, results));
    }

    private static TaintReason reason(StoredObject... rules) {
        return ReadinessReasons.of(List.of(rules)).reason(NODE, NETWORK);
    }

    private static TaintReason lasting(String because) {
        return new TaintReason.Lasting(Optional.of("node readiness"), because);
    }

    @Test
    void aRuleSaysWhichConditionsAreNotAsRequired() {
        assertThat(reason(rule("a", "", "A=Unknown/True", "B=True/True", "C=True/False"), rule("b", "", "A=True/True")))
                .isEqualTo(lasting("rule a: A is Unknown, C is True"));
        assertThat(reason(rule("a", "", "A=False/True"), rule("b", "conditionPolicy: anyOf,", "B=False/True")))
                .isEqualTo(lasting("rule a: A is False; rule b: B is False"));
    }

    @Test
    void aTaintWhoseRulesAreContentOrGoneIsStale() {
        assertThat(reason(rule("a", "conditionPolicy: anyOf,", "A=True/True", "B=False/True"))
                        .words())
                .isEqualTo("stale: rule a has what it requires");
        assertThat(reason().words()).isEqualTo("stale: no NodeReadinessRule keeps it here");
        assertThat(reason(rule("a", "dryRun: true,", "A=False/True")).words())
                .isEqualTo("stale: no NodeReadinessRule keeps it here");
    }

    @Test
    void whereRulesAreNotKnownAndForOtherTaintsTheNodeAloneTells() {
        assertThat(ReadinessReasons.NONE.reason(NODE, NETWORK)).isEqualTo(new TaintReason.Unkept());
        var cordon = new Taint("node.kubernetes.io/unschedulable", "", TaintEffect.NO_SCHEDULE);
        assertThat(ReadinessReasons.of(List.of()).reason(NODE, cordon).words())
                .isEqualTo("stale: spec.unschedulable is not set");
    }
}
