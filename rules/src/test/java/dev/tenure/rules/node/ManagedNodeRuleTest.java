package dev.tenure.rules.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.rules.Samples;
import dev.tenure.rules.node.ManagedNodeRule.Fault;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What annotations say of a simulated node.
class ManagedNodeRuleTest {
    private static Node node(Map<String, String> annotations) {
        Node plain = Samples.node("n", Map.of());
        var meta = new ObjectMeta(
                "n", "", "uid-n", 1, Samples.NOW, Optional.empty(), Map.of(), annotations, List.of(), List.of());
        return new Node(meta, plain.spec(), plain.status());
    }

    @Test
    void aNodeIsSimulatedBecauseItSaysSoOrBecauseAllAre() {
        assertThat(ManagedNodeRule.managed(node(Map.of()), true)).isTrue();
        assertThat(ManagedNodeRule.managed(node(Map.of()), false)).isFalse();
        assertThat(ManagedNodeRule.managed(node(Map.of("tenure.dev/node", "simulated")), false))
                .isTrue();
        assertThat(ManagedNodeRule.managed(node(Map.of("tenure.dev/node", "real")), false))
                .isFalse();
        assertThat(ManagedNodeRule.managed(node(Map.of("kwok.x-k8s.io/node", "fake")), false))
                .isTrue();
        assertThat(ManagedNodeRule.managed(node(Map.of("kwok.x-k8s.io/node", "")), false))
                .isFalse();
    }

    @Test
    void aFaultIsWhatTheNodeOrItsMachineSays() {
        var words =
                Map.of("", Fault.NONE, "stopped", Fault.STOPPED, "partitioned", Fault.PARTITIONED, "odd", Fault.NONE);
        var machines = Map.of("", false, "running", false, "shutdown", true, "terminated", true);
        words.forEach((word, fault) -> machines.forEach((machine, powerless) -> assertThat(ManagedNodeRule.fault(
                        node(Map.of("tenure.dev/fault", word, "tenure.dev/cloud-machine", machine))))
                .as("%s on a machine that is %s", word, machine)
                .isEqualTo(powerless ? Fault.STOPPED : fault)));
        assertThat(ManagedNodeRule.fault(node(Map.of()))).isEqualTo(Fault.NONE);
    }

    @Test
    void missingConfigIsIgnoredWhereThatIsSaid() {
        assertThat(ManagedNodeRule.ignoresMissingConfig(node(Map.of("tenure.dev/missing-config", "ignored"))))
                .isTrue();
        assertThat(ManagedNodeRule.ignoresMissingConfig(node(Map.of("tenure.dev/missing-config", "awaited"))))
                .isFalse();
        assertThat(ManagedNodeRule.ignoresMissingConfig(node(Map.of()))).isFalse();
    }
}
