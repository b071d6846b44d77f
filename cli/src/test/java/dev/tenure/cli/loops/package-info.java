/// Tests of what is found out about owners whose pods fail again and again, on objects as servers write them.
/// Never here: a running cluster.
/// Start at LoopSurveyTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.cli.loops;

import org.jspecify.annotations.NullMarked;
