/// What outlives the process: since when a node bears which taint, and which pods left it before their time,
/// in a ConfigMap for each node.
/// Never here: when a pod has to leave (tainteviction.stay), and how evictions are shown
/// (tainteviction.board).
/// Start at NodeRecord, then RecordKeeper and StayStarts.
/// Upstream twin: none; upstream's controller forgets with its process.
@NullMarked
package dev.tenure.controllers.tainteviction.record;

import org.jspecify.annotations.NullMarked;
