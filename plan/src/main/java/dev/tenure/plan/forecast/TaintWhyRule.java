package dev.tenure.plan.forecast;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.rules.taint.TolerationRule;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Which of a node's taints makes a pod leave, in words.
final class TaintWhyRule {
    private TaintWhyRule() {}

    private record Limit(Taint taint, long seconds) {}

    /// The first taint without a toleration, else the one with the shortest stay; absent when all may stay
    /// for ever.
    ///
    /// @param taints those that make the pod leave if it does not tolerate them
    static Optional<String> why(Pod pod, List<Taint> taints) {
        List<Toleration> tolerations = pod.spec().tolerations();
        Optional<Taint> untolerated = taints.stream()
                .filter(taint -> !TolerationRule.anyTolerates(tolerations, taint))
                .findFirst();
        if (untolerated.isPresent()) {
            return Optional.of("taint %s is not tolerated".formatted(untolerated.get()));
        }
        return taints.stream()
                .filter(taint -> taint.effect() == TaintEffect.NO_EXECUTE)
                .flatMap(taint -> tolerations.stream()
                        .filter(toleration -> TolerationRule.tolerates(toleration, taint))
                        .flatMap(toleration -> toleration.stay() instanceof Stay.AtMost(long seconds)
                                ? Optional.of(new Limit(taint, seconds)).stream()
                                : Optional.<Limit>empty().stream()))
                .min(Comparator.comparingLong(Limit::seconds))
                .map(limit -> "taint %s is tolerated for %d s".formatted(limit.taint(), Math.max(0, limit.seconds())));
    }
}
