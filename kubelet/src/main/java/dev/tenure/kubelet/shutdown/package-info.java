/// How a node ends its pods before the machine goes down.
/// Never here: who tells that it goes down (launch), stopping a pod (node, pod).
/// Start at ShutdownRule.
/// Upstream twin: pkg/kubelet/nodeshutdown.
@NullMarked
package dev.tenure.kubelet.shutdown;

import org.jspecify.annotations.NullMarked;
