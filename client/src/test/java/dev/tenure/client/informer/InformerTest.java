package dev.tenure.client.informer;

import static dev.tenure.model.meta.ResourceTypes.NODES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.testkit.cluster.MemoryApi;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InformerTest {
    private static final Grouping BY_ZONE = node -> node.header().labels().getOrDefault("zone", "");
    private static final Duration FOREVER = Duration.ofHours(1);

    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final SimulatedWorld.SimulatedLoop loop = world.loop("informer");
    private final MemoryApi api = new MemoryApi(NODES);
    private final Followed handler = new Followed();
    private final Informer informer = new Informer(
            loop,
            new ClusterClient(api, Caller.component("follower", List.of(), "test")),
            Informer.Selection.all(NODES),
            handler);

    private static ObjectNode node(String name, String zone) {
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata").put("name", name).putObject("labels").put("zone", zone);
        return node;
    }

    private void put(String name) {
        api.put(NODES, "", node(name, "z"));
    }

    private void start() {
        loop.post("start", informer::start);
        world.settle();
    }

    private static Map<String, Long> revisions(Collection<StoredObject> objects) {
        return objects.stream()
                .collect(Collectors.toMap(
                        object -> object.key().name(), StoredObject::revision, (_, second) -> second, TreeMap::new));
    }

    @Test
    void whatIsThereIsNewAndThenItHasSynced() {
        put("a");
        put("b");
        start();
        assertThat(handler.news()).containsExactly("new a", "new b", "synced");
        assertThat(informer.hasSynced()).isTrue();
        assertThat(revisions(informer.all())).isEqualTo(revisions(api.all(NODES)));
        assertThat(informer.get(NODES.key("", "a"))).isPresent();
        assertThat(informer.get(NODES.key("", "c"))).isEmpty();
    }

    @Test
    void allPagesOfAListAreRead() {
        for (int i = 0; i < 7; i++) {
            put("n" + i);
        }
        api.pagesOf(3);
        start();
        assertThat(informer.all()).hasSize(7);
        assertThat(api.count(Verb.LIST)).isEqualTo(3);
        assertThat(api.requests().getFirst().parameter("limit")).contains("10000");
    }

    @Test
    void whoFollowsHearsHowFarALongListIs() {
        for (int i = 0; i < 7; i++) {
            put("n" + i);
        }
        api.pagesOf(3);
        start();
        assertThat(handler.news()).startsWith("read 3, more: 4", "read 6, more: 1", "new n0");
    }

    @Test
    void changesAreHeardInTheirOrderWithTheStateBefore() {
        start();
        put("a");
        world.settle();
        put("a");
        api.remove(NODES, "", "a");
        put("a");
        world.settle();
        assertThat(handler.news()).containsExactly("synced", "new a", "changed a", "deleted a", "new a");
    }

    @Test
    void afterAnExpiredWatchItListsAgainAndHearsOnlyOfDifferences() {
        put("same");
        put("changes");
        put("goes");
        start();
        handler.news();
        api.muteWatches();
        put("changes");
        put("comes");
        api.remove(NODES, "", "goes");
        world.settle();
        assertThat(handler.news()).as("the watch is silent").isEmpty();
        api.expireWatches();
        world.advance(FOREVER);
        assertThat(handler.news()).containsExactlyInAnyOrder("changed changes", "new comes", "deleted goes");
        assertThat(api.watches()).isEqualTo(1);
        assertThat(api.count(Verb.LIST)).isEqualTo(2);
    }

    @Test
    void anotherObjectOfTheSameNameIsADeletionAndANewObject() {
        put("a");
        start();
        handler.news();
        api.muteWatches();
        api.remove(NODES, "", "a");
        put("a");
        api.expireWatches();
        world.advance(FOREVER);
        assertThat(handler.news()).containsExactly("deleted a", "new a");
    }

    /// Notes the hooks beside the changes.
    private static final class Hooked implements InformerHandler {
        private final List<String> heard = new ArrayList<>();

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            heard.add("changed " + after.key().name());
        }

        @Override
        public void deleted(StoredObject last) {
            heard.add("deleted " + last.key().name());
        }

        @Override
        public void failed(Exception why) {
            heard.add("failed " + why.getClass().getSimpleName());
        }

        @Override
        public void followed() {
            heard.add("followed");
        }
    }

    @Test
    void aHandlerIsToldThatTheCopyCannotBeKeptUpAndWhenItCanAgain() {
        var hooked = new Hooked();
        var follower = new Informer(
                loop,
                new ClusterClient(api, Caller.component("hooked", List.of(), "test")),
                Informer.Selection.all(NODES),
                hooked);
        put("a");
        api.refuse(_ -> Optional.of(MemoryApi.status(503, "ServiceUnavailable")));
        loop.post("start", follower::start);
        world.settle();
        assertThat(hooked.heard).containsExactly("failed InformerFailure");
        api.refuse(_ -> {
            throw new ConnectionException("connection refused");
        });
        world.advance(Duration.ofMillis(300));
        assertThat(hooked.heard).containsExactly("failed InformerFailure", "failed ConnectionException");
        api.refuse(_ -> Optional.empty());
        world.advance(Duration.ofSeconds(1));
        assertThat(hooked.heard)
                .containsExactly("failed InformerFailure", "failed ConnectionException", "changed a", "followed");
        loop.post("stop", follower::stop);
        api.expireWatches();
        world.advance(FOREVER);
        assertThat(hooked.heard).as("who has left is not told").hasSize(4);
    }

    /// Leaves at the end of the first batch after it is told to.
    private static final class Leaving implements InformerHandler {
        private Runnable leave = () -> {};

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {}

        @Override
        public void deleted(StoredObject last) {}

        @Override
        public void batchEnded() {
            leave.run();
        }
    }

    @Test
    void whoLeavesWhenAWatchEndsIsTheLastForWhomItIsListed() {
        var leaving = new Leaving();
        var follower = new Informer(
                loop,
                new ClusterClient(api, Caller.component("leaving", List.of(), "test")),
                Informer.Selection.all(NODES),
                leaving);
        loop.post("start", follower::start);
        world.settle();
        assertThat(api.count(Verb.LIST)).isEqualTo(1);
        leaving.leave = follower::stop;
        api.expireWatches();
        world.advance(FOREVER);
        assertThat(follower.stopped()).isTrue();
        assertThat(api.count(Verb.LIST)).isEqualTo(1);
        assertThat(api.watches()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aServerThatCannotBeReachedIsTriedSoonerForPeopleWhoWait(boolean reachable) {
        var moments = new ArrayList<Long>();
        api.refuse(_ -> {
            moments.add(world.now().nanos() / 1_000_000_000);
            if (reachable) {
                return Optional.of(MemoryApi.status(503, "ServiceUnavailable"));
            }
            throw new ConnectionException("connection refused");
        });
        var follower = new Informer(
                loop,
                new ClusterClient(api, Caller.component("waits", List.of(), "test")),
                Informer.Selection.all(NODES),
                new Hooked(),
                Duration.ofSeconds(3));
        loop.post("start", follower::start);
        world.advance(Duration.ofMinutes(10));
        assertThat(moments.getLast() - moments.get(moments.size() - 2)).isEqualTo(reachable ? 30 : 3);
    }

    @Test
    void listsThatFailAreTriedAgainLaterAndLater() {
        var moments = new ArrayList<Long>();
        api.refuse(request -> {
            moments.add(world.now().nanos() / 1_000_000);
            return Optional.of(MemoryApi.status(503, "ServiceUnavailable"));
        });
        start();
        world.advance(Duration.ofSeconds(125));
        var pauses = new ArrayList<Long>();
        for (int i = 1; i < moments.size(); i++) {
            pauses.add(moments.get(i) - moments.get(i - 1));
        }
        assertThat(pauses).containsExactly(250L, 500L, 1000L, 2000L, 4000L, 8000L, 16_000L, 30_000L, 30_000L, 30_000L);
        api.refuse(_ -> Optional.empty());
        world.advance(Duration.ofSeconds(30));
        assertThat(handler.news()).containsExactly("synced");
        api.expireWatches();
        world.advance(Duration.ofMillis(250));
        assertThat(api.watches()).as("who has succeeded is quick again").isEqualTo(1);
    }

    @Test
    void aWatchThatIsRefusedIsTriedAgainWithANewList() {
        put("a");
        api.refuse(request ->
                request.verb() == Verb.WATCH ? Optional.of(MemoryApi.status(500, "InternalError")) : Optional.empty());
        start();
        assertThat(handler.news())
                .as("nothing is believed that cannot be followed")
                .isEmpty();
        api.refuse(_ -> Optional.empty());
        world.advance(Duration.ofMillis(250));
        assertThat(handler.news()).containsExactly("new a", "synced");
    }

    @Test
    void whoMayNotWatchListsAgainAndAgain() {
        put("a");
        api.refuse(request ->
                request.verb() == Verb.WATCH ? Optional.of(MemoryApi.status(403, "Forbidden")) : Optional.empty());
        start();
        assertThat(handler.news()).containsExactly("new a", "synced");
        put("b");
        world.advance(Duration.ofMillis(249));
        assertThat(handler.news()).isEmpty();
        world.advance(Duration.ofMillis(1));
        assertThat(handler.news()).containsExactly("new b");
    }

    @Test
    void anObjectAtWhichTheHandlerThrowsIsHeardOfAgainLaterAndLaterAndTheOthersGoOn() {
        var faults = new ArrayList<String>();
        world.reportFaultsTo((_, about, _) -> {
            faults.add(world.now().nanos() / 1_000_000_000 + " s " + about);
            return "id";
        });
        handler.fails = object -> object.key().name().equals("bad");
        put("bad");
        put("good");
        start();
        assertThat(handler.news()).containsExactly("new good", "synced");
        world.advance(Duration.ofSeconds(8));
        assertThat(faults)
                .containsExactly(
                        "0 s following //nodes//bad",
                        "1 s following //nodes//bad",
                        "3 s following //nodes//bad",
                        "7 s following //nodes//bad");
        handler.fails = _ -> false;
        world.advance(Duration.ofSeconds(8));
        assertThat(handler.news()).as("no state before: it never took one").containsExactly("new bad");
    }

    @Test
    void anObjectThatGoesWhileItIsSetAsideIsHeardOfAsGone() {
        world.reportFaultsTo((_, _, _) -> "id");
        put("a");
        start();
        handler.fails = _ -> true;
        put("a");
        world.settle();
        handler.fails = _ -> false;
        handler.news();
        api.remove(NODES, "", "a");
        world.settle();
        assertThat(handler.news()).containsExactly("deleted a");
        world.advance(FOREVER);
        assertThat(handler.news()).as("and once only").isEmpty();
    }

    @Test
    void nothingIsHeardAfterItsEndAndItsWatchIsClosed() {
        start();
        loop.post("stop", informer::stop);
        world.settle();
        assertThat(api.watches()).isZero();
        handler.news();
        put("late");
        world.advance(FOREVER);
        assertThat(handler.news()).isEmpty();
    }

    @Test
    void anInformerThatIsStoppedWhileItListsLeavesNoWatch() {
        loop.post("start", informer::start);
        loop.post("stop", informer::stop);
        world.advance(FOREVER);
        assertThat(api.watches()).isZero();
        assertThat(handler.heard).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void whateverHappensTheCopyTheGroupsAndTheHandlersOwnCopyAgree(int seed) {
        var random = new Random(seed);
        start();
        for (int step = 0; step < 2_000; step++) {
            String name = "n" + random.nextInt(12);
            switch (random.nextInt(20)) {
                case 0 -> api.muteWatches();
                case 1 -> api.expireWatches();
                case 2 -> world.advance(Duration.ofMillis(random.nextInt(400)));
                case 3, 4, 5, 6 -> api.remove(NODES, "", name);
                default -> api.put(NODES, "", node(name, "z" + random.nextInt(4)));
            }
            if (random.nextBoolean()) {
                world.settle();
                assertAgreement(seed, step);
            }
        }
        api.expireWatches();
        world.advance(FOREVER);
        assertAgreement(seed, -1);
        assertThat(revisions(informer.all())).as("seed %d", seed).isEqualTo(revisions(api.all(NODES)));
    }

    private void assertAgreement(int seed, int step) {
        assertThat(new TreeMap<>(handler.copy))
                .as("seed %d step %d", seed, step)
                .isEqualTo(revisions(informer.all()));
        Map<String, Map<String, Long>> expected = informer.all().stream()
                .collect(Collectors.groupingBy(
                        BY_ZONE::of, Collectors.collectingAndThen(Collectors.toList(), InformerTest::revisions)));
        assertThat(informer.groups(BY_ZONE)).isEqualTo(expected.keySet());
        for (String zone : List.of("z0", "z1", "z2", "z3")) {
            assertThat(revisions(informer.in(BY_ZONE, zone)))
                    .as("seed %d step %d", seed, step)
                    .isEqualTo(expected.getOrDefault(zone, Map.of()));
        }
    }
}
