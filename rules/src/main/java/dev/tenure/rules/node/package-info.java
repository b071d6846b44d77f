/// The states in which somebody has simulated nodes held, as nodes carry them.
/// Never here: a clock, a call outward, state.
/// Start at HeldStates.
/// Upstream twin: none.
@NullMarked
package dev.tenure.rules.node;

import org.jspecify.annotations.NullMarked;
