/// Whom the kernel kills first when memory runs out before the node has acted.
/// Never here: the kernel, or setting the number.
/// Start at OomScoreRule.
/// Upstream twin: pkg/kubelet/qos/policy.go.
@NullMarked
package dev.tenure.agent.eviction.oom;

import org.jspecify.annotations.NullMarked;
