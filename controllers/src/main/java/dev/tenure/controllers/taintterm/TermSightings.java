package dev.tenure.controllers.taintterm;

import dev.tenure.model.core.Node;
import dev.tenure.rules.taint.TaintTerm;
import dev.tenure.rules.taint.TaintTerms;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// Which terms were seen on which nodes since this controller began: since when, and whether their nodes bore
/// the taints. Confined to one loop.
final class TermSightings {
    /// @param term what its annotation says; where somebody writes it anew, all begins anew
    /// @param borne whether the node was seen with the taint
    /// @param lost whether it was seen without it after that
    record Sighting(TaintTerm term, Instant first, boolean borne, boolean lost) {}

    private final Map<String, Map<String, Sighting>> byNode = new HashMap<>();
    private int size;

    /// Notes what a node shows.
    void see(Node node, TaintTerms terms, Instant now) {
        Map<String, Sighting> before = of(node.name());
        var after = new HashMap<String, Sighting>();
        terms.readable().forEach((name, term) -> {
            boolean borne = node.spec().taints().stream().anyMatch(term::isOf);
            Sighting known = before.get(name);
            after.put(
                    name,
                    known != null && known.term().equals(term)
                            ? new Sighting(
                                    term,
                                    known.first(),
                                    known.borne() || borne,
                                    known.lost() || (known.borne() && !borne))
                            : new Sighting(term, now, borne, false));
        });
        size += after.size() - before.size();
        if (after.isEmpty()) {
            byNode.remove(node.name());
        } else {
            byNode.put(node.name(), after);
        }
    }

    /// What is known of the terms of a node, by the names of their annotations.
    Map<String, Sighting> of(String node) {
        return byNode.getOrDefault(node, Map.of());
    }

    void forget(String node) {
        size -= of(node).size();
        byNode.remove(node);
    }

    /// How many terms there are.
    int size() {
        return size;
    }
}
