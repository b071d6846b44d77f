/// The objects with which a copy of a cluster begins: those of a dump, with what it leaves out made up for,
/// and notes of what is not as it was.
/// [dev.tenure.plan.copy.ClusterCopy] is for a copy that lives on,
/// [dev.tenure.plan.copy.WorldObjects] for one in which a forecast is made.
/// Never here: reading a dump (plan.source), a world that runs, a change.
/// Start at ClusterCopy.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.copy;

import org.jspecify.annotations.NullMarked;
