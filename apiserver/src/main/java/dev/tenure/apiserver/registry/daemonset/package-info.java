/// What is peculiar to daemon sets.
/// Never here: making pods.
/// Start at DaemonSetStrategy.
/// Upstream twin: pkg/registry/apps/daemonset, pkg/apis/apps/validation.
@NullMarked
package dev.tenure.apiserver.registry.daemonset;

import org.jspecify.annotations.NullMarked;
