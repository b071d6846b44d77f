package dev.tenure.controllers.machineset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Names with an O and a number are the vectors of the specification.
final class NodeLinkRuleTest {
    private static final Taint WANTED = new Taint("key1", "value1", TaintEffect.NO_EXECUTE);

    private static Machine machine(Taint... taints) {
        ObjectNode tree = Json.object();
        tree.putObject("metadata").put("name", "w-1").put("namespace", "ns");
        return new Machine(
                Views.meta(tree), List.of(taints), Map.of("gpu", "yes"), "", "", List.of("10.0.0.1"), "Running");
    }

    /// A node that is linked with the machine already, but for its taints.
    private static Node node(Taint... taints) {
        ObjectNode node = Json.object();
        ObjectNode meta = node.putObject("metadata").put("name", "w-1");
        meta.putObject("annotations").put(NodeLinkRule.ANNOTATION, "ns/w-1");
        meta.putObject("labels").put("gpu", "yes").put("other", "stays");
        var list = node.putObject("spec").putArray("taints");
        for (Taint taint : taints) {
            list.addObject()
                    .put("key", taint.key())
                    .put("value", taint.value())
                    .put("effect", taint.effect().word());
        }
        node.putObject("status")
                .putArray("addresses")
                .addObject()
                .put("type", "InternalIP")
                .put("address", "10.0.0.1");
        return (Node) Views.view(ResourceTypes.NODES, node);
    }

    private static NodeLinkRule.Verdict link(Taint... taints) {
        return new NodeLinkRule.Verdict.Link(List.of(taints), Map.of(), "ns/w-1");
    }

    @Test
    void o03AMissingTaintIsAddedToThoseOfTheNode() {
        var own = new Taint("own", "", TaintEffect.NO_SCHEDULE);
        assertThat(NodeLinkRule.decide(machine(WANTED), node(own))).isEqualTo(link(own, WANTED));
        assertThat(NodeLinkRule.decide(machine(WANTED), node(own, WANTED)))
                .isEqualTo(new NodeLinkRule.Verdict.Linked());
    }

    @Test
    void o04NoTaintIsTakenAway() {
        assertThat(NodeLinkRule.decide(machine(), node(WANTED))).isEqualTo(new NodeLinkRule.Verdict.Linked());
    }

    @Test
    void o05AnotherValueStays() {
        var other = new Taint("key1", "mine", TaintEffect.NO_EXECUTE);
        assertThat(NodeLinkRule.decide(machine(WANTED), node(other))).isEqualTo(new NodeLinkRule.Verdict.Linked());
        var weaker = new Taint("key1", "value1", TaintEffect.NO_SCHEDULE);
        assertThat(NodeLinkRule.decide(machine(WANTED), node(weaker))).isEqualTo(link(weaker, WANTED));
    }

    @Test
    void aNodeBelongsToTheMachineWithItsAddress() {
        assertThat(NodeLinkRule.belongs(machine(), node())).isTrue();
        var elsewhere = new Machine(machine().meta(), List.of(), Map.of(), "", "", List.of("10.0.0.2"), "");
        assertThat(NodeLinkRule.belongs(elsewhere, node())).isFalse();
        var provided = new Machine(machine().meta(), List.of(), Map.of(), "aws:///a", "", List.of("10.0.0.1"), "");
        assertThat(NodeLinkRule.belongs(provided, node())).isFalse();
    }
}
