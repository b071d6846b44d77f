package dev.tenure.scheduler.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.time.Tick;
import dev.tenure.scheduler.fake.FakeManifests;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Groups of pods that wait for the same, and how they empty.
class WaitingPodsTest {
    private final PodClasses classes = new PodClasses();
    private final WaitingPods waiting = new WaitingPods();

    private QueuedPod pod(String name, String cpu) {
        var info = classes.info((Pod) Views.view(ResourceTypes.PODS, FakeManifests.pod(name, cpu, 0)));
        return new QueuedPod(info, new Tick(0), 0);
    }

    @Test
    void anEventIsHeldAgainstOnePodOfEachGroup() {
        QueuedPod first = pod("a", "1");
        QueuedPod alike = pod("b", "1");
        QueuedPod other = pod("c", "2");
        List.of(first, alike, other).forEach(waiting::add);
        var asked = new ArrayList<QueuedPod>();
        var found = waiting.groupsWhose(pod -> asked.add(pod) && pod.equals(first));
        assertThat(asked).containsExactlyInAnyOrder(first, other);
        assertThat(found).containsExactly(List.of(first, alike));
    }

    @Test
    void podsThatGoAreCountedNoMore() {
        QueuedPod first = pod("a", "1");
        QueuedPod alike = pod("b", "1");
        waiting.add(first);
        waiting.add(first);
        waiting.add(alike);
        assertThat(waiting.size()).isEqualTo(2);
        waiting.remove(first);
        waiting.remove(first);
        assertThat(waiting.size()).isEqualTo(1);
        assertThat(waiting.all()).containsExactly(alike);
        assertThat(waiting.groupsWhose(_ -> true)).containsExactly(List.of(alike));
        waiting.remove(alike);
        assertThat(waiting.isEmpty()).isTrue();
        assertThat(waiting.groupsWhose(_ -> true)).isEmpty();
        waiting.remove(pod("unknown", "4"));
        assertThat(waiting.size()).isZero();
    }
}
