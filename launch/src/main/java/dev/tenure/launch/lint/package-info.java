/// The command that looks for mistakes in files before anything runs with them.
/// Never here: what a mistake is (agent.lint).
/// Start at LintCommand.
/// Upstream twin: none.
@NullMarked
package dev.tenure.launch.lint;

import org.jspecify.annotations.NullMarked;
