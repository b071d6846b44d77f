/// The command that looks for mistakes in files and clusters before they hurt.
/// Never here: what a mistake is (kubelet.lint, plan.lint).
/// Start at LintCommand.
/// Upstream twin: none.
@NullMarked
package dev.tenure.launch.lint;

import org.jspecify.annotations.NullMarked;
