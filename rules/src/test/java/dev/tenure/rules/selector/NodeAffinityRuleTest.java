package dev.tenure.rules.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Affinity;
import dev.tenure.model.core.Affinity.PodTerms;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.NodeSelectorRequirement.Operator;
import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.rules.Samples;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A pod's node selector and its required affinity, each alone and both.
class NodeAffinityRuleTest {
    private static final Node NODE = Samples.node("n", Map.of("zone", "a", "disk", "ssd"));

    private static Affinity disk(String type) {
        var wanted = new NodeSelectorRequirement("disk", Operator.ofWord("In"), List.of(type));
        var terms = List.of(new NodeSelectorTerm(List.of(wanted), List.of()));
        return new Affinity(Optional.of(terms), List.of(), PodTerms.NONE, PodTerms.NONE);
    }

    private static boolean matches(Map<String, String> selector, Affinity affinity) {
        return NodeAffinityRule.matches(Samples.pod(selector, affinity).spec(), NODE);
    }

    @Test
    void bothMustHold() {
        var near = Map.of("zone", "a");
        var far = Map.of("zone", "b");
        assertThat(matches(Map.of(), Affinity.NONE)).isTrue();
        assertThat(matches(near, Affinity.NONE)).isTrue();
        assertThat(matches(far, Affinity.NONE)).isFalse();
        assertThat(matches(Map.of(), disk("ssd"))).isTrue();
        assertThat(matches(Map.of(), disk("tape"))).isFalse();
        assertThat(matches(near, disk("ssd"))).isTrue();
        assertThat(matches(near, disk("tape"))).isFalse();
        assertThat(matches(far, disk("ssd"))).isFalse();
        assertThat(matches(far, disk("tape"))).isFalse();
    }
}
