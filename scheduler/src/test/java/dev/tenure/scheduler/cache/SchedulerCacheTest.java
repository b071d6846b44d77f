package dev.tenure.scheduler.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.scheduler.fake.FakeManifests;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SchedulerCacheTest {
    private static final String NODE = "node-1";

    private final SchedulerCache cache = new SchedulerCache();
    private final PodClasses classes = new PodClasses();
    private final NodeState node = cache.put((Node) Views.view(ResourceTypes.NODES, FakeManifests.node(NODE, "64")));

    @Test
    void whatTheApiServerShowsTakesThePlaceOfEachPodThatWasAssumed() {
        List<PodInfo> assumed = pods("");
        assumed.forEach(pod -> cache.assume(pod, NODE));
        List<PodInfo> shown = pods(NODE);
        shown.forEach(cache::put);
        assertThat(node.pods()).usingElementComparator(SchedulerCacheTest::same).containsExactlyElementsOf(shown);
        assertThat(cache.podsWithTerms())
                .singleElement()
                .satisfies(one -> assertThat(one.nodes()).containsOnly(Map.entry(node, 2)));
        assertThat(node.milliCpu()).isEqualTo(400);
    }

    @Test
    void podsGoInAnyOrderEvenByAViewOfThemThatWasNeverKept() {
        pods(NODE).forEach(cache::put);
        List<PodInfo> others = pods(NODE);
        cache.remove(others.get(2));
        cache.remove(others.get(0));
        assertThat(node.pods()).extracting(PodInfo::uid).containsExactlyInAnyOrder("uid-pod-1", "uid-pod-3");
        cache.remove(others.get(1));
        cache.remove(others.get(3));
        assertThat(node.pods()).isEmpty();
        assertThat(cache.podsWithTerms()).isEmpty();
        assertThat(node.milliCpu()).isZero();
    }

    @Test
    void eachPodHasTheNumberOfItsClassBesideItWhateverComesAndGoes() {
        var random = new SplittableRandom(7);
        for (int i = 0; i < 2_000; i++) {
            PodInfo pod = pod(random.nextInt(40), random.nextInt(3) == 0);
            if (random.nextInt(3) == 0) {
                cache.remove(pod);
            } else {
                cache.put(pod);
            }
            for (int place = 0; place < node.pods().size(); place++) {
                PodInfo there = node.pods().get(place);
                int number = there.shape().id();
                assertThat(node.podClass(place)).isEqualTo(there.pod().meta().deleting() ? ~number : number);
            }
        }
        assertThat(node.pods()).hasSizeGreaterThan(20);
        assertThat(node.copy().podClass(3)).isEqualTo(node.podClass(3));
    }

    /// Upstream counts no holders of a port (`HostPortInfo` of the scheduler's framework): a preemption that
    /// would remove one of two pods with the same port finds it free.
    @Test
    void aHostPortOfTwoPodsIsFreeWhenOneOfThemGoes() {
        PodInfo one = withHostPort("one");
        cache.put(one);
        cache.put(withHostPort("other"));
        assertThat(node.ports()).hasSize(1);
        cache.remove(one);
        assertThat(node.ports()).isEmpty();
    }

    private PodInfo withHostPort(String name) {
        ObjectNode pod = FakeManifests.pod(name, "100m", 0);
        ObjectNode spec = pod.withObjectProperty("spec").put("nodeName", NODE);
        ((ObjectNode) spec.path("containers").get(0))
                .putArray("ports")
                .addObject()
                .put("hostPort", 80);
        return classes.info((Pod) Views.view(ResourceTypes.PODS, pod));
    }

    /// Pods of four classes.
    private PodInfo pod(int number, boolean deleting) {
        ObjectNode pod = FakeManifests.pod("pod-" + number, 100 + number % 4 + "m", 0);
        pod.withObjectProperty("spec").put("nodeName", NODE);
        if (deleting) {
            pod.withObjectProperty("metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
        }
        return classes.info((Pod) Views.view(ResourceTypes.PODS, pod));
    }

    private static int same(PodInfo one, PodInfo other) {
        return one == other ? 0 : 1;
    }

    /// Four pods, every second of which keeps away from its like.
    private List<PodInfo> pods(String nodeName) {
        var pods = new ArrayList<PodInfo>();
        for (int i = 0; i < 4; i++) {
            ObjectNode pod = FakeManifests.pod("pod-" + i, "100m", 0);
            if (i % 2 == 1) {
                ObjectNode term = pod.withObjectProperty("spec")
                        .withObjectProperty("affinity")
                        .withObjectProperty("podAntiAffinity")
                        .withArrayProperty("requiredDuringSchedulingIgnoredDuringExecution")
                        .addObject()
                        .put("topologyKey", "kubernetes.io/hostname");
                term.putObject("labelSelector").putObject("matchLabels").put("app", "a");
            }
            if (!nodeName.isEmpty()) {
                pod.withObjectProperty("spec").put("nodeName", nodeName);
            }
            pods.add(classes.info((Pod) Views.view(ResourceTypes.PODS, pod)));
        }
        return pods;
    }
}
