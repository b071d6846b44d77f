package dev.tenure.model.core;

import dev.tenure.model.meta.ObjectMeta;
import java.util.List;

/// @param phase `Active` or `Terminating`
/// @param specFinalizers what must be done before the namespace may go
public record Namespace(ObjectMeta meta, String phase, List<String> specFinalizers, List<Condition> conditions) {
    public Namespace {
        specFinalizers = List.copyOf(specFinalizers);
        conditions = List.copyOf(conditions);
    }
}
