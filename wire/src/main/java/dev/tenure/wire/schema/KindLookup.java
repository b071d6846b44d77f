package dev.tenure.wire.schema;

import java.util.Optional;

/// Finds the structure of a kind: those that are built in, and in time those that were defined at run time.
@FunctionalInterface
public interface KindLookup {
    Optional<ObjectType> find(GroupVersionKind kind);
}
