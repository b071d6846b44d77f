/// Placing pods by class: what was worked out for one pod is kept for all that are equal, and follows the
/// changes of the cluster one by one.
/// Never here: a policy of its own; a decision that the plain way would not take.
/// Start at ClassPlacer.
/// Upstream twin: none.
@NullMarked
package dev.tenure.scheduler.fast;

import org.jspecify.annotations.NullMarked;
