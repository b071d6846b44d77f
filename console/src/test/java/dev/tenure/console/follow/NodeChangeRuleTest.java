package dev.tenure.console.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which new states of a node are worth telling browsers of.
class NodeChangeRuleTest {
    private static final String NODE = """
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n", "uid": "u", "labels": {"a": "b"}},
         "spec": {"taints": [{"key": "k", "effect": "NoExecute"}]},
         "status": {"allocatable": {"cpu": "4"}, "conditions": [{"type": "Ready", "status": "True", "reason": "r",
          "lastHeartbeatTime": "2026-01-01T00:00:00Z"}]}}\
        """;

    private static Node node(String json) {
        ObjectNode tree = Json.readObject(json.getBytes(StandardCharsets.UTF_8));
        return (Node) Views.view(ResourceTypes.NODES, tree);
    }

    @Test
    void aHeartbeatIsNotNotified() {
        Node later = node(NODE.replace("00:00:00Z", "00:05:00Z"));
        assertThat(later).isNotEqualTo(node(NODE));
        assertThat(NodeChangeRule.onlyBeat(node(NODE), later)).isTrue();
    }

    @Test
    void allElseThatPagesShowIsReported() {
        List<String> others = List.of(
                NODE.replace("\"k\"", "\"other\""),
                NODE.replace("\"a\": \"b\"", "\"a\": \"c\""),
                NODE.replace("\"labels\"", "\"annotations\": {\"x\": \"y\"}, \"labels\""),
                NODE.replace("\"u\"", "\"another\""),
                NODE.replace("\"taints\"", "\"unschedulable\": true, \"taints\""),
                NODE.replace("\"4\"", "\"8\""),
                NODE.replace("\"True\"", "\"False\""),
                NODE.replace("\"r\"", "\"s\""));
        assertThat(others)
                .doesNotContain(NODE)
                .allSatisfy(other -> assertThat(NodeChangeRule.onlyBeat(node(NODE), node(other)))
                        .isFalse());
    }
}
