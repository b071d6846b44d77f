package dev.tenure.sim.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.Component;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.Document;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Watches whose news are late.
final class LaggingWatchesTest {
    private final SimulatedCluster cluster = new SimulatedCluster(ClusterSettings.standard(1, Semantics.DOCUMENTED));
    private final Set<Component> notified = new TreeSet<>();

    private void watch(Component component) {
        var caller = Caller.component("watcher", List.of(Caller.SYSTEM_MASTERS), "test");
        var client = new ClusterClient(cluster.path(component), caller);
        var loop = cluster.world().loop("watcher");
        var nodes = new Informer(loop, client, Informer.Selection.all(ResourceTypes.NODES), new InformerHandler() {
            @Override
            public void changed(Optional<StoredObject> before, StoredObject after) {
                notified.add(component);
            }

            @Override
            public void deleted(StoredObject last) {
                notified.remove(component);
            }
        });
        loop.post("start", nodes::start);
    }

    @Test
    void thoseOfEachComponentLagByThemselves() {
        for (Component component : List.of(Component.CONTROLLERS, Component.SCHEDULER)) {
            cluster.path(component).lagWatches(Duration.ofSeconds(2));
            watch(component);
        }
        cluster.settle();
        cluster.client().create(ResourceTypes.NODES, "", Document.of(StageManifests.node("n", "z")));
        cluster.advance(Duration.ofSeconds(1));
        assertThat(notified).isEmpty();
        cluster.advance(Duration.ofSeconds(2));
        assertThat(notified).containsExactlyInAnyOrder(Component.CONTROLLERS, Component.SCHEDULER);
    }
}
