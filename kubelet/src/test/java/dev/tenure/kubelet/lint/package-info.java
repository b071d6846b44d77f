/// Mistakes in settings, each with one file that has it and one that does not.
/// Never here: the command.
/// Start at KubeletLintTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.kubelet.lint;

import org.jspecify.annotations.NullMarked;
