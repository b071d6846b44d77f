package dev.tenure.controllers.clusterroleaggregation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class AggregatedRulesTest {
    private static ObjectNode json(String text) {
        return Json.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode role(String name, String labels, String rules) {
        return json("{'metadata': {'name': '%s', 'labels': {%s}}, 'rules': [%s]}".formatted(name, labels, rules));
    }

    private static final String PODS = "{'verbs': ['get'], 'apiGroups': [''], 'resources': ['pods']}";
    private static final String NODES = "{'verbs': ['get'], 'apiGroups': [''], 'resources': ['nodes']}";
    private static final ObjectNode ALL = json("""
        {'metadata': {'name': 'all', 'labels': {'a': 'b'}}, 'rules': null, 'aggregationRule':
         {'clusterRoleSelectors': [{'matchLabels': {'a': 'b'}},
          {'matchExpressions': [{'key': 'tier', 'operator': 'NotIn', 'values': ['secret']},
           {'key': 'c', 'operator': 'Exists'}]}]}}\
        """);

    @Test
    void rulesComeSelectorBySelectorInTheOrderOfNamesEachOnce() {
        var roles = List.of(
                ALL,
                role("z", "'a': 'b'", PODS),
                role("y", "'a': 'b', 'c': 'd'", PODS + ", " + NODES),
                role("x", "'c': 'd', 'tier': 'secret'", "{'verbs': ['*']}"),
                role("w", "'c': 'd'", NODES));
        assertThat(AggregatedRules.rules(ALL, roles)
                        .toString()
                        .replace('"', '\'')
                        .replace(" ", ""))
                .isEqualTo(("[" + PODS + "," + NODES + "]").replace(" ", ""));
    }

    @Test
    void noRulesAreAsGoodAsAnEmptyList() {
        assertThat(AggregatedRules.has(ALL, AggregatedRules.rules(ALL, List.of(ALL))))
                .isTrue();
        ObjectNode filled =
                ALL.deepCopy().set("rules", json("{'a': [" + PODS + "]}").path("a"));
        assertThat(AggregatedRules.has(filled, AggregatedRules.rules(ALL, List.of(ALL))))
                .isFalse();
    }
}
