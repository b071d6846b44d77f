package dev.tenure.sim.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.Component;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Several followers of one copy.
final class SharedInformersTest {
    private static final ResourceType NODES = ResourceTypes.NODES;
    private static final String LABEL = "group";
    private static final Grouping BY_LABEL = node -> node.header().labels().getOrDefault(LABEL, "");
    private static final Informer.Selection SOME =
            new Informer.Selection(NODES, "", Map.of("labelSelector", LABEL + "=a"));

    private final SimulatedCluster cluster = new SimulatedCluster(ClusterSettings.standard(1, Semantics.DOCUMENTED));
    private final List<String> watches = new ArrayList<>();
    private Optional<Status> watchRefusal = Optional.empty();
    private final SharedInformers informers =
            new SharedInformers(cluster.world().loop("followers"), client(new Counted()));
    private final List<String> noted = new ArrayList<>();

    /// Notes each watch that begins.
    private final class Counted implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            return cluster.path(Component.CONTROLLERS).call(request);
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            watches.add(request.target().resource());
            if (watchRefusal.isPresent()) {
                return new WatchReply.Refused(watchRefusal.get());
            }
            return cluster.path(Component.CONTROLLERS).watch(request);
        }
    }

    private final class Follower implements InformerHandler {
        private final String name;

        private Follower(String name) {
            this.name = name;
        }

        private void note(String what, StoredObject object) {
            noted.add("%s %s %s".formatted(name, what, object.key().name()));
        }

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            note(before.isPresent() ? "changed" : "new", after);
        }

        @Override
        public void deleted(StoredObject last) {
            note("gone", last);
        }

        @Override
        public void synced() {
            noted.add(name + " synced");
        }
    }

    private static ClusterClient client(ApiEndpoint endpoint) {
        return new ClusterClient(endpoint, Caller.component("follower", List.of(Caller.SYSTEM_MASTERS), "test"));
    }

    private Informer all(String follower) {
        return informers.all(NODES, new Follower(follower));
    }

    private Informer some(String follower) {
        return informers.part(SOME, node -> BY_LABEL.of(node).equals("a"), new Follower(follower));
    }

    private void create(String node) {
        cluster.client().create(NODES, "", Document.of(StageManifests.node(node, "z")));
        cluster.settle();
    }

    /// @param group empty to take the label away
    private void label(String node, String group) {
        var patch = Json.object();
        var labels = patch.putObject("metadata").putObject("labels");
        if (group.isEmpty()) {
            labels.putNull(LABEL);
        } else {
            labels.put(LABEL, group);
        }
        cluster.client().patch(NODES, "", node, "", new Body(Body.MERGE_PATCH, Json.write(patch)));
        cluster.settle();
    }

    private void delete(String node) {
        cluster.client().delete(NODES, "", node, Document.of(Json.object()));
        cluster.settle();
    }

    private List<String> noted() {
        List<String> all = List.copyOf(noted);
        noted.clear();
        return all;
    }

    private void refuseWatches(int code, String reason) {
        watchRefusal = Optional.of(new Status(code, reason, "nodes cannot be watched", Optional.empty()));
    }

    @Test
    void whoMayListButNotWatchHasTheCopyAtOnceAndLearnsOfChangesByListing() {
        create("n1");
        refuseWatches(403, "Forbidden");
        Informer nodes = all("a");
        nodes.start();
        cluster.settle();
        assertThat(noted).containsExactly("a new n1", "a synced");

        noted.clear();
        cluster.client().delete(NODES, "", "n1", Document.of(Json.object()));
        create("n2");
        cluster.advance(Duration.ofSeconds(30));
        assertThat(noted).containsExactlyInAnyOrder("a gone n1", "a new n2");
        int refused = watches.size();
        cluster.advance(Duration.ofMinutes(10));
        assertThat(watches.size() - refused).isBetween(19, 21);
    }

    @Test
    void whoMayWatchAfterAllFollowsTheWatchAgain() {
        refuseWatches(403, "Forbidden");
        all("a").start();
        cluster.settle();
        watchRefusal = Optional.empty();
        cluster.advance(Duration.ofMinutes(1));
        int begun = watches.size();
        create("n1");
        cluster.settle();
        assertThat(noted).containsExactly("a synced", "a new n1");
        cluster.advance(Duration.ofMinutes(1));
        assertThat(watches).hasSize(begun);
    }

    @Test
    void aWatchThatFailsForAnotherReasonGivesNoCopy() {
        refuseWatches(500, "InternalError");
        all("a").start();
        cluster.advance(Duration.ofMinutes(1));
        assertThat(noted).isEmpty();
        watchRefusal = Optional.empty();
        cluster.advance(Duration.ofMinutes(1));
        assertThat(noted).containsExactly("a synced");
    }

    @Test
    void followersShareOneWatchAndAreNotifiedInTheOrderInWhichTheyBegan() {
        create("n");
        all("first").start();
        all("second").start();
        cluster.settle();
        assertThat(noted()).containsExactly("first new n", "second new n", "first synced", "second synced");
        create("m");
        delete("n");
        assertThat(noted()).containsExactly("first new m", "second new m", "first gone n", "second gone n");
        assertThat(watches).containsExactly("nodes");
    }

    @Test
    void whoComesLateLearnsWhatThereIs() {
        create("n");
        all("first").start();
        cluster.settle();
        noted();
        Informer late = all("late");
        late.start();
        assertThat(late.hasSynced()).isFalse();
        cluster.settle();
        assertThat(late.hasSynced()).isTrue();
        label("n", "a");
        assertThat(noted()).containsExactly("late new n", "late synced", "first changed n", "late changed n");
        assertThat(watches).hasSize(1);
    }

    @Test
    void aPartIsTakenFromTheWholeThatSomebodyFollows() {
        Informer part = some("part");
        all("whole");
        create("n");
        part.start();
        cluster.settle();
        assertThat(part.all()).isEmpty();
        label("n", "a");
        label("n", "b");
        label("n", "a");
        delete("n");
        assertThat(noted()).containsExactly("part synced", "part new n", "part gone n", "part new n", "part gone n");
        assertThat(watches).hasSize(1);
    }

    @Test
    void aPartThatNobodyFollowsTheWholeOfHasACopyOfItsOwn() {
        some("first").start();
        Informer second = some("second");
        second.start();
        create("n");
        label("n", "a");
        create("m");
        assertThat(noted()).containsExactly("first synced", "second synced", "first new n", "second new n");
        assertThat(second.all()).hasSize(1);
        assertThat(watches).hasSize(1);
    }

    @Test
    void aCopyThatNobodyFollowsIsLetGoAndComesAgain() {
        Informer first = all("first");
        first.start();
        create("n");
        noted();
        first.stop();
        create("m");
        assertThat(noted()).isEmpty();
        assertThat(first.all()).isEmpty();
        all("second").start();
        cluster.settle();
        assertThat(noted()).containsExactlyInAnyOrder("second new m", "second new n", "second synced");
        assertThat(watches).hasSize(2);
    }

    @Test
    void aBrokenWatchTellsEachFollowerWhatItMissed() {
        create("n");
        create("m");
        all("first").start();
        some("part").start();
        cluster.settle();
        noted();
        cluster.path(Component.CONTROLLERS).breakWatches();
        label("n", "a");
        delete("m");
        cluster.advance(Duration.ofSeconds(1));
        assertThat(noted()).containsExactlyInAnyOrder("first changed n", "part new n", "first gone m");
    }

    @Test
    void groupsAreWhatAScanWouldFind() {
        var random = new Random(5);
        Informer informer = all("follower");
        informer.start();
        for (int step = 0; step < 600; step++) {
            String node = "n" + random.nextInt(12);
            switch (random.nextInt(4)) {
                case 0 -> create(node);
                case 1 -> delete(node);
                default -> label(node, List.of("", "a", "b", "c").get(random.nextInt(4)));
            }
            for (String group : List.of("a", "b", "c")) {
                List<StoredObject> scanned = informer.all().stream()
                        .filter(object -> BY_LABEL.of(object).equals(group))
                        .toList();
                assertThat(informer.in(BY_LABEL, group))
                        .as("step %d", step)
                        .containsExactlyInAnyOrderElementsOf(scanned);
                assertThat(informer.groups(BY_LABEL).contains(group)).isEqualTo(!scanned.isEmpty());
            }
        }
        assertThat(new TreeSet<>(informer.groups(BY_LABEL))).isSubsetOf("a", "b", "c");
    }
}
