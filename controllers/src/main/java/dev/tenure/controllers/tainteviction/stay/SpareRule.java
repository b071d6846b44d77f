package dev.tenure.controllers.tainteviction.stay;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.Toleration;
import dev.tenure.rules.taint.TaintTerm;
import dev.tenure.rules.taint.TaintTerms;
import dev.tenure.rules.taint.TolerationRule;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decides whether a pod that is to leave later will not have to, because the taints go before.
public final class SpareRule {
    /// A taint whose time has been over for so long is taken away by nobody.
    private static final Duration OVERDUE = Duration.ofMinutes(1);

    private SpareRule() {}

    /// When the taints of a node go, those without a term included; empty for a node without terms.
    ///
    /// @param counted because of which pods leave
    public static Map<Taint, Optional<Instant>> ends(Node node, List<Taint> counted) {
        TaintTerms terms = TaintTerms.of(node);
        if (terms.isEmpty()) {
            return Map.of();
        }
        var ends = new LinkedHashMap<Taint, Optional<Instant>>();
        counted.forEach(taint -> ends.put(taint, terms.of(taint).map(TaintTerm::until)));
        return ends;
    }

    /// @param first the end of the stay that ends first
    /// @param ends of all taints of its node because of which pods leave
    /// @return when the last taint that ends its stay has gone; empty when one of them may stay beyond the
    ///     deadline
    public static Optional<Instant> sparedAt(
            List<Toleration> tolerations, StayVerdict.EvictAt first, Map<Taint, Optional<Instant>> ends, Instant now) {
        Optional<Instant> last = Optional.empty();
        for (Map.Entry<Taint, Optional<Instant>> each : ends.entrySet()) {
            Bearing bearing = bearing(tolerations, first.taint(), each.getKey());
            if (bearing == Bearing.NONE) {
                continue;
            }
            Optional<Instant> end = each.getValue()
                    .filter(at ->
                            !at.isAfter(first.deadline()) && at.plus(OVERDUE).isAfter(now));
            if (bearing == Bearing.AT_ONCE || end.isEmpty()) {
                return Optional.empty();
            }
            last = Optional.of(last.filter(end.get()::isBefore).orElse(end.get()));
        }
        return last;
    }

    /// What a taint means for a pod whose stay runs.
    private enum Bearing {
        NONE,
        FOR_A_WHILE,
        AT_ONCE
    }

    /// One that only keeps new pods away by itself, and whose stay runs, is tolerated by a policy; no other
    /// one of these makes the pod leave, or it would have left.
    private static Bearing bearing(List<Toleration> tolerations, Taint first, Taint taint) {
        if (!TolerationRule.EVICTS.contains(taint.effect())) {
            return taint.sameAs(first) ? Bearing.FOR_A_WHILE : Bearing.NONE;
        }
        return TolerationRule.firstConsent(tolerations, taint, true)
                .map(consent -> consent.stay() instanceof Stay.Forever ? Bearing.NONE : Bearing.FOR_A_WHILE)
                .orElse(Bearing.AT_ONCE);
    }
}
