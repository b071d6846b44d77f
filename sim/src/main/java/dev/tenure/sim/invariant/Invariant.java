package dev.tenure.sim.invariant;

import dev.tenure.sim.world.Observer.Write;

/// One thing that must hold at all times. Confined to the thread of its world.
interface Invariant {
    /// A write was acknowledged; [ObservedCluster] shows the state before it.
    default void before(Write write) {}

    /// The same write; [ObservedCluster] shows the state after it.
    default void after(Write write) {}

    /// An event of the world in which something was written has ended.
    default void eventEnded() {}

    /// Another second has passed.
    default void second() {}

    /// The wall clock is about to be stepped.
    default void clockSteps() {}
}
