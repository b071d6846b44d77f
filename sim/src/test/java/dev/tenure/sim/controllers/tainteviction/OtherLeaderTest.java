package dev.tenure.sim.controllers.tainteviction;

import static dev.tenure.sim.stage.StageManifests.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.controllers.tainteviction.record.Sightings;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.controllers.workload.DeviceEvictions;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.SimulatedWorld.SimulatedLoop;
import dev.tenure.sim.stage.Stage;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// One leads after another, and the clocks of the servers and of the leader before went otherwise than its
/// own: an hour behind. What came while it waited for its turn, it has seen come.
final class OtherLeaderTest {
    private static final long BEHIND_SECONDS = 3_600;

    private final Stage stage = Stage.of(Semantics.DOCUMENTED)
            .node("n")
            .at(60)
            .pod("first", tolerating("k", 20))
            .at(70)
            .begin();
    private final SimulatedLoop loop = stage.cluster().world().loop("other");
    private final SharedInformers informers = new SharedInformers(loop, stage.client());
    private final Sightings sightings = new Sightings(loop, informers);

    private Instant behind(long seconds) {
        return stage.cluster().world().wall().minusSeconds(seconds);
    }

    private void bound(String pod, Instant at) {
        stage.patch(
                ResourceTypes.PODS,
                pod,
                "status",
                "{'status': {'conditions': [{'type': 'PodScheduled', 'status': 'True', 'lastTransitionTime': '%s'}]}}"
                        .formatted(at));
    }

    private void waits() {
        stage.cluster().crashControllers();
        loop.post("look", sightings::start);
    }

    private void leads(Optional<Sightings> seen) {
        loop.post(
                "lead",
                () -> new TaintEvictionLoop(
                                ControllerContext.sharing(loop, stage.client(), informers),
                                new TaintEvictionLoop.Configuration(Semantics.DOCUMENTED, false),
                                TaintEvictionLoop.Metrics.in(new PrometheusRegistry()),
                                seen,
                                new DeviceEvictions())
                        .start());
    }

    /// At 10, on a node that has had its taint for longer; the server tells that it was bound long ago.
    private void aPodComes() {
        stage.delete(ResourceTypes.PODS, "first", "{'gracePeriodSeconds': 0}");
        stage.taints("k:NoExecute").at(5);
        waits();
        stage.at(9).pod("another").at(10).pod("p", tolerating("k", 20)).at(11);
        bound("p", behind(BEHIND_SECONDS));
        stage.at(15);
    }

    @Test
    void aPodThatCameMeanwhileStaysAsLongAsItShould() {
        aPodComes();
        leads(Optional.of(sightings));
        stage.at(60);
        assertThat(stage.left("p").orElseThrow()).isBetween(30.0, 31.0);
    }

    /// Its server's clock is just a little behind, and nothing else has happened since.
    @Test
    void aPodThatComesWhileItLeadsStaysAsLongAsItShould() {
        stage.delete(ResourceTypes.PODS, "first", "{'gracePeriodSeconds': 0}");
        stage.taints("k:NoExecute").at(2);
        waits();
        stage.at(3);
        leads(Optional.of(sightings));
        stage.at(10).pod("p", tolerating("k", 20));
        bound("p", behind(3));
        stage.at(60);
        assertThat(stage.left("p").orElseThrow()).isBetween(30.0, 31.0);
    }

    @Test
    void withoutSightingsItIsBelievedWhatStandsThere() {
        aPodComes();
        leads(Optional.empty());
        stage.at(60);
        assertThat(stage.left("p").orElseThrow()).isLessThan(30);
    }

    @Test
    void aTaintThatCameMeanwhileLetsPodsStayAsLongAsTheyMay() {
        waits();
        stage.at(9)
                .patch(ResourceTypes.NODES, "n", "{'metadata': {'labels': {'another': 'word'}}}")
                .at(10)
                .patch(
                        ResourceTypes.NODES,
                        "n",
                        "{'spec': {'taints': [{'key': 'k', 'effect': 'NoExecute', 'timeAdded': '%s'}]}}"
                                .formatted(behind(BEHIND_SECONDS)))
                .at(15);
        leads(Optional.of(sightings));
        stage.at(60);
        assertThat(stage.left("first").orElseThrow()).isBetween(30.0, 31.0);
    }

    @Test
    void whatWasThereBeforeIsBelieved() {
        stage.taints("k:NoExecute").at(5);
        waits();
        stage.at(10);
        leads(Optional.of(sightings));
        stage.at(60);
        assertThat(stage.left("first").orElseThrow()).isBetween(20.0, 21.0);
    }
}
