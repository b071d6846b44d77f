package dev.tenure.rules.budget;

import dev.tenure.model.meta.Status;
import dev.tenure.model.policy.PodDisruptionBudget;

/// Whether one eviction may pass.
public sealed interface EvictionVerdict {
    /// The pod may be deleted; no budget is touched.
    ///
    /// @param onlyThisRevision whether it must still be the revision that was looked at, since a later one
    ///     might count for a budget
    record Delete(boolean onlyThisRevision) implements EvictionVerdict {}

    /// The pod is not ready and does not count, but a budget covers it: it may be deleted if it is still the
    /// revision that was looked at, else [EvictionRequestRule#stillProcessed] is the answer.
    record DeleteUnready(PodDisruptionBudget budget) implements EvictionVerdict {}

    /// The pod may be deleted once the budget is charged.
    ///
    /// @param disruptionsLeft what the budget allows afterwards
    record Charge(PodDisruptionBudget budget, int disruptionsLeft) implements EvictionVerdict {}

    /// The pod stays.
    record Refuse(Status status) implements EvictionVerdict {}
}
