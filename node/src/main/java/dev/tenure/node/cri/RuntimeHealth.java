package dev.tenure.node.cri;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Whether a runtime can run pods, as its `StatusResponse` says.
///
/// @param runtimeProblem what keeps the runtime from that, in the words of the node's condition `Ready`
/// @param networkProblem what keeps its network from that, likewise
/// @param groupsPolicy whether it knows policies of groups; empty when it does not speak of what it knows
public record RuntimeHealth(
        Optional<String> runtimeProblem, Optional<String> networkProblem, Optional<Boolean> groupsPolicy) {
    /// Conditions of other types say nothing of pods. Upstream: pkg/kubelet/kubelet.go (updateRuntimeUp).
    static RuntimeHealth of(Message reply) {
        Message status = reply.message(1);
        return new RuntimeHealth(
                lack(status, "RuntimeReady", "container runtime not ready: "),
                lack(status, "NetworkReady", "container runtime network not ready: "),
                reply.has(4) ? Optional.of(reply.message(4).flag(1)) : Optional.empty());
    }

    /// Both problems as the condition `Ready` tells them: the runtime's before that of the network, in
    /// brackets where there are two; empty when there is none. Upstream: pkg/kubelet/nodestatus/setters.go
    /// (ReadyCondition).
    public Optional<String> problem() {
        List<String> problems = Stream.of(runtimeProblem, networkProblem)
                .flatMap(Optional::stream)
                .toList();
        return switch (problems.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(problems.getFirst());
            default -> Optional.of("[" + String.join(", ", problems) + "]");
        };
    }

    private static Optional<String> lack(Message status, String type, String words) {
        Optional<Message> told = status.messages(1).stream()
                .filter(condition -> condition.text(1).equals(type))
                .findFirst();
        if (told.filter(condition -> condition.flag(2)).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(words
                + told.map(condition ->
                                "%s=false reason:%s message:%s".formatted(type, condition.text(3), condition.text(4)))
                        .orElse("<nil>"));
    }
}
