/// Local copies of collections, kept up by watches and fed to a loop in batches.
/// Never here: a decision about a pod or a node.
/// Start at Informer.
/// Upstream twin: client-go/tools/cache.
@NullMarked
package dev.tenure.client.informer;

import org.jspecify.annotations.NullMarked;
