package dev.tenure.scheduler.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.fake.FakeManifests;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PlacedClass;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WhatIfViewTest {
    private final SchedulerCache cache = new SchedulerCache();
    private final PodClasses classes = new PodClasses();

    private NodeState node(String name) {
        return cache.put((Node) Views.view(ResourceTypes.NODES, FakeManifests.node(name, "64")));
    }

    private void pod(String name, String node) {
        ObjectNode pod = FakeManifests.pod(name, "10m", 0);
        pod.withObjectProperty("spec").put("nodeName", node);
        ObjectNode term = pod.withObjectProperty("spec")
                .withObjectProperty("affinity")
                .withObjectProperty("podAntiAffinity")
                .withArrayProperty("requiredDuringSchedulingIgnoredDuringExecution")
                .addObject();
        term.put("topologyKey", "kubernetes.io/hostname");
        term.putObject("labelSelector").putObject("matchLabels").put("app", "x");
        cache.put(classes.info((Pod) Views.view(ResourceTypes.PODS, pod)));
    }

    /// As the node would be with a taint, in a cluster of its own.
    private static NodeState changed(String name) {
        ObjectNode node = FakeManifests.tainted(FakeManifests.node(name, "64"), "key", "NoSchedule");
        return new SchedulerCache().put((Node) Views.view(ResourceTypes.NODES, node));
    }

    private static List<Map<NodeState, Integer>> counts(Collection<? extends PlacedClass> placed) {
        return placed.stream()
                .<Map<NodeState, Integer>>map(one -> Map.copyOf(one.nodes()))
                .toList();
    }

    @Test
    void oneNodeIsAnotherAndTheOthersAreThemselves() {
        NodeState first = node("node-1");
        node("node-2");
        NodeState other = changed("node-2");
        var view = new WhatIfView(cache, other);
        assertThat(view.nodes()).containsExactlyInAnyOrder(first, other);
        assertThat(view.node("node-1")).contains(first);
        assertThat(view.node("node-2")).contains(other);
        assertThat(view.node("node-3")).isEmpty();
    }

    @Test
    void aNodeThatIsNotThereComesBesides() {
        NodeState first = node("node-1");
        NodeState besides = changed("node-2");
        var view = new WhatIfView(cache, besides);
        assertThat(view.nodes()).containsExactly(first, besides);
        assertThat(view.node("node-2")).contains(besides);
    }

    @Test
    void thePodsOfTheNodeAreOnTheOther() {
        NodeState first = node("node-1");
        node("node-2");
        pod("a", "node-1");
        pod("b", "node-2");
        pod("c", "node-2");
        NodeState other = changed("node-2");
        var view = new WhatIfView(cache, other);
        assertThat(counts(view.podsWithTerms())).containsExactly(Map.of(first, 1, other, 2));
        assertThat(counts(view.classesIn("default"))).containsExactly(Map.of(first, 1, other, 2));
    }

    @Test
    void podsElsewhereStayWhereTheyAre() {
        NodeState first = node("node-1");
        node("node-2");
        pod("a", "node-1");
        assertThat(counts(new WhatIfView(cache, changed("node-2")).podsWithTerms()))
                .containsExactly(Map.of(first, 1));
        assertThat(counts(new WhatIfView(cache, changed("node-3")).podsWithTerms()))
                .containsExactly(Map.of(first, 1));
    }
}
