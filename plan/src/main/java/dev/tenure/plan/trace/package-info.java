/// Traces: a live cluster followed into a compressed file, and what happened in it played again on virtual
/// time, with a change or another configuration.
/// Never here: a forecast itself, which [dev.tenure.plan.forecast] makes; a write to the cluster that is
/// followed.
/// Start at TraceRecorder for what is written, at Replay for what is made of it.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.trace;

import org.jspecify.annotations.NullMarked;
