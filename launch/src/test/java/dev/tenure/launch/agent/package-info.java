/// Tests of the agent's flags and configuration.
/// Never here: what the agent does.
/// Start at AgentConfigTest.
/// Upstream twin: cmd/kubelet/app/options.
@NullMarked
package dev.tenure.launch.agent;

import org.jspecify.annotations.NullMarked;
