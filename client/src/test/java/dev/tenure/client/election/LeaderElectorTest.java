package dev.tenure.client.election;

import static dev.tenure.model.meta.ResourceTypes.EVENTS;
import static dev.tenure.model.meta.ResourceTypes.LEASES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.coordination.Lease;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.testkit.cluster.MemoryApi;
import dev.tenure.wire.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/// Electors against a cluster in memory, with every call in the test's hand.
final class LeaderElectorTest {
    private static final String NAMESPACE = "kube-system";

    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryApi api = new MemoryApi(LEASES, EVENTS);
    private final List<String> heard = new ArrayList<>();

    private LeaderElector stand(String name) {
        var loop = world.loop(name);
        var candidate = new Candidate() {
            @Override
            public void elected() {
                heard.add(name + " elected");
            }

            @Override
            public void lost() {
                heard.add(name + " lost");
            }

            @Override
            public void leaderSeen(String identity) {
                heard.add(name + " sees " + identity);
            }
        };
        var elector = new LeaderElector(
                loop,
                new ClusterClient(api, Caller.component(name, List.of(), "test")),
                ElectionConfiguration.standard(NAMESPACE, "thing", name),
                candidate,
                new Random(1));
        loop.post("start", elector::start);
        world.settle();
        return elector;
    }

    private Lease lease() {
        return api.get(LEASES, NAMESPACE, "thing").orElseThrow().view(Lease.class);
    }

    @Test
    void theFirstMakesTheLeaseLeadsAndRecordsAnEvent() {
        LeaderElector elector = stand("a");
        assertThat(elector.leading()).isTrue();
        assertThat(heard).containsExactly("a sees a", "a elected");
        assertThat(lease().holderIdentity()).isEqualTo("a");
        assertThat(lease().durationSeconds()).isEqualTo(15);
        assertThat(lease().transitions()).isZero();
        assertThat(Json.read(api.all(EVENTS).getFirst().json()).path("message").asText())
                .isEqualTo("a became leader");
    }

    @Test
    void aLeaderRenewsEveryRetryPeriodWithOneWrite() {
        stand("a");
        long reads = api.count(Verb.GET);
        long writes = api.count(Verb.UPDATE);
        world.advance(Duration.ofSeconds(20));
        assertThat(api.count(Verb.UPDATE) - writes).isEqualTo(10);
        assertThat(api.count(Verb.GET) - reads).isZero();
        assertThat(lease().renewTime()).contains(world.wall());
    }

    @Test
    void ofTwoThatTakeAFreeLeaseAtOnceOneLeads() {
        world.latency((_, _, _) -> Duration.ofMillis(5));
        stand("a");
        stand("b");
        world.advance(Duration.ofSeconds(1));
        assertThat(heard).contains("a elected").doesNotContain("b elected");
        world.advance(Duration.ofMinutes(5));
        assertThat(heard).containsOnlyOnce("b sees a").doesNotContain("b elected");
    }

    @Test
    void aLeaderThatCannotRenewStepsDownAtItsDeadlineToTheNanosecond() {
        LeaderElector elector = stand("a");
        world.advance(Duration.ofSeconds(4));
        api.refuse(_ -> Optional.of(MemoryApi.status(503, "ServiceUnavailable")));
        world.advance(Duration.ofSeconds(10).minusNanos(1));
        assertThat(elector.leading()).isTrue();
        world.advance(Duration.ofNanos(1));
        assertThat(elector.leading()).isFalse();
        assertThat(heard).endsWith("a lost");
        api.refuse(_ -> Optional.empty());
        world.advance(Duration.ofMinutes(1));
        assertThat(heard).as("who has lost does not stand again").endsWith("a lost");
    }

    @Test
    void aLeaseThatSomebodyElseHasWrittenIsReadAndKeptWhenItIsStillOurs() {
        stand("a");
        var edited = Json.readObject(
                api.get(LEASES, NAMESPACE, "thing").orElseThrow().json());
        edited.withObject("/metadata").putObject("labels").put("edited", "by-hand");
        api.put(LEASES, NAMESPACE, edited);
        world.advance(Duration.ofSeconds(30));
        assertThat(heard).containsExactly("a sees a", "a elected");
        assertThat(lease().transitions()).isZero();
    }

    @Test
    void aLeaseThatWasTakenFromALeaderIsNotTakenBack() {
        LeaderElector elector = stand("a");
        var taken = Json.readObject(
                api.get(LEASES, NAMESPACE, "thing").orElseThrow().json());
        taken.withObject("/spec").put("holderIdentity", "thief");
        api.put(LEASES, NAMESPACE, taken);
        world.advance(Duration.ofSeconds(10));
        assertThat(elector.leading()).isFalse();
        assertThat(heard).containsExactly("a sees a", "a elected", "a sees thief", "a lost");
        assertThat(lease().holderIdentity()).isEqualTo("thief");
    }

    @Test
    void aStandingLeaseIsTakenWhenItRunsOutHereWhateverTimesStandInIt() {
        var abandoned = Json.object();
        abandoned.putObject("metadata").put("name", "thing");
        abandoned
                .putObject("spec")
                .put("holderIdentity", "gone")
                .put("leaseDurationSeconds", 15)
                .put("renewTime", "2036-01-01T00:00:00.000000Z")
                .put("leaseTransitions", 7);
        api.put(LEASES, NAMESPACE, abandoned);
        LeaderElector elector = stand("a");
        world.advance(Duration.ofSeconds(15).minusNanos(1));
        assertThat(elector.leading()).isFalse();
        world.advance(Duration.ofMillis(2));
        assertThat(elector.leading())
                .as("it looks again just when the lease has run out")
                .isTrue();
        assertThat(lease().transitions()).isEqualTo(8);
    }

    @Test
    void resigningGivesTheLeaseBackAndEndsTheCandidacy() throws Exception {
        LeaderElector elector = stand("a");
        Callable<Boolean> handOver = elector.resign();
        assertThat(elector.leading()).isFalse();
        assertThat(handOver.call()).isTrue();
        assertThat(lease().holderIdentity()).isEmpty();
        world.advance(Duration.ofMinutes(1));
        assertThat(heard).as("it is not told what it did itself").containsExactly("a sees a", "a elected");
        assertThat(lease().holderIdentity()).isEmpty();
    }

    @Test
    void aLeaseThatIsRenewedMeanwhileIsGivenBackAllTheSame() throws Exception {
        LeaderElector elector = stand("a");
        Callable<Boolean> handOver = elector.resign();
        var renewed = Json.readObject(
                api.get(LEASES, NAMESPACE, "thing").orElseThrow().json());
        renewed.withObject("/spec").put("renewTime", "2026-01-01T00:00:02.000000Z");
        api.put(LEASES, NAMESPACE, renewed);
        assertThat(handOver.call()).isTrue();
        assertThat(lease().holderIdentity()).isEmpty();
    }

    @Test
    void aLeaseThatWasTakenMeanwhileIsLeftToItsNewHolder() throws Exception {
        LeaderElector elector = stand("a");
        Callable<Boolean> handOver = elector.resign();
        var taken = Json.readObject(
                api.get(LEASES, NAMESPACE, "thing").orElseThrow().json());
        taken.withObject("/spec").put("holderIdentity", "thief");
        api.put(LEASES, NAMESPACE, taken);
        assertThat(handOver.call()).isFalse();
        assertThat(lease().holderIdentity()).isEqualTo("thief");
    }

    @Test
    void whoNeverLedHasNothingToGiveBack() throws Exception {
        stand("a");
        LeaderElector follower = stand("b");
        assertThat(follower.resign().call()).isFalse();
        assertThat(lease().holderIdentity()).isEqualTo("a");
    }

    @Test
    void aLeaseThatCannotBeReadIsTriedAgainAfterHalfTheRetryPeriod() {
        api.refuse(_ -> Optional.of(MemoryApi.status(500, "InternalError")));
        LeaderElector elector = stand("a");
        world.advance(Duration.ofSeconds(20));
        assertThat(api.requests()).hasSizeBetween(17, 21);
        api.refuse(_ -> Optional.empty());
        world.advance(Duration.ofMillis(2_400));
        assertThat(elector.leading()).isTrue();
    }
}
