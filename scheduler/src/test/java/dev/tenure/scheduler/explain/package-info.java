/// Explanations name changes that really help.
/// Never here: production code.
/// Start at PodExplanationTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.scheduler.explain;

import org.jspecify.annotations.NullMarked;
