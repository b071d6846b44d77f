/// What scheduler, controllers, agent and command line use to talk to a cluster.
/// Never here: a decision about a pod or a node.
/// Start at ClusterClient, then informer.Informer.
/// Upstream twin: client-go.
@NullMarked
package dev.tenure.client;

import org.jspecify.annotations.NullMarked;
