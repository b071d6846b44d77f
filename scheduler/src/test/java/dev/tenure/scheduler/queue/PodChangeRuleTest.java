package dev.tenure.scheduler.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.scheduler.fake.FakeManifests;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PodChangeRuleTest {
    private final PodClasses classes = new PodClasses();

    @Test
    void aPodIsScaledDownWhenItAsksForLessOfSomethingWhateverElseItAsksMoreOf() {
        assertThat(scaledDown("cpu=2 memory=1Gi", "cpu=1 memory=2Gi")).isTrue();
        assertThat(scaledDown("cpu=1 memory=2Gi", "cpu=1 memory=1Gi")).isTrue();
        assertThat(scaledDown("example.com/gpu=2", "example.com/gpu=1")).isTrue();
        assertThat(scaledDown("memory=1500m", "memory=1400m")).isTrue();
        assertThat(scaledDown("cpu=1", "cpu=1")).isFalse();
        assertThat(scaledDown("cpu=1", "cpu=2 memory=1Gi")).isFalse();
        assertThat(scaledDown("", "")).isFalse();
    }

    @Test
    void aPodIsScaledDownWhenItNamesAResourceNoMore() {
        assertThat(scaledDown("cpu=1 memory=0", "cpu=1")).isTrue();
        assertThat(scaledDown("cpu=1 example.com/gpu=1", "cpu=1")).isTrue();
    }

    @Test
    void aStatusThatSaysLessScalesDownAndOneThatSaysMoreDoesNot() {
        PodInfo wide = info(status(pod("cpu=1"), "3"));
        PodInfo narrow = info(status(pod("cpu=1"), "1"));
        assertThat(PodChangeRule.ofAssigned(wide, narrow)).containsExactly(EventKind.ASSIGNED_POD_SCALED_DOWN);
        assertThat(PodChangeRule.ofAssigned(narrow, wide)).containsExactly(EventKind.ASSIGNED_POD_UPDATED);
        assertThat(PodChangeRule.ofWaiting(wide, narrow)).containsExactly(EventKind.WAITING_POD_SCALED_DOWN);
    }

    private boolean scaledDown(String before, String after) {
        Set<EventKind> kinds = PodChangeRule.ofAssigned(info(pod(before)), info(pod(after)));
        boolean waiting = PodChangeRule.ofWaiting(info(pod(before)), info(pod(after)))
                .contains(EventKind.WAITING_POD_SCALED_DOWN);
        assertThat(kinds.contains(EventKind.ASSIGNED_POD_SCALED_DOWN)).isEqualTo(waiting);
        return waiting;
    }

    private PodInfo info(ObjectNode pod) {
        return classes.info((Pod) Views.view(ResourceTypes.PODS, pod));
    }

    private static ObjectNode pod(String requests) {
        ObjectNode pod = FakeManifests.pod("p", "1", 0);
        ObjectNode amounts =
                ((ObjectNode) pod.path("spec").path("containers").get(0).path("resources")).putObject("requests");
        for (String one : requests.isEmpty() ? new String[0] : requests.split(" ")) {
            String[] pair = one.split("=");
            amounts.put(pair[0], pair[1]);
        }
        return pod;
    }

    private static ObjectNode status(ObjectNode pod, String cpu) {
        pod.withObjectProperty("status")
                .putArray("containerStatuses")
                .addObject()
                .put("name", "main")
                .putObject("resources")
                .putObject("requests")
                .put("cpu", cpu);
        return pod;
    }
}
