package dev.tenure.controllers.serveridentity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerIdentityTest {
    @Test
    void theLeaseIsCalledAsUpstreamCallsThatOfItsServerOnTheSameMachine() {
        assertThat(ServerIdentity.of("vm", "life"))
                .isEqualTo(new ServerIdentity(
                        "apiserver-wlv32tlttr4jl3gtroqexyxapa", "vm", "apiserver-wlv32tlttr4jl3gtroqexyxapa_life"));
    }
}
