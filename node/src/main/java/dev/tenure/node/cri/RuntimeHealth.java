package dev.tenure.node.cri;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Whether a runtime can run pods, as its `StatusResponse` says.
///
/// @param problem what keeps it from that, as the node's condition `Ready` tells it: the runtime's problem before that
///     of the network, both in brackets where there are two; empty when nothing does
/// @param groupsPolicy whether it knows policies of groups; empty when it does not speak of what it knows
public record RuntimeHealth(Optional<String> problem, Optional<Boolean> groupsPolicy) {
    /// Upstream: pkg/kubelet/kubelet.go (updateRuntimeUp), and nodestatus/setters.go (ReadyCondition), which tells the
    /// runtime's errors first. Conditions of other types say nothing of pods.
    static RuntimeHealth of(Message reply) {
        Message status = reply.message(1);
        List<String> problems = Stream.of(
                        lack(status, "RuntimeReady", "container runtime not ready: "),
                        lack(status, "NetworkReady", "container runtime network not ready: "))
                .flatMap(Optional::stream)
                .toList();
        Optional<String> problem = switch (problems.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(problems.getFirst());
            default -> Optional.of("[" + String.join(", ", problems) + "]");
        };
        return new RuntimeHealth(
                problem, reply.has(4) ? Optional.of(reply.message(4).flag(1)) : Optional.empty());
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
