package dev.tenure.model.device;

import dev.tenure.model.core.NodeSelectorTerm;
import java.util.List;

/// From which nodes devices can be used.
public sealed interface DeviceReach {
    record OneNode(String name) implements DeviceReach {}

    /// @param terms one of which a node has to match
    record Matching(List<NodeSelectorTerm> terms) implements DeviceReach {
        public Matching {
            terms = List.copyOf(terms);
        }
    }

    record AllNodes() implements DeviceReach {}

    /// Of a slice: each of its devices says so itself.
    record PerDevice() implements DeviceReach {}

    /// Nothing is said, or in a way that came later.
    record Unsaid() implements DeviceReach {}
}
