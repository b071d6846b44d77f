/// What is peculiar to daemon sets.
/// Never here: making pods.
/// Start at DaemonSetStrategy.
/// Upstream twin: pkg/registry/apps/daemonset, pkg/apis/apps/validation.
@NullMarked
package dev.tenure.kinds.daemonset;

import org.jspecify.annotations.NullMarked;
