/// Reconciling one object at a time: what every controller that repairs objects shares.
/// Never here: what a controller repairs.
/// Start at ReconcileQueue.
/// Upstream twin: client-go/util/workqueue.
@NullMarked
package dev.tenure.client.reconcile;

import org.jspecify.annotations.NullMarked;
