package dev.tenure.controllers.tainteviction.stay;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.Toleration;
import dev.tenure.rules.taint.TolerationRule;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/// Decides the fate of one pod from its tolerations and the taints of its node that make pods leave.
final class EvictionRule {
    private EvictionRule() {}

    /// For each taint the first toleration in the list that matches counts, later ones are not read
    /// (upstream: GetMatchingTolerations); of the stays so granted the one that ends first decides.
    ///
    /// @param taints those because of which the pod leaves if it does not tolerate them; one with another
    ///     effect than NoExecute is tolerated for a while only where a policy grants that, for the
    ///     tolerations of pods have no seconds for it
    /// @param bound when the pod came to the node: no stay begins earlier
    /// @param comparisonOperators whether the operators Lt and Gt match
    public static StayVerdict decide(
            List<TaintedSince> taints, List<Toleration> tolerations, Instant bound, boolean comparisonOperators) {
        return decide(taints, tolerations, bound, comparisonOperators, _ -> OptionalLong.empty());
    }

    /// The same where stays that end may be shortened.
    ///
    /// @param secondsMax how long a pod that tolerates a taint for a while may stay at most
    static StayVerdict decide(
            List<TaintedSince> taints,
            List<Toleration> tolerations,
            Instant bound,
            boolean comparisonOperators,
            Function<Taint, OptionalLong> secondsMax) {
        StayVerdict verdict = new StayVerdict.Keep();
        for (TaintedSince tainted : taints) {
            Optional<Toleration> consent =
                    TolerationRule.firstConsent(tolerations, tainted.taint(), comparisonOperators);
            if (consent.isEmpty()) {
                return new StayVerdict.EvictNow(tainted.taint());
            }
            if (consent.get().stay() instanceof Stay.AtMost(long seconds)) {
                Instant begin = tainted.since().isAfter(bound) ? tainted.since() : bound;
                long most = secondsMax.apply(tainted.taint()).orElse(seconds);
                var stay = new Stay.AtMost(Math.min(seconds, most));
                verdict = earlier(
                        verdict, end(begin, stay), tainted, consent.get().withStay(stay));
            }
        }
        return verdict;
    }

    private static Instant end(Instant begin, Stay.AtMost stay) {
        try {
            return begin.plus(stay.limit());
        } catch (DateTimeException | ArithmeticException _) {
            return Instant.MAX;
        }
    }

    private static StayVerdict earlier(StayVerdict soFar, Instant deadline, TaintedSince tainted, Toleration consent) {
        if (soFar instanceof StayVerdict.EvictAt at && !deadline.isBefore(at.deadline())) {
            return soFar;
        }
        return new StayVerdict.EvictAt(deadline, tainted.taint(), consent);
    }
}
