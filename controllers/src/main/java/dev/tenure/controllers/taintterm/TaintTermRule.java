package dev.tenure.controllers.taintterm;

import dev.tenure.controllers.taintterm.TermSightings.Sighting;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.rules.taint.PastTaintTerm;
import dev.tenure.rules.taint.PastTaintTerm.How;
import dev.tenure.rules.taint.TaintTerm;
import dev.tenure.rules.taint.TaintTerms;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decides which taints of a node have had their time, and which terms have lost theirs: only the taint that
/// a term means is ever taken away, never one that somebody put in its place.
final class TaintTermRule {
    /// So long a term waits for its taint, for people write one after the other.
    static final Duration WAIT_FOR_TAINT = Duration.ofMinutes(1);

    /// What is to be done about a node.
    ///
    /// @param taints what it bears afterwards
    /// @param over the terms that are over, by the names of their annotations
    /// @param again when to look again
    record Plan(List<Taint> taints, Map<String, PastTaintTerm> over, Optional<Instant> again) {
        boolean isEmpty() {
            return over.isEmpty();
        }
    }

    /// What becomes of one term.
    private sealed interface Fate {
        record Over(How how) implements Fate {}

        record Waits(Instant until) implements Fate {}
    }

    private TaintTermRule() {}

    /// @param seen what was seen of the terms before, by the names of their annotations
    static Plan decide(Node node, TaintTerms terms, Map<String, Sighting> seen, Instant now) {
        var taints = new ArrayList<>(node.spec().taints());
        var over = new LinkedHashMap<String, PastTaintTerm>();
        Optional<Instant> again = Optional.empty();
        for (Map.Entry<String, TaintTerm> each : terms.readable().entrySet()) {
            TaintTerm term = each.getValue();
            Sighting sighting = seen.getOrDefault(each.getKey(), new Sighting(term, now, false, false));
            switch (fate(node, term, terms, sighting, now)) {
                case Fate.Waits(var until) ->
                    again = Optional.of(again.filter(until::isAfter).orElse(until));
                case Fate.Over(var how) -> {
                    over.put(each.getKey(), new PastTaintTerm(now.truncatedTo(ChronoUnit.SECONDS), how, "", term));
                    if (how == How.ENDED) {
                        taints.removeIf(term::isOf);
                    }
                }
            }
        }
        return new Plan(taints, over, again);
    }

    private static Fate fate(Node node, TaintTerm term, TaintTerms terms, Sighting seen, Instant now) {
        List<Taint> taints = node.spec().taints();
        Optional<Taint> borne = taints.stream().filter(term::isOf).findFirst();
        if (borne.isPresent() && !seen.lost()) {
            if (!term.isOver(now)) {
                return new Fate.Waits(term.until());
            }
            boolean outlasted =
                    terms.of(borne.get()).filter(last -> !last.isOver(now)).isPresent();
            return new Fate.Over(outlasted ? How.OUTLASTED : How.ENDED);
        }
        if (taints.stream().anyMatch(term.taint()::sameAs)) {
            return new Fate.Over(How.REPLACED);
        }
        Instant waits = seen.first().plus(WAIT_FOR_TAINT);
        Instant end = waits.isBefore(term.until()) ? waits : term.until();
        return seen.borne() || !now.isBefore(end) ? new Fate.Over(How.REMOVED) : new Fate.Waits(end);
    }
}
