package dev.tenure.kinds.admission.policy;

import java.util.List;

/// All policies that are bound to something, of one moment, compiled and in order of name. Immutable.
record PolicySnapshot(List<BoundPolicy<MutatingPolicy>> mutating, List<BoundPolicy<ValidatingPolicy>> validating) {
    static final PolicySnapshot NONE = new PolicySnapshot(List.of(), List.of());

    PolicySnapshot {
        mutating = List.copyOf(mutating);
        validating = List.copyOf(validating);
    }
}
