/// Asks containers for their health, and calls their hooks.
/// Never here: what follows from an answer (pod).
/// Start at Prober.
/// Upstream twin: pkg/kubelet/prober, pkg/probe, pkg/kubelet/lifecycle/handlers.go.
@NullMarked
package dev.tenure.node.probe;

import org.jspecify.annotations.NullMarked;
