package dev.tenure.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.embed.TenureOptions.Part;
import dev.tenure.model.coordination.Lease;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What goes wrong in an embedded cluster on demand.
class ClusterFaultsTest {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec: {containers: [{name: main, image: nginx}]}
            """;

    private static boolean placed(Tenure cluster) {
        return cluster.pod("default", "web").orElseThrow().spec().bound();
    }

    @Test
    void whatIsKilledDoesNothingUntilItIsStarted() {
        try (Tenure cluster = Tenure.start()) {
            cluster.faults().kill(Part.SCHEDULER);
            cluster.apply(POD);
            cluster.clock().advance(Duration.ofHours(1));
            assertThat(placed(cluster)).isFalse();

            cluster.faults().start(Part.SCHEDULER);
            assertThat(cluster.clock().await(SOON, () -> placed(cluster))).isPresent();
        }
    }

    @Test
    void whatIsRefusedIsTriedAgain() {
        try (Tenure cluster = Tenure.start()) {
            cluster.faults().refuse(Part.SCHEDULER, 503);
            cluster.apply(POD);
            cluster.clock().advance(Duration.ofMinutes(1));
            assertThat(placed(cluster)).isFalse();

            cluster.faults().heal(Part.SCHEDULER);
            assertThat(cluster.clock().await(Duration.ofMinutes(10), () -> placed(cluster)))
                    .isPresent();
        }
    }

    @Test
    void watchesLagAndBreak() {
        try (Tenure cluster = Tenure.start()) {
            cluster.faults().lagWatches(Part.SCHEDULER, Duration.ofSeconds(30));
            cluster.apply(POD);
            assertThat(cluster.clock().await(Duration.ofMinutes(2), () -> placed(cluster)))
                    .hasValueSatisfying(took -> assertThat(took).isGreaterThanOrEqualTo(Duration.ofSeconds(30)));

            cluster.faults().heal(Part.SCHEDULER);
            cluster.faults().breakWatches(Part.SCHEDULER);
            cluster.delete(ResourceTypes.PODS, "default", "web");
            cluster.clock().await(Duration.ofMinutes(2), () -> cluster.pods("").isEmpty());
            cluster.apply(POD);
            assertThat(cluster.clock().await(Duration.ofMinutes(2), () -> placed(cluster)))
                    .isPresent();
        }
    }

    @Test
    void aPlaceInTheHistoryCanBeLost() {
        try (Tenure cluster = Tenure.start()) {
            cluster.apply(POD);
            cluster.faults().forgetHistory();

            var watch =
                    (WatchReply.Started) cluster.client().watch(ResourceTypes.PODS, "", Map.of("resourceVersion", "2"));
            assertThat(watch.cursor().poll(10))
                    .singleElement()
                    .isInstanceOfSatisfying(
                            WatchEvent.Failed.class,
                            failed -> assertThat(failed.status().code()).isEqualTo(410));
        }
    }

    @Test
    void clientsComeBackAfterTheyWereCutOff() throws Exception {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withSocket(0));
                var endpoint = new HttpEndpoint(cluster.connection())) {
            var client = new ClusterClient(endpoint, Caller.component("tests", List.of(), "tests"));
            var watch = (WatchReply.Started) client.watch(ResourceTypes.PODS, "default", Map.of());
            cluster.faults().disconnectClients();

            while (watch.cursor().poll(1).isEmpty()) {
                // its end comes
            }
            assertThat(client.list(ResourceTypes.NODES, "", Map.of())).isInstanceOf(ApiReply.Many.class);
        }
        try (Tenure cluster = Tenure.start()) {
            assertThatIllegalStateException().isThrownBy(() -> cluster.faults().disconnectClients());
        }
    }

    @Test
    void theWallClockIsStepped() {
        try (Tenure cluster = Tenure.start()) {
            Instant before = cluster.clock().wall();
            cluster.faults().stepWallClock(Duration.ofHours(-2));

            assertThat(cluster.clock().wall()).isEqualTo(before.minus(Duration.ofHours(2)));
        }
    }

    /// Clusters of one process have nothing in common.
    @Test
    void manyClustersAtOnce() {
        List<Tenure> clusters = IntStream.range(0, 30)
                .mapToObj(i -> Tenure.start(TenureOptions.standing().withNodes(1 + i % 3)))
                .toList();
        try {
            clusters.get(7).apply(POD);
            clusters.get(7).clock().advance(Duration.ofMinutes(1));

            assertThat(clusters)
                    .filteredOn(cluster -> cluster.pods("").size() == 1)
                    .hasSize(1);
            assertThat(clusters.get(8).nodes()).hasSize(3);
        } finally {
            clusters.forEach(Tenure::close);
        }
    }

    /// Nodes in good order write nothing, and their leases show what they would have written.
    @Test
    void leasesAreReadAsRenewed() {
        try (Tenure cluster = Tenure.start()) {
            cluster.clock().advance(Duration.ofHours(1));
            Instant now = cluster.clock().wall();

            assertThat(cluster.find(ResourceTypes.LEASES, "kube-node-lease", "node-1")
                            .orElseThrow()
                            .view(Lease.class)
                            .renewTime())
                    .hasValueSatisfying(renewed -> assertThat(renewed).isBetween(now.minusSeconds(11), now));
        }
    }
}
