/// Local copies of collections, kept up by watches and fed to a loop in batches, one for all who are on the
/// loop; and the queue of keys through which a controller reconciles what changed.
/// Never here: a decision about a pod or a node, what a controller repairs.
/// Start at Informer, then SharedInformers and ReconcileQueue.
/// Upstream twin: client-go/tools/cache, client-go/informers and client-go/util/workqueue.
@NullMarked
package dev.tenure.client.informer;

import org.jspecify.annotations.NullMarked;
