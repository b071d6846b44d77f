/// Tests of the queue that controllers share.
/// Never here: a controller.
/// Start at ReconcileQueueTest.
/// Upstream twin: client-go/util/workqueue (tests).
@NullMarked
package dev.tenure.client.reconcile;

import org.jspecify.annotations.NullMarked;
