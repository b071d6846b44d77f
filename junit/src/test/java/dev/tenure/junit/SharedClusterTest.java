package dev.tenure.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.embed.Tenure;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// A static field is one cluster for all tests of its class.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SharedClusterTest extends TestsOfTwoNodes {
    @SuppressWarnings("NullAway.Init")
    private static Tenure shared;

    @Test
    @Order(1)
    void oneTaints(Tenure cluster) {
        assertThat(cluster).isSameAs(shared);
        shared.taint("node-2", "k:NoSchedule");
    }

    @Test
    @Order(2)
    void anotherSeesIt() {
        assertThat(shared.nodes()).hasSize(2);
        assertThat(shared.node("node-2").orElseThrow().spec().taints()).hasSize(1);
    }

    @Test
    @WithCluster(nodes = 4)
    void aMethodThatAsksGetsItsOwn(Tenure cluster) {
        assertThat(cluster.nodes()).hasSize(4);
    }
}
