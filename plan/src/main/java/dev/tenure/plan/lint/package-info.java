/// Mistakes in how a cluster's or manifests' taints, tolerations and disruption budgets go together.
/// Never here: a write, a clock, mistakes in kubelet files (kubelet.lint).
/// Start at ClusterLint; LintCheck lists all rules.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.lint;

import org.jspecify.annotations.NullMarked;
