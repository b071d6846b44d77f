package dev.tenure.rules.taint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.rules.Samples;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TaintReasonRuleTest {
    private static final List<String> CONDITIONS =
            List.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable");

    private static Node node(boolean unschedulable, List<Condition> conditions) {
        Node bare = Samples.node("n", Map.of());
        Node.NodeStatus status = bare.status();
        return new Node(
                bare.meta(),
                new Node.NodeSpec(List.of(), unschedulable, "", List.of()),
                new Node.NodeStatus(
                        status.capacity(),
                        status.allocatable(),
                        conditions,
                        List.of(),
                        List.of(),
                        status.nodeInfo(),
                        List.of(),
                        List.of(),
                        0));
    }

    private static Condition condition(String type, Truth truth) {
        return new Condition(type, truth, "", "", Instant.EPOCH, Instant.EPOCH, 0);
    }

    private static Taint taint(String text) {
        int colon = text.indexOf(':');
        return new Taint(
                text.substring(0, colon),
                "",
                TaintEffect.ofWord(text.substring(colon + 1)).orElseThrow());
    }

    /// Every taint of a condition in every state of every condition: it lasts in the one state that it stands
    /// for.
    @Test
    void aTaintOfAConditionLastsAsLongAsTheConditionIsInItsState() {
        Map<String, String> lasting = Map.of(
                "not-ready", "Ready False",
                "unreachable", "Ready Unknown",
                "memory-pressure", "MemoryPressure True",
                "disk-pressure", "DiskPressure True",
                "pid-pressure", "PIDPressure True",
                "network-unavailable", "NetworkUnavailable True");
        Set<String> kept = new HashSet<>();
        for (String name : lasting.keySet()) {
            for (String type : CONDITIONS) {
                for (Truth truth : Truth.values()) {
                    TaintReason reason = TaintReasonRule.reason(
                            node(false, List.of(condition(type, truth))),
                            taint("node.kubernetes.io/" + name + ":NoSchedule"));
                    assertThat(reason.keptBy()).as(name).contains(TaintReasonRule.NODE_LIFECYCLE);
                    boolean ofNewNode = name.equals("not-ready") && !type.equals("Ready");
                    if (!reason.stale() && !ofNewNode) {
                        kept.add(name + " " + type + " " + truth.word());
                    }
                }
            }
        }
        Set<String> expected = new HashSet<>();
        lasting.forEach((name, state) -> expected.add(name + " " + state));
        assertThat(kept).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} at {1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "node.kubernetes.io/not-ready:NoExecute | Ready False | Lasting Ready is False",
                "node.kubernetes.io/not-ready:NoExecute | Ready Unknown | Stale stale: Ready is Unknown",
                "node.kubernetes.io/unreachable:NoExecute | Ready True | Stale stale: Ready is True",
                "node.kubernetes.io/not-ready:NoSchedule | '' | Lasting the node has not said yet that it is ready",
                "node.kubernetes.io/unreachable:NoSchedule | '' | Stale stale: the node has no condition Ready",
                // the component keeps no such effects
                "node.kubernetes.io/memory-pressure:NoExecute | MemoryPressure True | Unkept ''",
                "node.kubernetes.io/not-ready:PreferNoSchedule | Ready False | Unkept ''",
                "node.kubernetes.io/unschedulable:NoExecute | Ready True | Unkept ''",
                "node.kubernetes.io/unschedulable:NoSchedule | Ready True | Stale stale: spec.unschedulable is not set",
                "node.kubernetes.io/unschedulable:NoSchedule | cordoned | Lasting cordoned: spec.unschedulable is true",
                "node.kubernetes.io/out-of-service:NoExecute | Ready Unknown | Lasting pods are ended by force there",
                "node.kubernetes.io/out-of-service:NoExecute | Ready True | Stale stale: Ready is True",
                "node.cloudprovider.kubernetes.io/shutdown:NoSchedule | Ready Unknown | Lasting the machine is shut down",
                "node.cloudprovider.kubernetes.io/shutdown:NoSchedule | Ready True | Stale stale: Ready is True",
                "node.cloudprovider.kubernetes.io/uninitialized:NoSchedule | Ready True "
                        + "| Lasting the cloud has not set the node up yet",
                "karpenter.sh/disrupted:NoSchedule | Ready True | Announced the node is about to be replaced",
                "dedicated:NoExecute | Ready False | Unkept ''"
            })
    void eachTaintHasItsReason(String taint, String state, String expected) {
        var conditions = new ArrayList<Condition>();
        if (state.contains(" ")) {
            String[] words = state.split(" ");
            conditions.add(condition(words[0], Truth.ofWord(words[1])));
        }

        TaintReason reason = TaintReasonRule.reason(node(state.equals("cordoned"), conditions), taint(taint));

        assertThat(reason.getClass().getSimpleName() + " " + reason.words()).isEqualTo(expected.replace("''", ""));
    }

    @Test
    void theConditionsReasonIsToldWithIt() {
        Node node = node(false, List.of(Samples.condition("Ready", false, "KubeletNotReady", "no network")));

        assertThat(TaintReasonRule.reason(node, taint("node.kubernetes.io/not-ready:NoSchedule"))
                        .words())
                .isEqualTo("Ready is False (KubeletNotReady)");
    }

    @Test
    void whatPeopleKeepHasNoKeeper() {
        Node down = node(false, List.of(condition("Ready", Truth.UNKNOWN)));

        assertThat(TaintReasonRule.reason(down, taint("node.kubernetes.io/out-of-service:NoExecute"))
                        .keptBy())
                .isEmpty();
        assertThat(TaintReasonRule.reason(down, taint("node.cloudprovider.kubernetes.io/shutdown:NoSchedule"))
                        .keptBy())
                .contains("cloud controller");
        assertThat(TaintReasonRule.reason(down, taint("dedicated:NoExecute")).keptBy())
                .isEmpty();
    }
}
