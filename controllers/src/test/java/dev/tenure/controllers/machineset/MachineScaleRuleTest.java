package dev.tenure.controllers.machineset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.machineset.MachineScaleRule.Policy;
import dev.tenure.controllers.machineset.MachineScaleRule.Verdict;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MachineScaleRuleTest {
    private static final Machine OLD = machine("old", 1, "node", false);
    private static final Machine NEW = machine("new", 2, "node", false);

    private static Machine machine(String name, int hour, String node, boolean marked) {
        ObjectNode tree = Json.object();
        ObjectNode meta = tree.putObject("metadata")
                .put("name", name)
                .put("creationTimestamp", "2026-01-01T0" + hour + ":00:00Z");
        if (marked) {
            meta.putObject("annotations").put(MachineScaleRule.DELETE_FIRST, "yes");
        }
        return new Machine(Views.meta(tree), List.of(), Map.of(), "", node, List.of(), "");
    }

    private static Verdict delete(Machine... machines) {
        return new Verdict.Delete(List.of(machines));
    }

    @Test
    void asManyAsAreWanted() {
        assertThat(MachineScaleRule.decide(2, Policy.RANDOM, List.of(OLD, NEW))).isEqualTo(new Verdict.Keep());
        assertThat(MachineScaleRule.decide(5, Policy.RANDOM, List.of(OLD, NEW))).isEqualTo(new Verdict.Create(3));
        assertThat(MachineScaleRule.decide(0, Policy.OLDEST, List.of(NEW, OLD))).isEqualTo(delete(OLD, NEW));
    }

    /// A set that was scaled by mistake can be scaled back before all of it is done.
    @Test
    void onlySoManyComeOrGoAtALook() {
        assertThat(MachineScaleRule.decide(Integer.MAX_VALUE, Policy.RANDOM, List.of(OLD)))
                .isEqualTo(new Verdict.Create(MachineScaleRule.AT_ONCE_MAX));
        List<Machine> many = IntStream.range(0, 250)
                .mapToObj(i -> machine("m" + i, 1, "", false))
                .toList();
        for (int wanted : new int[] {0, -7, Integer.MIN_VALUE}) {
            assertThat(MachineScaleRule.decide(wanted, Policy.RANDOM, many))
                    .isInstanceOfSatisfying(
                            Verdict.Delete.class,
                            verdict -> assertThat(verdict.machines()).hasSize(MachineScaleRule.AT_ONCE_MAX));
        }
        assertThat(MachineScaleRule.decide(-1, Policy.RANDOM, List.of())).isEqualTo(new Verdict.Keep());
    }

    @Test
    void thePolicySaysWhichGoFirst() {
        assertThat(MachineScaleRule.decide(1, Policy.ofWord("Newest"), List.of(OLD, NEW)))
                .isEqualTo(delete(NEW));
        assertThat(MachineScaleRule.decide(1, Policy.ofWord("Oldest"), List.of(OLD, NEW)))
                .isEqualTo(delete(OLD));
    }

    @Test
    void amongEqualsThoseWithoutNodeGoFirstAndMarkedOnesBeforeAll() {
        Machine idle = machine("z", 3, "", false);
        Machine marked = machine("m", 3, "node", true);
        assertThat(MachineScaleRule.decide(2, Policy.ofWord(""), List.of(OLD, idle)))
                .isEqualTo(new Verdict.Keep());
        assertThat(MachineScaleRule.decide(1, Policy.ofWord(""), List.of(OLD, idle)))
                .isEqualTo(delete(idle));
        assertThat(MachineScaleRule.decide(2, Policy.OLDEST, List.of(OLD, idle, marked)))
                .isEqualTo(delete(marked));
    }
}
