package dev.tenure.controllers.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.apps.DaemonSet;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.pod.ClockReading;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DaemonRulesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final NodeFit FITS = new NodeFit(true, true);
    private static final NodeFit STAYS = new NodeFit(false, true);

    private static DaemonSet surging() {
        ObjectNode set = Json.object();
        set.putObject("metadata").put("name", "d").put("uid", "d").put("generation", 2);
        set.putObject("spec")
                .putObject("updateStrategy")
                .put("type", "RollingUpdate")
                .putObject("rollingUpdate")
                .put("maxSurge", 1)
                .put("maxUnavailable", 0);
        return (DaemonSet) Views.view(ResourceTypes.DAEMON_SETS, set);
    }

    private static Pod pod(String name, String node, String hash, boolean ready) {
        ObjectNode pod = Json.object();
        pod.putObject("metadata")
                .put("name", name)
                .put("namespace", "ns")
                .put("uid", name)
                .put("creationTimestamp", "2026-01-01T00:00:00Z")
                .putObject("labels")
                .put("controller-revision-hash", hash);
        pod.putObject("spec").put("nodeName", node);
        pod.putObject("status")
                .put("phase", "Running")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", ready ? "True" : "False")
                .put("lastTransitionTime", "2026-01-01T01:00:00Z");
        return (Pod) Views.view(ResourceTypes.PODS, pod);
    }

    private static DaemonRolloutRule.Step roll(Map<String, NodeFit> fits, Pod... pods) {
        return DaemonRolloutRule.decide(
                new DaemonRule.View(surging(), fits, DaemonPods.of(List.of(pods)), "new", ClockReading.steady(NOW)));
    }

    private static List<String> deleted(DaemonRolloutRule.Step step) {
        return step.delete().stream().map(pod -> pod.meta().name()).toList();
    }

    @Test
    void anUnavailableOldPodGoesAtOnceFromANodeThatIsNotForIt() {
        var fits = Map.of("a", FITS, "b", STAYS);
        var step = roll(fits, pod("fresh", "a", "new", true), pod("old", "b", "old", false));
        assertThat(deleted(step)).containsExactly("old");
        assertThat(step.create()).isEmpty();
    }

    @Test
    void anAvailableOldPodOnSuchANodeGoesOnlyWhenItCanBeSpared() {
        var fits = Map.of("a", FITS, "b", STAYS);
        Pod old = pod("old", "b", "old", true);
        assertThat(deleted(roll(fits, pod("fresh", "a", "new", false), old))).isEmpty();
        assertThat(deleted(roll(fits, pod("fresh", "a", "new", true), old))).containsExactly("old");
    }

    /// A node is as available as its old pod, as long as it has one.
    @Test
    void aNodeWithAnUnavailableOldPodIsNotAvailable() {
        var fits = Map.of("a", FITS, "b", STAYS);
        var step = roll(
                fits, pod("fresh", "a", "new", true), pod("sick", "a", "old", false), pod("old", "b", "old", true));
        assertThat(deleted(step)).containsExactly("sick");
    }

    @Test
    void anOldPodOnANodeThatIsGoneStopsASurge() {
        var step = roll(Map.of("a", FITS), pod("mine", "a", "old", true), pod("lost", "gone", "old", true));
        assertThat(step).isEqualTo(DaemonRolloutRule.Step.NONE);
        assertThat(roll(Map.of("a", FITS), pod("mine", "a", "old", true)).create())
                .containsExactly("a");
    }

    @Test
    void aPodThatIsForNoNodeCountsNowhere() {
        assertThat(DaemonPods.of(List.of(pod("p", "", "old", true))).byNode()).isEmpty();
    }

    @Test
    void aNewGenerationEndsThePauseOfFailedPods() {
        var backoff = new DaemonBackoff();
        assertThat(backoff.ask("d", 1, "a", new Tick(0))).isEmpty();
        assertThat(backoff.ask("d", 1, "a", new Tick(0))).contains(Duration.ofSeconds(1));
        assertThat(backoff.ask("d", 2, "a", new Tick(0))).isEqualTo(Optional.empty());
        assertThat(backoff.ask("d", 2, "a", new Tick(0))).contains(Duration.ofSeconds(1));
    }

    @Test
    void theStatusTellsTheGenerationThatWasDealtWith() {
        var view = new DaemonRule.View(
                surging(), Map.of("a", FITS), DaemonPods.of(List.of()), "new", ClockReading.steady(NOW));
        assertThat(DaemonStatusRule.of(view, 1).observedGeneration()).isEqualTo(1);
        assertThat(DaemonStatusRule.of(view, 2).observedGeneration()).isEqualTo(2);
    }
}
