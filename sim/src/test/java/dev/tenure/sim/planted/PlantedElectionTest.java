package dev.tenure.sim.planted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.election.Candidate;
import dev.tenure.client.election.ElectionConfiguration;
import dev.tenure.client.election.LeaderElector;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterParts;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.Component;
import dev.tenure.sim.world.Observer;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.Document;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Bugs in the election: never do two lead, and one does once the bugs stop.
final class PlantedElectionTest {
    private static final int SEEDS = 20;

    /// A process that stands for election, and is started again when it has lost.
    private static final class Contender {
        private final SimulatedCluster cluster;
        private final PlantedThrows throwing;
        private final String name;
        private int lives;
        private boolean working;

        private Contender(SimulatedCluster cluster, PlantedThrows throwing, String name) {
            this.cluster = cluster;
            this.throwing = throwing;
            this.name = name;
            live();
        }

        private void live() {
            String identity = name + ++lives;
            SimulatedWorld.SimulatedLoop loop = cluster.world().loop(identity);
            var caller = Caller.component(identity, List.of(Caller.SYSTEM_MASTERS), "test");
            var elector = new LeaderElector(
                    loop,
                    new ClusterClient(cluster.path(Component.CONTROLLERS), caller),
                    ElectionConfiguration.standard("kube-system", "thing", identity),
                    new Candidate() {
                        @Override
                        public void elected() {
                            working = true;
                        }

                        @Override
                        public void lost() {
                            working = false;
                            loop.crash();
                            live();
                        }
                    },
                    new Random(identity.hashCode()));
            new Supervisor("election", loop, life -> () -> elector.stand(throwing.loop("election", life))).start();
        }
    }

    @Test
    void neverDoTwoLeadAndOneDoesOnceThrowsStop() {
        int lives = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            var throwing = new PlantedThrows(seed, _ -> true);
            var parts = new ClusterParts(List.of(), 1, Observer.NOBODY, throwing, true);
            var cluster = new SimulatedCluster(ClusterSettings.standard(seed, Semantics.DOCUMENTED), parts);
            var namespace = StageManifests.json("{'metadata': {'name': 'kube-system'}}");
            cluster.client().create(ResourceTypes.NAMESPACES, "", Document.of(namespace));
            var contenders = List.of(
                    new Contender(cluster, throwing, "a"),
                    new Contender(cluster, throwing, "b"),
                    new Contender(cluster, throwing, "c"));
            String about = "seed " + seed;
            cluster.world()
                    .afterEachEvent(() -> assertThat(contenders.stream().filter(each -> each.working))
                            .as(about)
                            .hasSizeLessThanOrEqualTo(1));
            cluster.advance(Duration.ofSeconds(60));
            // long enough that whoever leads cannot renew
            throwing.odds(1);
            cluster.advance(Duration.ofSeconds(15));
            throwing.odds(0.1);
            cluster.advance(Duration.ofMinutes(5));
            assertThat(throwing.thrown()).as(about).containsKey("election");
            throwing.odds(0);
            // a candidate that failed again and again rests for five minutes at most
            cluster.advance(Duration.ofMinutes(6));
            assertThat(contenders.stream().filter(each -> each.working))
                    .as(about)
                    .hasSize(1);
            assertThat(throwing.findings()).as(about).isEmpty();
            lives += contenders.stream().mapToInt(each -> each.lives).sum();
        }
        assertThat(lives).as("some lost what they had").isGreaterThan(3 * SEEDS);
    }

    @Test
    void aLeaderOutlivesAFaultOfItsElection() {
        var throwing = new PlantedThrows(1, place -> place.equals("election"));
        var parts = new ClusterParts(List.of(), 1, Observer.NOBODY, throwing, true);
        var cluster = new SimulatedCluster(ClusterSettings.standard(1, Semantics.DOCUMENTED), parts);
        var namespace = StageManifests.json("{'metadata': {'name': 'kube-system'}}");
        cluster.client().create(ResourceTypes.NAMESPACES, "", Document.of(namespace));
        var leader = new Contender(cluster, throwing, "a");
        cluster.advance(Duration.ofSeconds(60));
        assertThat(leader.working).isTrue();
        throwing.odds(1);
        cluster.advance(Duration.ofSeconds(3));
        throwing.odds(0);
        cluster.advance(Duration.ofSeconds(60));
        assertThat(throwing.thrown()).isNotEmpty();
        assertThat(leader.working).isTrue();
        assertThat(leader.lives).as("it has led all the time").isEqualTo(1);
        throwing.odds(1);
        cluster.advance(Duration.ofSeconds(11));
        assertThat(leader.lives).as("it cannot renew, so it has stepped down").isEqualTo(2);
    }
}
