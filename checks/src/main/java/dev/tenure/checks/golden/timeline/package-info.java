/// Recorded timelines of evictions and node health, played on virtual time.
/// Never here: real time (checks.golden.kubectl has those that need it).
/// Start at TimelineSuite and TimelineRun.
/// Upstream twin: none.
@NullMarked
package dev.tenure.checks.golden.timeline;

import org.jspecify.annotations.NullMarked;
