package dev.tenure.controllers.nodereadiness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadinessStateTest {
    private static final int MANY = 100;

    private final List<Node> nodes = IntStream.range(0, MANY)
            .mapToObj(i -> Rules.node("{'metadata': {'name': 'n%1$d', 'labels': {'name': 'n%1$d'}}}".formatted(i)))
            .toList();
    private int passes;
    private final ReadinessState state = new ReadinessState(() -> {
        passes++;
        return nodes.stream();
    });

    private NodeReadinessRule put(int i, String node) {
        ObjectNode tree = Rules.json("""
                {'metadata': {'name': 'r%1$d', 'uid': 'u%1$d', 'finalizers': ['%3$s']}, 'spec': {
                 'conditions': [{'type': 'Net', 'requiredStatus': 'True'}], 'enforcementMode': 'continuous',
                 'taint': {'key': 'readiness.k8s.io/net', 'effect': 'NoSchedule'},
                 'nodeSelector': {'matchLabels': {'name': '%2$s'}}}}
                """.formatted(i, node, NodeReadinessRule.FINALIZER));
        String name = tree.at("/metadata/name").asText("");
        var header = new StoredObject.Header(
                ReadinessTypes.RULES.key("", name), "u" + i, Map.of(), List.of(), Map.of(), false);
        state.put(new StoredObject(header, Json.write(tree), 1, _ -> tree));
        return state.rule(name).orElseThrow();
    }

    /// For each rule the nodes are gone over once, however many rules keep the same taint.
    @Test
    void aRuleLooksForOthersOfItsTaintOnItsOwnNodes() {
        for (int i = 0; i < MANY; i++) {
            NodeReadinessRule rule = put(i, "n" + i);
            assertThat(state.conflict(rule)).isEmpty();
        }
        assertThat(passes).isEqualTo(MANY);
        assertThat(state.conflict(put(MANY, "n7"))).contains("r7");
    }

    @Test
    void oneRuleSeesANodeWithoutTheOthers() {
        put(1, "n1");
        NodeReadinessRule second = put(2, "n2");
        assertThat(state.seenBy("r2", nodes.get(2))).isFalse();
        assertThat(state.formerly(second, nodes.get(2))).isTrue();
        assertThat(state.seenBy("r1", nodes.get(2))).isFalse();
        assertThat(state.applied(second)).containsExactly("n2");
        assertThat(state.seenBy("none", nodes.get(2))).isFalse();
    }
}
