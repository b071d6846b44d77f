/// When which node says that it is alive, and the call that renews its lease.
/// Never here: the node's status.
/// Start at HeartbeatTimers, then LeaseClient.
/// Upstream twin: component-helpers/apimachinery/lease, kubelet/nodestatus.
@NullMarked
package dev.tenure.kubelet.heartbeat;

import org.jspecify.annotations.NullMarked;
