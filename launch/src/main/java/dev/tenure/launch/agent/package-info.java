/// The node agent as a process: its flags, its KubeletConfiguration, its parts put together; how a machine
/// joins a cluster, and the tokens for that.
/// Never here: what the agent does.
/// Start at AgentCommand, and at JoinCommand.
/// Upstream twin: cmd/kubelet/app, cmd/kubeadm (join, token).
@NullMarked
package dev.tenure.launch.agent;

import org.jspecify.annotations.NullMarked;
