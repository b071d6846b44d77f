package dev.tenure.controllers.nodereadiness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
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

    private static Node unready(int i, String more) {
        return Rules.node("""
                {'metadata': {'name': 'n%1$03d', 'labels': {'pool': 'a'}, 'creationTimestamp': '2025-01-01T00:00:00Z'},
                 'spec': {%3$s}, 'status': {'conditions': [{'type': 'Net', 'status': '%2$s',
                  'lastTransitionTime': '2026-01-01T00:%4$02d:%5$02dZ'}]}}""".formatted(i, "False", more, i / 60, i % 60));
    }

    private NodeReadinessRule limited(String limit) {
        ObjectNode tree = Rules.json("""
                {'metadata': {'name': 'r', 'uid': 'u', 'finalizers': ['%s'], 'creationTimestamp': '2026-01-01T00:00:00Z',
                  'annotations': {'%s': '%s'}}, 'spec': {
                 'conditions': [{'type': 'Net', 'requiredStatus': 'True'}], 'enforcementMode': 'continuous',
                 'taint': {'key': 'readiness.k8s.io/net', 'effect': 'NoSchedule'},
                 'nodeSelector': {'matchLabels': {'pool': 'a'}}}}
                """.formatted(NodeReadinessRule.FINALIZER, NodeReadinessRuleParser.LIMIT, limit));
        var header =
                new StoredObject.Header(ReadinessTypes.RULES.key("", "r"), "u", Map.of(), List.of(), Map.of(), false);
        state.put(new StoredObject(header, Json.write(tree), 1, _ -> tree));
        return state.rule("r").orElseThrow();
    }

    /// All nodes of a pool go unready one after the other: they are gone over once, and each is told once
    /// that there is room for it.
    @Test
    void aLimitIsKeptUpNodeByNode() {
        NodeReadinessRule rule = limited("10");
        assertThat(state.newlyAllowed(rule)).isEmpty();
        int before = passes;
        List<String> told = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            state.seen(unready(i, ""));
            told.addAll(state.newlyAllowed(rule));
        }
        assertThat(told).hasSize(10).startsWith("n000").endsWith("n009");
        assertThat(state.allows(rule, unready(9, ""))).isTrue();
        assertThat(state.allows(rule, unready(10, ""))).isFalse();
        assertThat(state.heldBack(rule)).hasSize(MANY - 10);
        String taint = "'taints': [{'key': 'readiness.k8s.io/net', 'effect': 'NoSchedule'}]";
        state.seen(unready(0, taint));
        assertThat(state.newlyAllowed(rule)).as("it counts as before").isEmpty();
        state.gone("n000");
        assertThat(state.newlyAllowed(rule)).as("there is room for one more").containsExactly("n010");
        assertThat(passes).isEqualTo(before);
    }
}
