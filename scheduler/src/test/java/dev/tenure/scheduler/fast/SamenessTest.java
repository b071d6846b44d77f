package dev.tenure.scheduler.fast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.fake.FakeManifests;
import dev.tenure.scheduler.view.PodClass;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import org.junit.jupiter.api.Test;

/// What makes no difference to where pods go must not cost a new look at all nodes.
class SamenessTest {
    private static PodClass shape(PodClasses classes, String volume, boolean claim) {
        ObjectNode pod = Json.object().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("namespace", "default").put("name", "pod-" + volume);
        ObjectNode spec = pod.putObject("spec");
        ObjectNode entry = spec.putArray("volumes").addObject().put("name", volume);
        if (claim) {
            entry.putObject("persistentVolumeClaim").put("claimName", volume);
        } else {
            entry.putObject("projected").putArray("sources");
        }
        return shape(classes, pod);
    }

    private static PodClass shape(PodClasses classes, ObjectNode pod) {
        ((ObjectNode) pod.path("spec"))
                .putArray("containers")
                .addObject()
                .put("name", "main")
                .put("image", "registry.example/app:1");
        return classes.info((Pod) Views.view(ResourceTypes.PODS, pod)).shape();
    }

    private static ObjectNode bound(String node) {
        ObjectNode pod = Json.object().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("namespace", "default").put("name", "pod");
        pod.putObject("spec").put("nodeName", node);
        return pod;
    }

    private static Node node(String heartbeat, boolean cordoned) {
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata").put("name", "node-1");
        node.putObject("spec").put("unschedulable", cordoned);
        node.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True")
                .put("lastHeartbeatTime", heartbeat);
        return (Node) Views.view(ResourceTypes.NODES, node);
    }

    @Test
    void podsThatDifferInTheNameOfTheirTokensVolumeAreOfOneClass() {
        var classes = new PodClasses();
        assertThat(shape(classes, "kube-api-access-b", false)).isSameAs(shape(classes, "kube-api-access-a", false));
    }

    @Test
    void requestsThatNobodyHasHadForLongAreForgotten() {
        var classes = new PodClasses();
        PodClass first = requesting(classes, 1);
        assertThat(requesting(classes, 1).resourceShape()).isEqualTo(first.resourceShape());
        for (int i = 2; i <= 20_002; i++) {
            requesting(classes, i);
        }
        assertThat(requesting(classes, 20_001).resourceShape()).isEqualTo(20_000);
        assertThat(requesting(classes, 1).resourceShape()).isEqualTo(20_002);
    }

    private static PodClass requesting(PodClasses classes, int milliCpu) {
        return classes.info((Pod) Views.view(ResourceTypes.PODS, FakeManifests.pod("p", milliCpu + "m", 0)))
                .shape();
    }

    @Test
    void aPodIsOfTheSameClassBeforeAndAfterItIsBound() {
        var classes = new PodClasses();
        assertThat(shape(classes, bound("node-1")))
                .isSameAs(shape(classes, bound("")))
                .isSameAs(shape(classes, bound("node-2")));
    }

    @Test
    void podsWithDifferentClaimsAreOfDifferentClasses() {
        var classes = new PodClasses();
        assertThat(shape(classes, "data-b", true)).isNotSameAs(shape(classes, "data-a", true));
    }

    @Test
    void aHeartbeatOfANodeChangesNothingForPodsAndACordonDoes() {
        var cache = new SchedulerCache();
        cache.put(node("2026-01-01T00:00:00Z", false));
        long before = cache.changes().end();
        cache.put(node("2026-01-01T00:05:00Z", false));
        assertThat(cache.changes().end()).isEqualTo(before);
        cache.put(node("2026-01-01T00:05:00Z", true));
        assertThat(cache.changes().end()).isGreaterThan(before);
    }
}
