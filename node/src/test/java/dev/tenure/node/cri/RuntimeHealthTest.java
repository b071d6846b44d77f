package dev.tenure.node.cri;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a runtime says of itself, and what the node's condition says of that.
class RuntimeHealthTest {
    private static final String NETWORK = "container runtime network not ready: NetworkReady=false"
            + " reason:NetworkPluginNotReady message:cni plugin not initialized";

    private static Message condition(String type, boolean ready, String reason, String message) {
        return Message.builder()
                .text(1, type)
                .flag(2, ready)
                .text(3, reason)
                .text(4, message)
                .build();
    }

    private static RuntimeHealth health(Message... conditions) {
        var status = Message.builder();
        for (Message condition : conditions) {
            status.message(1, condition);
        }
        return RuntimeHealth.of(Message.builder().message(1, status.build()).build());
    }

    private static final Message RUNTIME_READY = condition("RuntimeReady", true, "", "");
    private static final Message NETWORK_READY = condition("NetworkReady", true, "", "");
    private static final Message NO_NETWORK =
            condition("NetworkReady", false, "NetworkPluginNotReady", "cni plugin not initialized");
    private static final Message BROKEN = condition("RuntimeReady", false, "Broken", "no shim");

    @Test
    void bothAreNeeded() {
        assertThat(health(RUNTIME_READY, NETWORK_READY).problem()).isEmpty();
        assertThat(health(RUNTIME_READY, NO_NETWORK).problem()).contains(NETWORK);
        assertThat(health(BROKEN, NETWORK_READY).problem())
                .contains("container runtime not ready: RuntimeReady=false reason:Broken message:no shim");
    }

    @Test
    void noProblemHidesAnother() {
        String both =
                "[container runtime not ready: RuntimeReady=false reason:Broken message:no shim, " + NETWORK + "]";
        assertThat(health(BROKEN, NO_NETWORK).problem()).contains(both);
        assertThat(health(NO_NETWORK, BROKEN).problem()).contains(both);
    }

    @Test
    void whatIsNotSaidIsNotReady() {
        assertThat(health(RUNTIME_READY).problem()).contains("container runtime network not ready: <nil>");
    }

    @Test
    void otherConditionsSayNothingOfPods() {
        Message other = condition("ContainerdHasNoDeprecationWarnings", false, "Old", "a plugin is deprecated");
        assertThat(health(RUNTIME_READY, NETWORK_READY, other).problem()).isEmpty();
        assertThat(health(RUNTIME_READY, NO_NETWORK, other).problem()).contains(NETWORK);
    }

    @Test
    void policiesOfGroupsAreKnownToWhoSaysSo() {
        Message features = Message.builder().flag(1, true).build();
        assertThat(RuntimeHealth.of(Message.builder().message(4, features).build())
                        .groupsPolicy())
                .contains(true);
        assertThat(health(RUNTIME_READY).groupsPolicy()).isEqualTo(Optional.empty());
    }
}
