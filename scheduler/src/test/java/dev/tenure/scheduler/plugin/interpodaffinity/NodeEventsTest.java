package dev.tenure.scheduler.plugin.interpodaffinity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.fake.FakeManifests;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Which nodes that come or change let a waiting pod be tried again. Upstream: interpodaffinity/plugin.go,
/// `isSchedulableAfterNodeChange`.
class NodeEventsTest {
    private static final String NOWHERE = "";

    private final PodClasses classes = new PodClasses();
    private final PodInfo near = pod("podAffinity");
    private final PodInfo far = pod("podAntiAffinity");
    private final PodInfo without = pod("");

    @Test
    void aNodeThatComesIntoADomainMayHelpWhoSeeksOthers() {
        assertThat(moved(near, NOWHERE, "x")).isTrue();
        assertThat(moved(near, "x", "y")).isTrue();
        assertThat(moved(near, "x", NOWHERE)).isFalse();
        assertThat(moved(near, "x", "x")).isFalse();
    }

    @Test
    void aNodeThatLeavesADomainMayHelpWhoAvoidsOthers() {
        assertThat(moved(far, NOWHERE, "x")).isFalse();
        assertThat(moved(far, "x", "y")).isTrue();
        assertThat(moved(far, "x", NOWHERE)).isTrue();
        assertThat(moved(far, "x", "x")).isFalse();
    }

    @Test
    void aNewNodeHelpsWhoSeeksOthersInADomainOnly() {
        assertThat(added(near, "x")).isTrue();
        assertThat(added(near, NOWHERE)).isFalse();
        assertThat(added(far, NOWHERE)).isTrue();
    }

    /// It is others' terms that keep such a pod away, and which those are nobody asks here.
    @Test
    void aPodWithoutTermsHearsOfEveryNode() {
        assertThat(moved(without, "x", "x")).isTrue();
        assertThat(added(without, NOWHERE)).isTrue();
    }

    private boolean moved(PodInfo waiting, String before, String after) {
        return helps(waiting, EventKind.NODE_LABELS_CHANGED, Optional.of(node(before)), node(after));
    }

    private boolean added(PodInfo waiting, String zone) {
        return helps(waiting, EventKind.NODE_ADDED, Optional.empty(), node(zone));
    }

    private static boolean helps(PodInfo waiting, EventKind kind, Optional<Node> before, Node after) {
        Interest interest = new InterPodAffinity(InterPodAffinity.DEFAULT_HARD_WEIGHT, false)
                .interests().stream()
                        .filter(one -> one.kinds().contains(kind))
                        .findFirst()
                        .orElseThrow();
        var event = new ClusterEvent.OfNode(kind, before, Optional.of(after));
        return interest.helps().helps(waiting, event, new SchedulerCache());
    }

    private static Node node(String zone) {
        ObjectNode node = FakeManifests.node("n", "4");
        if (!zone.isEmpty()) {
            node.withObjectProperty("metadata").withObjectProperty("labels").put("zone", zone);
        }
        return (Node) Views.view(ResourceTypes.NODES, node);
    }

    private PodInfo pod(String terms) {
        ObjectNode pod = FakeManifests.pod("p", "1", 0);
        if (!terms.isEmpty()) {
            pod.withObjectProperty("spec")
                    .withObjectProperty("affinity")
                    .withObjectProperty(terms)
                    .withArrayProperty("requiredDuringSchedulingIgnoredDuringExecution")
                    .addObject()
                    .put("topologyKey", "zone")
                    .withObjectProperty("labelSelector")
                    .withObjectProperty("matchLabels")
                    .put("app", "a");
        }
        return classes.info((Pod) Views.view(ResourceTypes.PODS, pod));
    }
}
