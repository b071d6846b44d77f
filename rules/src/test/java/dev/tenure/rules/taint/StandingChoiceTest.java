package dev.tenure.rules.taint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.TaintEffect;
import dev.tenure.rules.Samples;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StandingChoiceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // chosen | except | effects | taint | meant
                "{k,Exists} | '' | NoSchedule | k=v:NS | true",
                "{k,Exists} | '' | NoSchedule | k=v:PNS | false",
                "{k,Exists} | '' | NoSchedule PreferNoSchedule | k=v:PNS | true",
                "{k,Exists} | '' | '' | k=v:NS | false",
                // pods leave because of those anyway
                "{k,Exists} | '' | NoExecute | k=v:NX | false",
                "{k,Equal,a} | '' | NoSchedule | k=v:NS | false",
                "{k,Exists} | {k,Equal,v} | NoSchedule | k=v:NS | false",
                "{,Exists} | '' | NoSchedule | k=v:NS | true",
                "{,Exists} | '' | NoSchedule | node-role.kubernetes.io/control-plane:NS | true",
                // the cluster's own have to be named
                "{,Exists} | '' | NoSchedule | node.kubernetes.io/unschedulable:NS | false",
                "{node.kubernetes.io/*,Exists} | '' | NoSchedule | node.kubernetes.io/unschedulable:NS | false",
                "{node.kubernetes.io/unschedulable,Exists} | '' | NoSchedule | node.kubernetes.io/unschedulable:NS | true",
                "{,Exists} {node.kubernetes.io/disk-pressure,Exists} | '' | NoSchedule | node.kubernetes.io/disk-pressure:NS | true",
                "{,Exists} | '' | NoSchedule | node.cloudprovider.kubernetes.io/shutdown:NS | false",
                // never those of silent nodes
                "{node.kubernetes.io/not-ready,Exists} | '' | NoSchedule | node.kubernetes.io/not-ready:NS | false",
                "{node.kubernetes.io/unreachable,Exists} | '' | NoSchedule | node.kubernetes.io/unreachable:NS | false"
            })
    void whichTaintsMakePodsLeaveThatOnlyKeepNewOnesAway(
            String chosen, String except, String effects, String taint, boolean meant) {
        var taints = TaintChoice.of(Samples.tolerations(chosen), Samples.tolerations(except));
        var each = EnumSet.noneOf(TaintEffect.class);
        Arrays.stream(effects.split(" "))
                .forEach(word -> TaintEffect.ofWord(word).ifPresent(each::add));
        var choice = new StandingChoice(taints, each, StandingPod.ALL);
        assertThat(choice.means(Samples.taint(taint))).isEqualTo(meant);
    }

    @Test
    void thoseThatLeavingDoesNotHelpAreSparedWhateverIsSaid() {
        assertThat(StandingPod.sparedBy(List.of()))
                .containsExactlyInAnyOrder(StandingPod.STATIC, StandingPod.DAEMON, StandingPod.ENDED);
        assertThat(StandingPod.sparedBy(List.of("PodsWithLocalStorage", "SystemCriticalPods", "BarePods", "other", "")))
                .isEqualTo(StandingPod.ALL);
    }
}
