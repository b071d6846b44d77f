/// When which node says that it is alive.
/// Never here: what the node says, a request.
/// Start at HeartbeatTimers.
/// Upstream twin: component-helpers/apimachinery/lease, kubelet/nodestatus.
@NullMarked
package dev.tenure.kubelet.heartbeat;

import org.jspecify.annotations.NullMarked;
