/// What is peculiar to replica sets.
/// Never here: making pods.
/// Start at ReplicaSetStrategy.
/// Upstream twin: pkg/registry/apps/replicaset, pkg/apis/apps/validation.
@NullMarked
package dev.tenure.kinds.replicaset;

import org.jspecify.annotations.NullMarked;
