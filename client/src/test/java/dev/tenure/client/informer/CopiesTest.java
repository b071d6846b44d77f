package dev.tenure.client.informer;

import static dev.tenure.model.meta.ResourceTypes.NODES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.testkit.cluster.MemoryApi;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// One copy for several followers.
final class CopiesTest {
    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final SimulatedWorld.SimulatedLoop loop = world.loop("informers");
    private final MemoryApi api = new MemoryApi(NODES);
    private final SharedInformers informers =
            new SharedInformers(loop, new ClusterClient(api, Caller.component("followers", List.of(), "test")));
    private final Followed first = new Followed();
    private final Followed second = new Followed();

    private void put(String name, String zone) {
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata").put("name", name).putObject("labels").put("zone", zone);
        api.put(NODES, "", node);
    }

    private Informer follow(Informer informer) {
        loop.post("start", informer::start);
        world.settle();
        return informer;
    }

    private void stop(Informer informer) {
        loop.post("stop", informer::stop);
        world.settle();
    }

    @Test
    void severalFollowersCostOneListAndOneWatch() {
        put("a", "z");
        follow(informers.all(NODES, first));
        follow(informers.all(NODES, second));
        put("b", "z");
        world.settle();
        assertThat(first.news()).containsExactly("new a", "synced", "new b");
        assertThat(second.news()).containsExactly("new a", "synced", "new b");
        assertThat(api.count(Verb.LIST)).isEqualTo(1);
        assertThat(api.count(Verb.WATCH)).isEqualTo(1);
    }

    @Test
    void theCopyIsKeptUpUntilTheLastFollowerHasLeft() {
        put("a", "z");
        Informer one = follow(informers.all(NODES, first));
        Informer other = follow(informers.all(NODES, second));
        stop(one);
        assertThat(api.watches()).isEqualTo(1);
        stop(other);
        assertThat(api.watches()).isZero();
        put("b", "z");
        var third = new Followed();
        follow(informers.all(NODES, third));
        assertThat(third.news()).containsExactly("new a", "new b", "synced");
        assertThat(api.count(Verb.LIST)).isEqualTo(2);
    }

    @Test
    void whatIsKeptIsThereForWhoFollowsLater() {
        put("a", "z");
        Informer later = informers.all(NODES, first);
        var letGo = new ArrayList<Runnable>();
        loop.post("keep", () -> letGo.add(informers.keep()));
        world.settle();
        put("b", "z");
        world.settle();
        assertThat(first.news()).isEmpty();
        loop.post("start", later::start);
        loop.post("let go", () -> letGo.getFirst().run());
        world.settle();
        assertThat(first.news()).containsExactlyInAnyOrder("new a", "new b", "synced");
        put("c", "z");
        world.settle();
        assertThat(first.news()).containsExactly("new c");
        assertThat(api.count(Verb.LIST)).isEqualTo(1);
        assertThat(api.count(Verb.WATCH)).isEqualTo(1);
        stop(later);
        assertThat(api.watches()).isZero();
    }

    @Test
    void aFollowerThatThrowsDisturbsNoOther() {
        world.reportFaultsTo((_, _, _) -> "id");
        first.fails = _ -> true;
        follow(informers.all(NODES, first));
        follow(informers.all(NODES, second));
        put("a", "z");
        world.settle();
        assertThat(first.news()).containsExactly("synced");
        assertThat(second.news()).containsExactly("synced", "new a");
    }

    @Test
    void aPartIsTakenFromACopyOfTheWhole() {
        var zoneA = new Informer.Selection(NODES, "", Map.of("labelSelector", "zone=a"));
        put("n1", "a");
        put("n2", "b");
        follow(informers.all(NODES, first));
        Informer part = follow(informers.part(
                zoneA, node -> node.header().labels().getOrDefault("zone", "").equals("a"), second));
        assertThat(second.news()).containsExactly("new n1", "synced");
        put("n1", "b");
        put("n2", "a");
        world.advance(Duration.ofSeconds(1));
        assertThat(second.news())
                .as("what comes to match is new, what does not any more is gone")
                .containsExactly("deleted n1", "new n2");
        assertThat(part.all()).extracting(node -> node.key().name()).containsExactly("n2");
        assertThat(part.get(NODES.key("", "n1"))).isEmpty();
        assertThat(api.count(Verb.WATCH)).isEqualTo(1);
    }

    @Test
    void aPartOfAKindThatNobodyFollowsIsACopyOfItsOwn() {
        follow(informers.part(new Informer.Selection(NODES, "", Map.of("labelSelector", "zone=a")), _ -> true, second));
        assertThat(api.requests())
                .hasSize(2)
                .allSatisfy(request ->
                        assertThat(request.parameter("labelSelector")).contains("zone=a"));
    }
}
