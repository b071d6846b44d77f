package dev.tenure.model.core;

import java.util.List;

/// Requirements on one node, all of which must hold. A term without any matches no node.
///
/// @param matchFields on fields; only `metadata.name` is known
public record NodeSelectorTerm(
        List<NodeSelectorRequirement> matchExpressions, List<NodeSelectorRequirement> matchFields) {
    public NodeSelectorTerm {
        matchExpressions = List.copyOf(matchExpressions);
        matchFields = List.copyOf(matchFields);
    }

    public boolean isEmpty() {
        return matchExpressions.isEmpty() && matchFields.isEmpty();
    }
}
