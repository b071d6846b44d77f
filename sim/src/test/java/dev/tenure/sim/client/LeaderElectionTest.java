package dev.tenure.sim.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.election.Candidate;
import dev.tenure.client.election.ElectionConfiguration;
import dev.tenure.client.election.LeaderElector;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.coordination.Lease;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.Component;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Several candidates on one simulated cluster. The times are upstream's: 15 s, 10 s, 2 s.
final class LeaderElectionTest {
    private final SimulatedCluster cluster = new SimulatedCluster(ClusterSettings.standard(1, Semantics.DOCUMENTED));
    private final List<String> events = new ArrayList<>();

    /// One process that stands for election.
    private final class Contender {
        private final SimulatedWorld.SimulatedLoop loop;
        private final LeaderElector elector;
        private boolean working;

        private Contender(String name) {
            loop = cluster.world().loop(name);
            var caller = Caller.component(name, List.of(Caller.SYSTEM_MASTERS), "test");
            elector = new LeaderElector(
                    loop,
                    new ClusterClient(cluster.path(Component.CONTROLLERS), caller),
                    ElectionConfiguration.standard("kube-system", "thing", name),
                    new Candidate() {
                        @Override
                        public void elected() {
                            working = true;
                            events.add(name + " leads");
                        }

                        @Override
                        public void lost() {
                            working = false;
                            events.add(name + " lost");
                        }
                    },
                    new Random(name.hashCode()));
            loop.post("start", elector::start);
        }

        private void crash() {
            working = false;
            loop.crash();
        }
    }

    @BeforeEach
    void makeTheNamespace() {
        var namespace = Json.object();
        namespace.putObject("metadata").put("name", "kube-system");
        cluster.client().create(ResourceTypes.NAMESPACES, "", Document.of(namespace));
    }

    private Lease lease() {
        ApiReply reply = cluster.client().get(ResourceTypes.LEASES, "kube-system", "thing");
        assertThat(reply).isInstanceOf(ApiReply.One.class);
        return ((ApiReply.One) reply).object().view(Lease.class);
    }

    private void advance(int seconds) {
        cluster.advance(Duration.ofSeconds(seconds));
    }

    @Test
    void oneOfManyLeads() {
        var processes = List.of(new Contender("a"), new Contender("b"), new Contender("c"));
        cluster.world()
                .afterEachEvent(() ->
                        assertThat(processes.stream().filter(p -> p.working)).hasSizeLessThanOrEqualTo(1));
        advance(600);
        assertThat(processes.stream().filter(p -> p.elector.leading())).hasSize(1);
        assertThat(events).hasSize(1);
        assertThat(lease().transitions()).isZero();
        assertThat(Duration.between(
                        lease().renewTime().orElseThrow(), cluster.world().wall()))
                .isLessThanOrEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void anotherTakesOverWhenALeaderIsKilled() {
        var first = new Contender("a");
        advance(5);
        var second = new Contender("b");
        advance(60);
        first.crash();
        advance(12);
        assertThat(second.working).isFalse();
        // The lease lasts 15 s from when its last change was seen, 1.2 s at most after it was made.
        advance(6);
        assertThat(second.working).isTrue();
        assertThat(lease().holderIdentity()).isEqualTo("b");
        assertThat(lease().transitions()).isEqualTo(1);
    }

    @Test
    void howeverOftenLeadersAreKilledTheNextOneLeadsWithin17Seconds() {
        var leader = new Contender("p0");
        advance(5);
        for (int i = 1; i <= 20; i++) {
            var next = new Contender("p" + i);
            advance(20 + i % 3);
            leader.crash();
            advance(17);
            assertThat(next.working).as("after kill %d", i).isTrue();
            leader = next;
        }
    }

    @Test
    void aLeaseThatIsGivenUpIsTakenAtTheNextTry() {
        var first = new Contender("a");
        advance(5);
        new Contender("b");
        advance(60);
        first.loop.post("release", first.elector::release);
        advance(5);
        assertThat(events).containsExactly("a leads", "b leads");
    }

    @Test
    void aLeaderThatCannotRenewStepsDownBeforeAnotherLeads() {
        var first = new Contender("a");
        advance(60);
        var unavailable = new Status(503, "ServiceUnavailable", "not now", Optional.empty());
        cluster.path(Component.CONTROLLERS)
                .failWhere(
                        request -> request.caller().user().equals("a") ? Optional.of(unavailable) : Optional.empty());
        var second = new Contender("b");
        cluster.world()
                .afterEachEvent(
                        () -> assertThat(first.working && second.working).isFalse());
        advance(7);
        assertThat(first.working).isTrue();
        advance(4);
        assertThat(first.working).isFalse();
        advance(10);
        assertThat(events).containsExactly("a leads", "a lost", "b leads");
        cluster.path(Component.CONTROLLERS).heal();
        advance(60);
        assertThat(events).as("who has lost does not stand again").hasSize(3);
    }

    @Test
    void aShortOutageCostsNothing() {
        new Contender("a");
        advance(60);
        var unavailable = new Status(503, "ServiceUnavailable", "not now", Optional.empty());
        cluster.path(Component.CONTROLLERS).failWhere(_ -> Optional.of(unavailable));
        advance(6);
        cluster.path(Component.CONTROLLERS).heal();
        advance(60);
        assertThat(events).containsExactly("a leads");
    }

    @Test
    void aProcessThatComesBackUnderItsOldNameGoesOnLeading() {
        var before = new Contender("a");
        advance(5);
        before.crash();
        var again = new Contender("a");
        advance(1);
        assertThat(again.working).isTrue();
        assertThat(lease().transitions()).isZero();
    }
}
