package dev.tenure.controllers.tainteviction;

import dev.tenure.runtime.time.Tick;

/// Between which moments something came while this process looked on, by the clock that nobody sets.
///
/// @param notBefore when all that had happened by then was known, and it was not among it
/// @param seen when it was heard of
record Sighting(Tick notBefore, Tick seen) {}
