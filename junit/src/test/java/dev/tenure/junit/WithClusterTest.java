package dev.tenure.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.embed.Tenure;
import dev.tenure.model.meta.ResourceTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@WithCluster(nodes = 2)
@TestInstance(Lifecycle.PER_CLASS)
class WithClusterTest {
    private final List<Tenure> seen = new ArrayList<>();

    @Test
    void theClassSaysWhatTheClusterIs(Tenure cluster) {
        seen.add(cluster);

        assertThat(cluster.nodes()).hasSize(2);
        assertThatIllegalStateException().isThrownBy(cluster::address);
    }

    @Test
    void allParametersOfATestAreOneCluster(Tenure cluster, Tenure same) {
        seen.add(cluster);
        cluster.taint("node-1", "k:NoSchedule");

        assertThat(same.node("node-1").orElseThrow().spec().taints()).hasSize(1);
    }

    @Test
    @WithCluster(nodes = 6, zones = 3, socket = true)
    void theMethodCountsMore(Tenure cluster) {
        assertThat(cluster.nodes()).hasSize(6);
        assertThat(cluster.node("node-5").orElseThrow().meta().labels())
                .containsEntry("topology.kubernetes.io/zone", "zone-2");
        assertThat(cluster.kubeconfig()).contains("server: " + cluster.address());
    }

    @Test
    @WithCluster(manifests = "/web.yaml")
    void manifestsAreAppliedBefore(Tenure cluster) {
        assertThat(cluster.find(ResourceTypes.CONFIG_MAPS, "default", "settings"))
                .isPresent();
        assertThat(cluster.clock()
                        .await(
                                Duration.ofMinutes(1),
                                () -> cluster.pods("default").size() == 2))
                .isPresent();
    }

    @Test
    @WithCluster(speed = 3_600)
    void aClockCanRun(Tenure cluster) {
        Instant begun = cluster.clock().wall();

        assertThat(cluster.clock()
                        .await(Duration.ofDays(1), () -> cluster.clock().wall().isAfter(begun.plusSeconds(60))))
                .isPresent();
    }

    @AfterAll
    void clustersEndWithTheirTests() {
        assertThat(seen)
                .doesNotHaveDuplicates()
                .allSatisfy(cluster -> assertThatIllegalStateException()
                        .isThrownBy(() -> cluster.clock().settle())
                        .withMessage("the world is closed"));
    }

    @Nested
    class Inside {
        @Test
        void whatStandsAroundCounts(Tenure cluster) {
            assertThat(cluster.nodes()).hasSize(2);
        }
    }

    @Nested
    @WithCluster(nodes = 1, socket = true)
    class Fields {
        @SuppressWarnings("NullAway.Init")
        private Tenure own;

        @KubeConfig
        @SuppressWarnings("NullAway.Init")
        private String kubeconfig;

        @Test
        void areSet(Tenure cluster, @KubeConfig String text) {
            assertThat(own).isSameAs(cluster);
            assertThat(kubeconfig).isEqualTo(text).contains(own.address());
            assertThat(own.nodes()).hasSize(1);
        }
    }
}
