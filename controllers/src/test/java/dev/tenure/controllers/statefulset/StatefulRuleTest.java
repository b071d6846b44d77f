package dev.tenure.controllers.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.pod.ClockReading;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Sets with more pods, and larger numbers, than anybody can have.
final class StatefulRuleTest {
    private static final ClockReading NOW = ClockReading.steady(Instant.parse("2026-01-01T00:00:00Z"));

    private static StatefulSet set(int replicas, int start, String management) {
        ObjectNode set = Json.object();
        set.putObject("metadata").put("name", "web").put("uid", "web");
        ObjectNode spec = set.putObject("spec").put("replicas", replicas).put("podManagementPolicy", management);
        spec.putObject("ordinals").put("start", start);
        return (StatefulSet) Views.view(ResourceTypes.STATEFUL_SETS, set);
    }

    private static Pod pod(long number, String phase) {
        ObjectNode pod = Json.object();
        pod.putObject("metadata").put("name", "web-" + number).put("uid", "uid-" + number);
        ObjectNode status = pod.putObject("status").put("phase", phase);
        status.putArray("conditions").addObject().put("type", "Ready").put("status", "True");
        return (Pod) Views.view(ResourceTypes.PODS, pod);
    }

    private static StatefulRule.Plan plan(StatefulSet set, Pod... pods) {
        return StatefulRule.decide(new StatefulRule.View(set, List.of(pods), "one", "one", NOW));
    }

    @Test
    void ofTwoThousandMillionPodsTheFirstAreMade() {
        Pod failed = pod(3, "Failed");
        StatefulRule.Plan plan = plan(set(Integer.MAX_VALUE, 0, "Parallel"), pod(1, "Running"), failed);
        assertThat(plan.create()).startsWith(0, 2, 4, 5).hasSizeLessThan(10_000);
        assertThat(plan.delete()).containsExactly(failed);
        assertThat(plan(set(Integer.MAX_VALUE, 0, "OrderedReady")).create()).containsExactly(0);
    }

    @Test
    void numbersMayBeAsLargeAsThereAreAny() {
        int start = Integer.MAX_VALUE - 1;
        for (String management : List.of("Parallel", "OrderedReady")) {
            StatefulRule.Plan plan = plan(set(5, start, management), pod(start, "Running"));
            assertThat(plan.create()).as(management).containsExactly(Integer.MAX_VALUE);
            assertThat(plan.delete()).as(management).isEmpty();
        }
    }

    @Test
    void aPodWithATooLargeNumberIsNoneOfTheSet() {
        assertThat(Ordinals.of("web", "web-2147483647")).hasValue(Integer.MAX_VALUE);
        assertThat(Ordinals.of("web", "web-2147483648")).isEmpty();
        assertThat(Ordinals.of(pod(9_999_999_999L, "Running"))).isEqualTo(-1);
    }
}
