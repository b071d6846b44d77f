/// The command lint as a whole.
/// Never here: single mistakes (kubelet.lint, plan.lint).
/// Start at LintCommandTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.launch.plan;

import org.jspecify.annotations.NullMarked;
