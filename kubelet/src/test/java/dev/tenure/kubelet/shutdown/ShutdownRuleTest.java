package dev.tenure.kubelet.shutdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.shutdown.ShutdownRule.Group;
import dev.tenure.kubelet.shutdown.ShutdownRule.Share;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ShutdownRuleTest {
    private static Pod pod(String name, int priority, int grace) {
        String text = "{'metadata': {'name': '%s'}, 'spec': {'priority': %d, 'terminationGracePeriodSeconds': %d}}"
                .formatted(name, priority, grace);
        return (Pod) Views.view(
                ResourceTypes.PODS, Json.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    private static List<List<String>> names(List<Group> groups) {
        return groups.stream()
                .map(group ->
                        group.pods().stream().map(pod -> pod.meta().name()).toList())
                .toList();
    }

    @Test
    void criticalPodsEndLastInTheirOwnTime() {
        List<Share> shares = ShutdownRule.shares(Duration.ofSeconds(30), Duration.ofSeconds(10));
        List<Group> groups = ShutdownRule.groups(
                List.of(pod("critical", 2_000_000_000, 60), pod("web", 0, 60), pod("low", -5, 5)), shares);
        assertThat(names(groups)).containsExactly(List.of("web", "low"), List.of("critical"));
        assertThat(groups.getFirst().graceSeconds(pod("web", 0, 60))).isEqualTo(20);
        assertThat(groups.getFirst().graceSeconds(pod("low", -5, 5))).isEqualTo(5);
        assertThat(groups.getLast().graceSeconds(pod("critical", 2_000_000_000, 60)))
                .isEqualTo(10);
    }

    @Test
    void prioritiesOfOnesOwnMakeAsManyGroups() {
        List<Share> shares = List.of(
                new Share(1000, Duration.ofSeconds(20)),
                new Share(0, Duration.ofSeconds(60)),
                new Share(10_000, Duration.ofSeconds(10)));
        assertThat(names(ShutdownRule.groups(
                        List.of(pod("a", 999, 1), pod("b", 1000, 1), pod("c", 50_000, 1), pod("d", -1, 1)), shares)))
                .containsExactly(List.of("a", "d"), List.of("b"), List.of("c"));
    }

    @Test
    void withoutTimeNothingIsDone() {
        assertThat(ShutdownRule.shares(Duration.ZERO, Duration.ZERO)).isEmpty();
    }
}
