/// What is peculiar to replication controllers.
/// Never here: making pods.
/// Start at ReplicationControllerStrategy.
/// Upstream twin: pkg/registry/core/replicationcontroller.
@NullMarked
package dev.tenure.kinds.replicationcontroller;

import org.jspecify.annotations.NullMarked;
