package dev.tenure.console.shown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.console.shown.NodeStateRule.NodeState;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeStateRuleTest {
    private static final List<Boolean> BOTH = List.of(false, true);

    /// By the status of the condition Ready; without one a node has never been ready.
    private static final Map<String, NodeState> READINESS = Map.of(
            "True",
            NodeState.READY,
            "False",
            NodeState.NOT_READY,
            "Unknown",
            NodeState.SILENT,
            "",
            NodeState.NOT_READY);

    private static Node node(String ready, boolean pressed, boolean cordoned, boolean tainted) {
        String condition = ready.isEmpty() ? "" : ",{\"type\":\"Ready\",\"status\":\"%s\"}".formatted(ready);
        String json = """
                {"apiVersion":"v1","kind":"Node","metadata":{"name":"n"},
                "spec":{"unschedulable":%s,"taints":[{"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule"}%s]},
                "status":{"conditions":[{"type":"DiskPressure","status":"%s"}%s]}}\
                """.formatted(
                        cordoned,
                        tainted ? ",{\"key\":\"gpu\",\"effect\":\"NoSchedule\"}" : "",
                        pressed ? "True" : "False",
                        condition);
        return (Node) Views.view(ResourceTypes.NODES, Json.readObject(json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aNodeIsReadyOrNotWhateverElseIsTheMatterWithIt() {
        READINESS.forEach((ready, readiness) -> {
            for (boolean pressed : BOTH) {
                for (boolean cordoned : BOTH) {
                    for (boolean tainted : BOTH) {
                        Set<NodeState> expected = EnumSet.of(readiness);
                        if (pressed) {
                            expected.add(NodeState.PRESSURE);
                        }
                        if (cordoned) {
                            expected.add(NodeState.CORDONED);
                        }
                        if (tainted) {
                            expected.add(NodeState.TAINTED);
                        }
                        assertThat(NodeStateRule.all(node(ready, pressed, cordoned, tainted)))
                                .isEqualTo(expected);
                    }
                }
            }
        });
    }

    @Test
    void theWorstIsTheWordInWhichItIsShown() {
        assertThat(NodeStateRule.decide(node("Unknown", true, true, true))).isEqualTo(NodeState.SILENT);
        assertThat(NodeStateRule.decide(node("False", true, true, true))).isEqualTo(NodeState.NOT_READY);
        assertThat(NodeStateRule.decide(node("True", true, true, true))).isEqualTo(NodeState.PRESSURE);
        assertThat(NodeStateRule.decide(node("True", false, true, true))).isEqualTo(NodeState.CORDONED);
        assertThat(NodeStateRule.decide(node("True", false, false, true))).isEqualTo(NodeState.TAINTED);
        assertThat(NodeStateRule.decide(node("True", false, false, false))).isEqualTo(NodeState.READY);
    }
}
