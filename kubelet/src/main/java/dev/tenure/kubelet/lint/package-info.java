/// What is wrong, or likely a mistake, in the settings of a node before anything runs with them.
/// Never here: reading files, printing.
/// Start at KubeletLintRule.
/// Upstream twin: none.
@NullMarked
package dev.tenure.kubelet.lint;

import org.jspecify.annotations.NullMarked;
