/// Workloads: ReplicaSet, Deployment, DaemonSet, StatefulSet, with the fields that decisions read.
/// Never here: JSON (wire), decisions (rules).
/// Start at ReplicaSet.
/// Upstream twin: api/apps/v1.
@NullMarked
package dev.tenure.model.apps;

import org.jspecify.annotations.NullMarked;
