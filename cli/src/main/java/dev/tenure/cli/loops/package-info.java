/// Owners whose pods one node evicts or rejects again and again, from what pods, events and the record of
/// removed pods tell, and what would end it, tried in a copy of the cluster.
/// Never here: anything that is written to a cluster.
/// Start at LoopSurvey, then LoopRemedies.
/// Upstream twin: none.
@NullMarked
package dev.tenure.cli.loops;

import org.jspecify.annotations.NullMarked;
