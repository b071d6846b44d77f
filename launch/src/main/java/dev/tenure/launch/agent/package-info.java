/// The node agent as a process: its flags, its KubeletConfiguration, its parts put together.
/// Never here: what the agent does.
/// Start at AgentCommand.
/// Upstream twin: cmd/kubelet/app.
@NullMarked
package dev.tenure.launch.agent;

import org.jspecify.annotations.NullMarked;
