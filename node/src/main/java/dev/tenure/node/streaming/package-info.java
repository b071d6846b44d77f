/// The agent's own server: logs of containers, commands in them, connections into pods, for the API server.
/// Never here: what runs in a pod, certificates.
/// Start at StreamServer.
/// Upstream twin: pkg/kubelet/server.
@NullMarked
package dev.tenure.node.streaming;

import org.jspecify.annotations.NullMarked;
