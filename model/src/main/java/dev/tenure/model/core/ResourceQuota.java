package dev.tenure.model.core;

import dev.tenure.model.meta.ObjectMeta;
import java.util.List;

/// How much the objects of a namespace may take together.
///
/// @param hard what is wished for as bounds
/// @param scopes an object counts if all of them match it
public record ResourceQuota(ObjectMeta meta, ResourceList hard, List<Scope> scopes, Count count) {
    /// One condition on objects.
    ///
    /// @param operator `In`, `NotIn`, `Exists` or `DoesNotExist`; plain scopes have `Exists`
    public record Scope(String name, String operator, List<String> values) {
        public Scope {
            values = List.copyOf(values);
        }
    }

    /// What the status says: the bounds that hold, and how much is taken of each.
    public record Count(ResourceList hard, ResourceList used) {}

    public ResourceQuota {
        scopes = List.copyOf(scopes);
    }
}
