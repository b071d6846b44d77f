/// Tests of what a stateful set decides; what comes of it is tested in room sim.
/// Never here: a loop.
/// Start at StatefulRuleTest.
/// Upstream twin: pkg/controller/statefulset.
@NullMarked
package dev.tenure.controllers.statefulset;

import org.jspecify.annotations.NullMarked;
