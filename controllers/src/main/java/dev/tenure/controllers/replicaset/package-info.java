/// Keeps as many pods as each ReplicaSet asks for.
/// Never here: rollouts (deployment).
/// Start at ReplicaRule, then ReplicaSetLoop.
/// Upstream twin: pkg/controller/replicaset.
@NullMarked
package dev.tenure.controllers.replicaset;

import org.jspecify.annotations.NullMarked;
