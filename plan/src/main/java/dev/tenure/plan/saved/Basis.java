package dev.tenure.plan.saved;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// What a forecast stands on: the objects that had a say in it. Immutable.
///
/// @param nodes that pods leave or are placed on, or that are changed; every pod on them counts
/// @param namespaces of the pods that leave; their budgets, quotas and limits count
/// @param entries the objects, each as it was
public record Basis(List<String> nodes, List<String> namespaces, List<Entry> entries) {
    public Basis {
        nodes = List.copyOf(nodes);
        namespaces = List.copyOf(namespaces);
        entries = List.copyOf(entries);
    }

    /// One object.
    ///
    /// @param uid empty when there was none with this key
    /// @param counts the part of it that matters; never changed
    public record Entry(ObjectKey key, String uid, long revision, ObjectNode counts) {}
}
