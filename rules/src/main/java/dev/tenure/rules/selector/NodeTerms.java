package dev.tenure.rules.selector;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.NodeSelectorTerm;
import java.util.ArrayList;
import java.util.List;

/// The terms of a node selector, of which one must match: those that can match at all, and what is wrong with
/// the others. Made once, asked often. An empty term matches nothing, and so does one with a fault in it.
///
/// @param usable terms without faults
/// @param faults messages as upstream gives them, in the order of the terms
public record NodeTerms(List<NodeSelectorTerm> usable, List<String> faults) {
    public NodeTerms {
        usable = List.copyOf(usable);
        faults = List.copyOf(faults);
    }

    public static NodeTerms of(List<NodeSelectorTerm> terms) {
        List<NodeSelectorTerm> usable = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        for (int i = 0; i < terms.size(); i++) {
            NodeSelectorTerm term = terms.get(i);
            if (term.isEmpty()) {
                continue;
            }
            List<String> wrong = NodeTermRule.faults(term, "nodeSelectorTerms[" + i + "]");
            faults.addAll(wrong);
            if (wrong.isEmpty()) {
                usable.add(term);
            }
        }
        return new NodeTerms(usable, faults);
    }

    public boolean matches(Node node) {
        for (NodeSelectorTerm term : usable) {
            if (NodeTermRule.matches(term, node)) {
                return true;
            }
        }
        return false;
    }
}
