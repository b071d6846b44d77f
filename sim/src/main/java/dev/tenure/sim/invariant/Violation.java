package dev.tenure.sim.invariant;

import dev.tenure.runtime.time.Tick;

/// Something that should never have happened.
///
/// @param invariant which rule was broken, in a few words
/// @param at since the beginning of the world
/// @param what who or what broke it, and by how much
public record Violation(String invariant, Tick at, String what) {
    @Override
    public String toString() {
        return "%s, %.3f s: %s".formatted(invariant, at.nanos() / 1e9, what);
    }
}
