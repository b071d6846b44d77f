/// Keeps as many pods as each ReplicaSet and each ReplicationController asks for.
/// Never here: rollouts (deployment).
/// Start at ReplicaRule, then ReplicaSetLoop.
/// Upstream twin: pkg/controller/replicaset, pkg/controller/replication.
@NullMarked
package dev.tenure.controllers.replicaset;

import org.jspecify.annotations.NullMarked;
