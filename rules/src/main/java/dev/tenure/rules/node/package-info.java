/// Which nodes are simulated, what is wrong with them by order, and the states in which they are held: what
/// annotations of nodes say.
/// Never here: a clock, a call outward, state.
/// Start at ManagedNodeRule and HeldStates.
/// Upstream twin: none.
@NullMarked
package dev.tenure.rules.node;

import org.jspecify.annotations.NullMarked;
