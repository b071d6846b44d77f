package dev.tenure.scheduler.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import dev.tenure.scheduler.fake.Manifests;
import dev.tenure.scheduler.framework.PodClasses;
import dev.tenure.scheduler.framework.PodInfo;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PodExplanationTest {
    private final SchedulerCache cache = new SchedulerCache();
    private final PodClasses classes = new PodClasses();

    private void put(ObjectNode node) {
        cache.put((Node) Views.view(ResourceTypes.NODES, node));
    }

    private PodInfo info(ObjectNode pod) {
        return classes.info((Pod) Views.view(ResourceTypes.PODS, pod));
    }

    private JsonNode explain(PodInfo pod) {
        return PodExplanation.of(
                pod,
                cache,
                SchedulerConfiguration.standard(new Random(0)).profiles().getFirst());
    }

    private List<String> advice(ObjectNode pod) {
        var lines = new ArrayList<String>();
        explain(info(pod))
                .path("remedies")
                .forEach(one -> one.path("changes").forEach(line -> lines.add(line.asText())));
        return lines;
    }

    @Test
    void untoleratedTaintIsCuredByOneToleration() {
        put(Manifests.tainted(Manifests.node("a", "4"), "k", "NoSchedule"));
        assertThat(advice(Manifests.pod("p", "1", 0))).containsExactly("let pod default/p tolerate k:NoSchedule");
    }

    @Test
    void cordonIsCuredByUncordoning() {
        ObjectNode node = Manifests.node("a", "4");
        node.withObjectProperty("spec").put("unschedulable", true);
        put(node);
        assertThat(advice(Manifests.pod("p", "1", 0))).containsExactly("uncordon node a");
    }

    @Test
    void missingLabelIsNamed() {
        put(Manifests.node("a", "4"));
        ObjectNode pod = Manifests.pod("p", "1", 0);
        pod.withObjectProperty("spec").withObjectProperty("nodeSelector").put("disk", "ssd");
        assertThat(advice(pod)).containsExactly("label node a with disk=ssd");
    }

    @Test
    void requestIsLoweredToWhatIsLeft() {
        put(Manifests.node("a", "4"));
        cache.assume(info(Manifests.pod("other", "3", 0)), "a");
        assertThat(advice(Manifests.pod("p", "2", 0)))
                .containsExactly("lower the request of pod default/p for cpu from 2 to 1");
    }

    @Test
    void fewestChangesWin() {
        put(Manifests.tainted(Manifests.tainted(Manifests.node("a", "4"), "k", "NoSchedule"), "l", "NoExecute"));
        put(Manifests.tainted(Manifests.node("b", "4"), "m", "NoSchedule"));
        assertThat(advice(Manifests.pod("p", "1", 0))).containsExactly("let pod default/p tolerate m:NoSchedule");
    }

    @Test
    void podOnANodeIsExplainedAsIfItWereToBePlacedAnew() {
        put(Manifests.node("a", "4"));
        put(Manifests.tainted(Manifests.node("b", "4"), "k", "NoSchedule"));
        ObjectNode manifest = Manifests.pod("p", "4", 0);
        manifest.withObjectProperty("spec").put("nodeName", "a");
        PodInfo pod = info(manifest);
        cache.put(pod);
        JsonNode told = explain(pod);
        assertThat(told.path("decision").path("outcome").asText()).isEqualTo("scheduled");
        assertThat(told.path("decision").path("nodes").path("b").path("plugin").asText())
                .isEqualTo("TaintToleration");
        assertThat(cache.node("a").orElseThrow().pods()).containsExactly(pod);
    }

    @Test
    void gateIsNamedAndNothingIsPromised() {
        put(Manifests.node("a", "4"));
        ObjectNode pod = Manifests.pod("p", "1", 0);
        pod.withObjectProperty("spec")
                .withArrayProperty("schedulingGates")
                .addObject()
                .put("name", "example.com/g");
        JsonNode told = explain(info(pod));
        assertThat(told.path("decision").path("outcome").asText()).isEqualTo("gated");
        assertThat(told.path("remedies").path(0).path("changes").path(0).asText())
                .isEqualTo("remove scheduling gate example.com/g from pod default/p");
        assertThat(told.path("remedies").path(0).path("verified").asBoolean()).isFalse();
    }

    @Test
    void anotherNodeIsTheLastResort() {
        put(Manifests.node("a", "4"));
        cache.assume(info(hostPort("other")), "a");
        assertThat(advice(hostPort("p"))).containsExactly("add an empty node like a");
    }

    @Test
    void anotherNodeIsNoResortForAPodThatIsTooLarge() {
        put(Manifests.node("a", "4"));
        ObjectNode pod = hostPort("p");
        pod.withObjectProperty("spec")
                .withArrayProperty("tolerations")
                .addObject()
                .put("operator", "Exists");
        cache.assume(info(hostPort("other")), "a");
        ((ObjectNode) pod.at("/spec/containers/0/resources/requests")).put("cpu", "5");
        assertThat(advice(pod)).isEmpty();
    }

    private static ObjectNode hostPort(String name) {
        ObjectNode pod = Manifests.pod(name, "1", 0);
        ((ObjectNode) pod.at("/spec/containers/0"))
                .putArray("ports")
                .addObject()
                .put("containerPort", 80)
                .put("hostPort", 8080);
        return pod;
    }

    private String detail(ObjectNode pod) {
        return explain(info(pod))
                .path("decision")
                .path("nodes")
                .path("a")
                .path("detail")
                .asText();
    }

    @Test
    void detailsNameWhatTheReasonsDoNot() {
        put(Manifests.tainted(Manifests.node("a", "4"), "k", "NoSchedule"));
        assertThat(detail(Manifests.pod("p", "1", 0))).isEqualTo("taint k:NoSchedule");
        put(Manifests.node("a", "4"));
        assertThat(detail(Manifests.pod("p", "5500m", 0))).isEqualTo("cpu: asks 5500m, 4 of 4 is free");
        ObjectNode choosy = Manifests.pod("p", "1", 0);
        choosy.withObjectProperty("spec").withObjectProperty("nodeSelector").put("disk", "ssd");
        assertThat(detail(choosy)).isEqualTo("has no label disk, wanted ssd");
        cache.assume(info(hostPort("other")), "a");
        assertThat(detail(hostPort("p"))).isEqualTo("port 8080/TCP is held by pod default/other");
    }

    @Test
    void podOfAnotherSchedulerIsNotExplained() {
        JsonNode told = PodExplanation.ofForeign(info(Manifests.pod("p", "1", 0)), List.of("b", "a"));
        assertThat(told.path("decision").path("outcome").asText()).isEqualTo("ignored");
        assertThat(told.path("decision").path("message").asText()).endsWith("there is a, b");
    }
}
