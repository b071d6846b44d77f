package dev.tenure.plan.resilience;

import dev.tenure.model.core.Pod;

/// What comes in the place of a pod that leaves.
sealed interface Successor {
    /// Its controller makes another one at once, as soon as it is told to go.
    ///
    /// @param pod as it would be, without a node
    record Another(Pod pod, Delay delay) implements Successor {}

    /// Its StatefulSet makes it anew once it is gone.
    ///
    /// @param set the uid of the StatefulSet
    /// @param ordered whether a pod waits until the one before it is ready
    record Again(String set, int ordinal, boolean ordered, Pod pod, Delay delay) implements Successor {}

    /// Nobody wants another one.
    record Unwanted() implements Successor {}

    /// Nobody makes another one.
    record Missing() implements Successor {}

    /// Only a whole world can tell.
    ///
    /// @param why as a clause
    record Unclear(String why) implements Successor {}

    /// How long after its binding the pod is ready.
    ///
    /// @param playedMillis on nodes that are played in the real cluster already
    record Delay(long playedMillis, long otherMillis) {}
}
