package dev.tenure.sim.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.coordination.Lease;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Leases in a world whose nodes do not renew them.
final class LeaseEndpointTest {
    private static final String NAMESPACE = "kube-node-lease";

    private static StoredObject read(Stage stage) {
        ApiReply reply = stage.cluster().client().get(ResourceTypes.LEASES, NAMESPACE, "a-0");
        return ((ApiReply.One) reply).object();
    }

    private static Instant renewed(StoredObject lease) {
        return lease.view(Lease.class).renewTime().orElseThrow();
    }

    private static Stage quiet() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 3).at(60).begin();
        stage.cluster().writeEachHeartbeat(false);
        return stage.at(80);
    }

    @Test
    void aLeaseThatIsReadShowsTheRenewalThatNobodyWrote() {
        Stage stage = quiet();
        StoredObject before = read(stage);
        stage.at(80 + 600);
        StoredObject after = read(stage);
        assertThat(after.revision()).isEqualTo(before.revision());
        assertThat(renewed(after)).isEqualTo(renewed(before).plusSeconds(600));
        assertThat(Duration.between(renewed(after), stage.cluster().world().wall()))
                .isLessThanOrEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void aListShowsTheSameAsASingleLease() {
        Stage stage = quiet().at(700);
        var list = (ApiReply.Many) stage.cluster().client().list(ResourceTypes.LEASES, NAMESPACE, Map.of());
        assertThat(list.items())
                .hasSize(3)
                .filteredOn(lease -> lease.key().name().equals("a-0"))
                .singleElement()
                .satisfies(lease -> assertThat(renewed(lease)).isEqualTo(renewed(read(stage))));
    }

    @Test
    void aNodeThatFallsSilentIsLostAGracePeriodAfterItsLastRenewal() {
        Stage written = Stage.of(Semantics.DOCUMENTED).nodes("a", 3).at(60).begin();
        assertThat(lostAt(quiet())).isEqualTo(lostAt(written.at(80)));
    }

    /// Seconds of the stage at which a node that stops is seen to be lost.
    private static int lostAt(Stage stage) {
        stage.at(307);
        stage.fault("a-0", "stopped");
        for (int second = 308; second < 400; second++) {
            Node node = stage.at(second)
                    .find(ResourceTypes.NODES, "a-0")
                    .orElseThrow()
                    .view(Node.class);
            if (!node.isTrue(Node.READY)) {
                return second;
            }
        }
        throw new AssertionError("the node is never lost");
    }
}
