package dev.tenure.sim.planted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.Document;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// One object that a component cannot take.
final class PoisonObjectTest {
    private static final String POISON = "poison";

    private final SimulatedCluster cluster = new SimulatedCluster(ClusterSettings.standard(1, Semantics.DOCUMENTED));
    private final SimulatedWorld world = cluster.world();
    private final List<String> faults = new ArrayList<>();
    private final List<String> taken = new ArrayList<>();
    private boolean poisonous = true;
    private int lives;

    PoisonObjectTest() {
        world.reportFaultsTo((_, about, _) -> {
            faults.add(about);
            return "";
        });
    }

    private void take(StoredObject object) {
        if (poisonous && object.key().name().equals(POISON)) {
            throw new IllegalStateException("bug");
        }
        taken.add(object.key().name());
    }

    private final class Taking implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            take(after);
        }

        @Override
        public void deleted(StoredObject last) {
            take(last);
        }
    }

    private void follow() {
        var informers = new SharedInformers(world.loop("informers"), cluster.client());
        new Supervisor("follower", world.loop("follower"), life -> {
                    lives++;
                    return informers.of(life).all(ResourceTypes.NODES, new Taking())::start;
                })
                .start();
        var other = new Informer(
                world.loop("other"), cluster.client(), Informer.Selection.all(ResourceTypes.NODES), new Taking());
        cluster.settle();
        other.start();
        cluster.settle();
    }

    private void create(String node) {
        cluster.client().create(ResourceTypes.NODES, "", Document.of(StageManifests.node(node, "z")));
        cluster.settle();
    }

    private void delete(String node) {
        cluster.client().delete(ResourceTypes.NODES, "", node, Document.of(StageManifests.json("{}")));
        cluster.settle();
    }

    @Test
    void aFollowerIsNotifiedOfTheOthersAndOfThePoisonLaterAndLater() {
        create("first");
        create(POISON);
        create("last");
        follow();
        assertThat(taken).containsExactlyInAnyOrder("first", "last", "first", "last");
        cluster.advance(Duration.ofMinutes(10));
        assertThat(lives).isEqualTo(1);
        assertThat(faults).as("after 1, 2, 4, ... s, then each minute, of both").hasSizeBetween(28, 34);
    }

    @Test
    void onceThePoisonIsTakenTheFollowerBeginsAnew() {
        create(POISON);
        create("other");
        follow();
        poisonous = false;
        cluster.advance(Duration.ofSeconds(5));
        assertThat(lives).isEqualTo(2);
        assertThat(taken.stream().filter(POISON::equals))
                .as("told again twice, once anew")
                .hasSize(3);
        faults.clear();
        cluster.advance(Duration.ofHours(1));
        assertThat(faults).isEmpty();
        assertThat(lives).isEqualTo(2);
    }

    @Test
    void aPoisonThatIsDeletedIsForgotten() {
        create(POISON);
        follow();
        delete(POISON);
        poisonous = false;
        cluster.advance(Duration.ofMinutes(2));
        faults.clear();
        cluster.advance(Duration.ofHours(1));
        assertThat(faults).isEmpty();
    }

    @Test
    void aQueuePutsThePoisonOffAndGoesOn() {
        var planned = new ArrayList<String>();
        new Supervisor("queue", world.loop("queue"), life -> {
                    lives++;
                    return () -> fill(life, planned);
                })
                .start();
        cluster.advance(Duration.ofMinutes(1));
        assertThat(planned).containsExactly("first", "last");
        assertThat(faults).as("after 5 ms, 10 ms, 20 ms, ...").hasSizeBetween(12, 15);
        poisonous = false;
        cluster.advance(Duration.ofMinutes(5));
        assertThat(planned).containsExactly("first", "last", POISON, "first", POISON, "last");
        assertThat(lives).isEqualTo(2);
    }

    private void fill(EventLoop loop, List<String> planned) {
        var queue = new ReconcileQueue<String>(loop, "queue", 1, key -> {
            if (poisonous && key.equals(POISON)) {
                throw new IllegalStateException("bug");
            }
            planned.add(key);
            return Optional.empty();
        });
        queue.add("first");
        queue.add(POISON);
        queue.add("last");
        queue.start();
    }
}
