/// Commands on top of `plan` that read files of the node agent or need loops: LintCommand looks for mistakes
/// in files and clusters before they hurt, ApplyCommand carries a saved plan out, RecordCommand follows a
/// live cluster into a file.
/// Never here: what a mistake is (kubelet.lint, plan.lint), how a plan is carried out (plan.saved), what a
/// trace is (plan.trace).
/// Start at LintCommand.
/// Upstream twin: none.
@NullMarked
package dev.tenure.launch.plan;

import org.jspecify.annotations.NullMarked;
