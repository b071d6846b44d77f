/// Tests of what jobs know of their pods' numbers; what they do is tested in room sim.
/// Never here: a loop.
/// Start at IndexRangesTest.
/// Upstream twin: pkg/controller/job.
@NullMarked
package dev.tenure.controllers.job;

import org.jspecify.annotations.NullMarked;
