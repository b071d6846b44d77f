package dev.tenure.kinds.admission.policy;

import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Optional;

/// A policy with what binds it to objects, in order of name. Immutable.
///
/// @param compiled absent when it could not be
/// @param fault why it could not be compiled; empty when it could
record BoundPolicy<P>(String name, JsonNode spec, Optional<P> compiled, String fault, List<Binding> bindings) {
    BoundPolicy {
        bindings = List.copyOf(bindings);
    }

    /// @param spec of the binding
    record Binding(String name, JsonNode spec) {}

    BoundPolicy<P> boundBy(List<Binding> others) {
        return new BoundPolicy<>(name, spec, compiled, fault, others);
    }

    /// Whether failures are ignored.
    boolean isIgnoring() {
        return spec.path("failurePolicy").asText("").equals("Ignore");
    }
}
