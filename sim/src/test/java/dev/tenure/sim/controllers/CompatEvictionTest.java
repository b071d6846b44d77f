package dev.tenure.sim.controllers;

import static dev.tenure.sim.stage.Manifests.tolerating;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tenure.controllers.tainteviction.Semantics;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.world.Component;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What upstream's controller does where it does not do what the documentation promises; the numbers are those of the
/// vectors. The recorded timelines hold all the others.
final class CompatEvictionTest {
    private static final Status UNAVAILABLE = new Status(503, "ServiceUnavailable", "not now", Optional.empty());

    private static Stage stage() {
        return Stage.of(Semantics.KUBERNETES_1_36).node("n").node("other").at(60);
    }

    private static void leaves(Stage stage, String pod, double second) {
        assertThat(stage.left(pod)).as("%s leaves", pod).isPresent();
        assertThat(stage.left(pod).orElseThrow()).isCloseTo(second, within(0.05));
    }

    @Test
    void e09ASecondTaintWithAShorterStayChangesNothing() {
        Stage stage = stage().pod("p", tolerating("a", 300), tolerating("b", 10))
                .at(70)
                .begin();
        stage.taints("a:NoExecute").at(100).taints("a:NoExecute", "b:NoExecute").at(299);
        assertThat(stage.left("p")).isEmpty();
        leaves(stage.at(301), "p", 300);
    }

    @Test
    void e10TheTaintOfTheShorterStayGoesAndItDecidesAllTheSame() {
        Stage stage = stage().pod("p", tolerating("a", 60), tolerating("b", 300))
                .at(70)
                .begin();
        stage.taints("a:NoExecute", "b:NoExecute").at(30).taints("b:NoExecute").at(100);
        leaves(stage, "p", 60);
    }

    @Test
    void e11AnArmedTimerDoesNotMove() {
        Stage stage = stage().pod("p", tolerating("k", 10))
                .pod("q", tolerating("k", 100))
                .at(70)
                .begin();
        stage.taints("k:NoExecute").at(5);
        stage.tolerations("p", tolerating("k", 100))
                .tolerations("q", tolerating("k", 10))
                .at(150);
        leaves(stage, "p", 10);
        leaves(stage, "q", 100);
    }

    @Test
    void e20ARestartBeginsAnew() {
        Stage stage = stage().pod("p", tolerating("k", 300)).at(70).begin();
        stage.taints("k:NoExecute").at(200).cluster().restartControllers();
        stage.at(499);
        assertThat(stage.left("p")).isEmpty();
        leaves(stage.at(501), "p", 500);
    }

    @Test
    void e24AnEvictionThatFailsFiveTimesIsDroppedUntilSomethingChanges() {
        Stage stage = stage().pod("p").at(70).begin();
        var attempts = new ArrayList<Double>();
        var begin = stage.cluster().world().now();
        stage.cluster().path(Component.CONTROLLERS).failWhere((ApiRequest request) -> {
            boolean chosen =
                    request.verb() == Verb.DELETE && request.target().resource().equals(ResourceTypes.PODS.resource());
            if (chosen) {
                attempts.add(stage.cluster().world().now().since(begin).toNanos() / 1e9);
            }
            return chosen ? Optional.of(UNAVAILABLE) : Optional.empty();
        });
        stage.taints("k:NoExecute").at(100);
        assertThat(attempts).hasSize(5);
        assertThat(attempts.getLast() - attempts.getFirst()).isCloseTo(0.04, within(0.001));
        stage.cluster().path(Component.CONTROLLERS).heal();
        assertThat(stage.at(200).left("p")).isEmpty();
        stage.taints("k:NoExecute", "l:NoExecute").at(201);
        assertThat(stage.left("p")).isPresent();
    }

    @Test
    void noRecordIsKeptInTheCluster() {
        Stage stage = stage().pod("p").at(70).begin().taints("k:NoExecute").at(10);
        assertThat(stage.left("p")).isPresent();
        assertThat(stage.all(ResourceTypes.CONFIG_MAPS))
                .extracting(map -> map.key().name())
                .noneMatch(name -> name.startsWith("tenure-node-"));
        assertThat(List.copyOf(stage.cluster().comingEvictions())).isEmpty();
    }
}
