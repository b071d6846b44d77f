package dev.tenure.controllers.tainteviction;

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
final class SpareRule {
    /// A taint whose time has been over for so long is taken away by nobody.
    private static final Duration OVERDUE = Duration.ofMinutes(1);

    private SpareRule() {}

    /// When the taints of a node go, those without a term included; empty for a node without terms.
    static Map<Taint, Optional<Instant>> ends(Node node, List<Taint> noExecute) {
        TaintTerms terms = TaintTerms.of(node);
        if (terms.isEmpty()) {
            return Map.of();
        }
        var ends = new LinkedHashMap<Taint, Optional<Instant>>();
        noExecute.forEach(taint -> ends.put(taint, terms.of(taint).map(TaintTerm::until)));
        return ends;
    }

    /// @param deadline when the pod has to leave, by the taint that makes it leave first
    /// @param ends of all NoExecute taints of its node
    /// @return when the last taint that ends its stay has gone; empty when one of them may stay beyond the deadline
    static Optional<Instant> sparedAt(
            List<Toleration> tolerations, Instant deadline, Map<Taint, Optional<Instant>> ends, Instant now) {
        Optional<Instant> last = Optional.empty();
        for (Map.Entry<Taint, Optional<Instant>> each : ends.entrySet()) {
            Optional<Toleration> consent = TolerationRule.firstConsent(tolerations, each.getKey(), true);
            if (consent.filter(one -> one.stay() instanceof Stay.Forever).isPresent()) {
                continue;
            }
            Optional<Instant> end = each.getValue()
                    .filter(at -> !at.isAfter(deadline) && at.plus(OVERDUE).isAfter(now));
            if (consent.isEmpty() || end.isEmpty()) {
                return Optional.empty();
            }
            last = Optional.of(last.filter(end.get()::isBefore).orElse(end.get()));
        }
        return last;
    }
}
