package dev.tenure.sim.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.coordination.Lease;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.world.ClusterSettings;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// When nodes report that somebody else played before.
final class GoingOnTest {
    private static Stage stage(boolean goesOn) {
        ClusterSettings standard = ClusterSettings.standard(1, Semantics.DOCUMENTED);
        var nodes = goesOn ? standard.nodes().goingOn() : standard.nodes();
        return new Stage(standard.withNodes(nodes)).node("n").at(60);
    }

    private static Instant reported(Stage stage) {
        return stage.find(ResourceTypes.NODES, "n")
                .orElseThrow()
                .view(Node.class)
                .condition(Node.READY)
                .map(Condition::lastHeartbeatTime)
                .orElseThrow();
    }

    @Test
    void aNodeThatGoesOnReportsWhenItsNextReportIsDue() {
        Stage stage = stage(true);
        Instant before = reported(stage);
        stage.cluster().startNodes();
        assertThat(reported(stage.pass(120))).isEqualTo(before);
        assertThat(reported(stage.pass(200))).isBetween(before.plusSeconds(300), before.plusSeconds(310));
    }

    private static Instant renewed(Stage stage) {
        return stage.client().get(ResourceTypes.LEASES, "kube-node-lease", "n") instanceof ApiReply.One one
                ? one.object().view(Lease.class).renewTime().orElseThrow()
                : Instant.EPOCH;
    }

    @Test
    void aNodeThatGoesOnRenewsItsLeaseWhenThatIsDue() {
        Stage stage = stage(true).pass(3);
        Instant before = renewed(stage);
        stage.cluster().startNodes();
        stage.cluster().settle();
        assertThat(renewed(stage)).isEqualTo(before);
        assertThat(renewed(stage.pass(10))).isEqualTo(before.plusSeconds(10));
    }

    @Test
    void aNodeThatStartsAnewRenewsItsLeaseAtOnce() {
        Stage stage = stage(false).pass(3);
        Instant before = renewed(stage);
        stage.cluster().startNodes();
        stage.cluster().settle();
        assertThat(renewed(stage)).isAfter(before);
    }

    @Test
    void aNodeThatStartsAnewReportsAtOnce() {
        Stage stage = stage(false);
        Instant before = reported(stage);
        stage.cluster().startNodes();
        assertThat(reported(stage.pass(20))).isAfter(before);
    }
}
