/// Local copies of collections, kept up by watches and fed to a loop in batches, one for all who are on the loop.
/// Never here: a decision about a pod or a node.
/// Start at Informer, then SharedInformers.
/// Upstream twin: client-go/tools/cache and client-go/informers.
@NullMarked
package dev.tenure.client.informer;

import org.jspecify.annotations.NullMarked;
