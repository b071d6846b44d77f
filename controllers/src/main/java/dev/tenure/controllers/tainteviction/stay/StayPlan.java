package dev.tenure.controllers.tainteviction.stay;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.Tick;
import java.util.List;
import java.util.Optional;

/// Which pods go when, under one [Semantics]. Confined to one loop.
public sealed interface StayPlan permits DocumentedPlan, CompatPlan {
    /// A pod has come to its node while this process looked on, and was seen there at this moment.
    void arrived(StoredObject pod, Tick seen);

    /// All that was there at the beginning has been looked at.
    void begun();

    /// Looks at a pod that stands on a node with NoExecute taints.
    ///
    /// @param taints not empty
    void evaluate(StoredObject pod, List<TaintedSince> taints);

    /// The pod stands on a node without NoExecute taints now.
    void release(StoredObject pod);

    /// The pod is gone.
    void forget(StoredObject pod);

    /// Removes and returns pods that are to go now, at most `max`.
    List<EvictionOrder> takeDue(Tick now, int max);

    /// When [#takeDue] will have something next; a past moment when it has already.
    Optional<Tick> nextDeadline();

    /// Whether an eviction that [#takeDue] gave out is still wanted; asked before each further attempt.
    boolean stands(EvictionOrder order);

    /// An eviction has ended.
    ///
    /// @param failed whether the pod still stands, so that it has to be tried again
    void ended(EvictionOrder order, boolean failed);

    /// The evictions that lie ahead, earliest first.
    List<EvictionOrder> coming();
}
