/// A real node: the agent in a process of its own, over a real container runtime.
/// Never here: decisions (kubelet), simulated nodes (simnodes).
/// Start at ContainerdNodeTest.
/// Upstream twin: test/e2e_node.
@NullMarked
package dev.tenure.checks.node;

import org.jspecify.annotations.NullMarked;
