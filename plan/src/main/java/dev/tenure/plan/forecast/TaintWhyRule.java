package dev.tenure.plan.forecast;

import dev.tenure.controllers.tainteviction.policy.StayChange;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.rules.taint.TolerationRule;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Which of a node's taints makes a pod leave, in words.
final class TaintWhyRule {
    private TaintWhyRule() {}

    /// @param by the policy that grants the stay; absent where the pod tolerates the taint itself
    private record Limit(Taint taint, Duration tolerated, Optional<String> by, Optional<StayChange> change) {
        private Duration stay() {
            return change.map(StayChange::stay).orElse(tolerated);
        }

        private String words() {
            String what = "taint %s is tolerated for %d s%s"
                    .formatted(
                            taint,
                            tolerated.toSeconds(),
                            by.map(policy -> " by policy " + policy).orElse(""));
            return what + changed(change);
        }
    }

    /// The first taint that neither the pod nor a policy tolerates, else the one with the shortest stay;
    /// absent when all may stay for ever.
    ///
    /// @param taints those that make the pod leave if it does not tolerate them
    static Optional<String> why(Pod pod, List<Taint> taints, SeenPolicies policies) {
        List<Toleration> tolerations = pod.spec().tolerations();
        Optional<Taint> untolerated = taints.stream()
                .filter(taint -> !TolerationRule.anyTolerates(tolerations, taint)
                        && policies.grant(pod, taint).isEmpty())
                .findFirst();
        if (untolerated.isPresent()) {
            Taint taint = untolerated.get();
            return Optional.of("taint %s is not tolerated%s"
                    .formatted(taint, changed(policies.change(pod, taint, Duration.ZERO))));
        }
        return taints.stream()
                .flatMap(taint -> limits(pod, taint, policies))
                .min(Comparator.comparing(Limit::stay))
                .map(Limit::words);
    }

    private static Stream<Limit> limits(Pod pod, Taint taint, SeenPolicies policies) {
        List<Toleration> tolerations = pod.spec().tolerations();
        if (!TolerationRule.anyTolerates(tolerations, taint)) {
            return policies.grant(pod, taint).stream()
                    .map(grant -> limit(pod, taint, grant.stay(), Optional.of(grant.policy()), policies));
        }
        return taint.effect() != TaintEffect.NO_EXECUTE
                ? Stream.empty()
                : tolerations.stream()
                        .filter(toleration -> TolerationRule.tolerates(toleration, taint))
                        .map(Toleration::stay)
                        .filter(Stay.AtMost.class::isInstance)
                        .map(stay -> limit(pod, taint, (Stay.AtMost) stay, Optional.empty(), policies));
    }

    private static Limit limit(Pod pod, Taint taint, Stay.AtMost stay, Optional<String> by, SeenPolicies policies) {
        Duration tolerated = Duration.ofSeconds(Math.max(0, stay.seconds()));
        return new Limit(taint, tolerated, by, policies.change(pod, taint, tolerated));
    }

    private static String changed(Optional<StayChange> change) {
        return change.map(each -> " (policy %s: %d s at %s)"
                        .formatted(each.policy(), each.stay().toSeconds(), each.least() ? "least" : "most"))
                .orElse("");
    }
}
