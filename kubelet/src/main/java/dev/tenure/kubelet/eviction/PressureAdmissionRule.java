package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.rules.qos.QosClass;
import dev.tenure.rules.qos.QosRule;
import dev.tenure.rules.taint.TolerationRule;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/// Whether a node under pressure takes a new pod. Critical pods always; under pressure of memory alone
/// also pods that ask for something, or tolerate the taint of that pressure. Tolerations of other
/// pressures are not asked for. Upstream: Admit in eviction_manager.go.
public final class PressureAdmissionRule {
    /// The answer.
    public sealed interface Verdict {
        record Admit() implements Verdict {}

        /// @param message ends with a blank, as upstream's does
        record Reject(String reason, String message) implements Verdict {}
    }

    private static final Taint MEMORY_PRESSURE =
            new Taint(WellKnownTaints.MEMORY_PRESSURE, "", TaintEffect.NO_SCHEDULE);

    private PressureAdmissionRule() {}

    public static Verdict decide(Pod pod, Set<PressureCondition> conditions) {
        if (conditions.isEmpty() || PodRule.critical(pod)) {
            return new Verdict.Admit();
        }
        boolean memoryAlone = conditions.equals(EnumSet.of(PressureCondition.MEMORY));
        if (memoryAlone && (QosRule.of(pod) != QosClass.BEST_EFFORT || tolerates(pod))) {
            return new Verdict.Admit();
        }
        String names = conditions.stream().sorted().map(PressureCondition::type).collect(Collectors.joining(" "));
        return new Verdict.Reject(Eviction.REASON, "The node had condition: [%s]. ".formatted(names));
    }

    private static boolean tolerates(Pod pod) {
        return TolerationRule.anyTolerates(pod.spec().tolerations(), MEMORY_PRESSURE);
    }
}
