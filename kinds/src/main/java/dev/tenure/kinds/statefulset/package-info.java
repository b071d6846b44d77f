/// What is peculiar to stateful sets.
/// Never here: making pods.
/// Start at StatefulSetStrategy.
/// Upstream twin: pkg/registry/apps/statefulset, pkg/apis/apps/validation.
@NullMarked
package dev.tenure.kinds.statefulset;

import org.jspecify.annotations.NullMarked;
