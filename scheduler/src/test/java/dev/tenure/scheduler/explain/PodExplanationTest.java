package dev.tenure.scheduler.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import dev.tenure.scheduler.fake.FakeManifests;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
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
        put(FakeManifests.tainted(FakeManifests.node("a", "4"), "k", "NoSchedule"));
        assertThat(advice(FakeManifests.pod("p", "1", 0))).containsExactly("let pod default/p tolerate k:NoSchedule");
    }

    /// Both need one change: the one that only the pod has comes first, and of two of these the smaller.
    @Test
    void theSmallestChangeIsToldFirst() {
        ObjectNode cordoned = FakeManifests.node("a", "4");
        cordoned.withObjectProperty("spec").put("unschedulable", true);
        put(cordoned);
        put(FakeManifests.node("b", "1"));
        put(FakeManifests.node("c", "3"));
        put(FakeManifests.tainted(FakeManifests.node("d", "4"), "k", "NoSchedule"));
        assertThat(advice(FakeManifests.pod("p", "4", 0)))
                .containsExactly(
                        "let pod default/p tolerate k:NoSchedule",
                        "lower the request of pod default/p for cpu from 4 to 3",
                        "lower the request of pod default/p for cpu from 4 to 1",
                        "uncordon node a");
    }

    private static String refusals(JsonNode explained) {
        var found = new TreeSet<String>();
        explained
                .at("/decision/nodes")
                .forEach(verdict -> found.add(verdict.path("plugin").asText() + ": "
                        + verdict.path("detail").asText()));
        return found.toString();
    }

    @Test
    void aPodThatMayOnlyBeOnOneNodeIsToldThatInTheSameWordsOfAllOthers() {
        for (String name : List.of("a", "b", "c")) {
            put(FakeManifests.node(name, "1"));
        }
        ObjectNode byLabel = FakeManifests.pod("p", "4", 0);
        byLabel.withObjectProperty("spec").withObjectProperty("nodeSelector").put("kubernetes.io/hostname", "x");
        assertThat(refusals(explain(info(byLabel)))).isEqualTo("[NodeAffinity: label kubernetes.io/hostname is not x]");
        ObjectNode byField = FakeManifests.pod("q", "4", 0);
        byField.withObjectProperty("spec")
                .withObjectProperty("affinity")
                .withObjectProperty("nodeAffinity")
                .withObjectProperty("requiredDuringSchedulingIgnoredDuringExecution")
                .putArray("nodeSelectorTerms")
                .addObject()
                .putArray("matchFields")
                .addObject()
                .put("key", "metadata.name")
                .put("operator", "In")
                .putArray("values")
                .add("a");
        assertThat(refusals(explain(info(byField))))
                .contains("NodeAffinity: the pod may only be on node a", "NodeResourcesFit: cpu: asks 4")
                .doesNotContain(", :");
    }

    @Test
    void cordonIsCuredByUncordoning() {
        ObjectNode node = FakeManifests.node("a", "4");
        node.withObjectProperty("spec").put("unschedulable", true);
        put(node);
        assertThat(advice(FakeManifests.pod("p", "1", 0))).containsExactly("uncordon node a");
    }

    @Test
    void missingLabelIsNamed() {
        put(FakeManifests.node("a", "4"));
        ObjectNode pod = FakeManifests.pod("p", "1", 0);
        pod.withObjectProperty("spec").withObjectProperty("nodeSelector").put("disk", "ssd");
        assertThat(advice(pod)).containsExactly("label node a with disk=ssd");
    }

    @Test
    void requestIsLoweredToWhatIsLeft() {
        put(FakeManifests.node("a", "4"));
        cache.assume(info(FakeManifests.pod("other", "3", 0)), "a");
        assertThat(advice(FakeManifests.pod("p", "2", 0)))
                .containsExactly("lower the request of pod default/p for cpu from 2 to 1");
    }

    @Test
    void fewestChangesWin() {
        put(FakeManifests.tainted(
                FakeManifests.tainted(FakeManifests.node("a", "4"), "k", "NoSchedule"), "l", "NoExecute"));
        put(FakeManifests.tainted(FakeManifests.node("b", "4"), "m", "NoSchedule"));
        assertThat(advice(FakeManifests.pod("p", "1", 0))).containsExactly("let pod default/p tolerate m:NoSchedule");
    }

    @Test
    void podOnANodeIsExplainedAsIfItWereToBePlacedAnew() {
        put(FakeManifests.node("a", "4"));
        put(FakeManifests.tainted(FakeManifests.node("b", "4"), "k", "NoSchedule"));
        ObjectNode manifest = FakeManifests.pod("p", "4", 0);
        manifest.withObjectProperty("spec").put("nodeName", "a");
        PodInfo pod = info(manifest);
        cache.put(pod);
        JsonNode explained = explain(pod);
        assertThat(explained.path("decision").path("outcome").asText()).isEqualTo("scheduled");
        assertThat(explained
                        .path("decision")
                        .path("nodes")
                        .path("b")
                        .path("plugin")
                        .asText())
                .isEqualTo("TaintToleration");
        assertThat(cache.node("a").orElseThrow().pods()).containsExactly(pod);
    }

    @Test
    void gateIsNamedAndNothingIsPromised() {
        put(FakeManifests.node("a", "4"));
        ObjectNode pod = FakeManifests.pod("p", "1", 0);
        pod.withObjectProperty("spec")
                .withArrayProperty("schedulingGates")
                .addObject()
                .put("name", "example.com/g");
        JsonNode explained = explain(info(pod));
        assertThat(explained.path("decision").path("outcome").asText()).isEqualTo("gated");
        assertThat(explained.path("remedies").path(0).path("changes").path(0).asText())
                .isEqualTo("remove scheduling gate example.com/g from pod default/p");
        assertThat(explained.path("remedies").path(0).path("verified").asBoolean())
                .isFalse();
    }

    @Test
    void equalChangesAreReportedOnceWithAllTheirNodes() {
        put(FakeManifests.tainted(FakeManifests.node("a", "4"), "k", "NoSchedule"));
        put(FakeManifests.tainted(FakeManifests.node("b", "4"), "k", "NoSchedule"));
        put(FakeManifests.tainted(FakeManifests.node("c", "4"), "l", "NoSchedule"));
        JsonNode remedies = explain(info(FakeManifests.pod("p", "1", 0))).path("remedies");
        assertThat(remedies).hasSize(2);
        assertThat(remedies.path(0).path("nodes").toString()).isEqualTo("[\"a\",\"b\"]");
        assertThat(remedies.path(1).path("nodes").toString()).isEqualTo("[\"c\"]");
    }

    @Test
    void aChangeOfANodeHelpsOnThatNodeOnly() {
        for (String name : List.of("a", "b")) {
            put(FakeManifests.node(name, "4"));
        }
        ObjectNode pod = FakeManifests.pod("p", "1", 0);
        pod.withObjectProperty("spec").withObjectProperty("nodeSelector").put("disk", "ssd");
        assertThat(advice(pod)).containsExactly("label node a with disk=ssd", "label node b with disk=ssd");
    }

    @Test
    void aLabelThatSaysWhatANodeIsIsNotProposed() {
        put(FakeManifests.node("a", "4"));
        for (String key : List.of("kubernetes.io/hostname", "kubernetes.io/arch", "topology.kubernetes.io/zone")) {
            ObjectNode selecting = FakeManifests.pod("p", "1", 0);
            selecting
                    .withObjectProperty("spec")
                    .withObjectProperty("nodeSelector")
                    .put(key, "elsewhere");
            assertThat(advice(selecting)).as(key).isEmpty();
        }
        ObjectNode term = FakeManifests.pod("p", "1", 0);
        term.withObjectProperty("spec")
                .withObject("/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution")
                .withArrayProperty("nodeSelectorTerms")
                .addObject()
                .withArrayProperty("matchExpressions")
                .addObject()
                .put("key", "kubernetes.io/hostname")
                .put("operator", "In")
                .putArray("values")
                .add("elsewhere");
        assertThat(advice(term)).isEmpty();
    }

    @Test
    void bytesAreWrittenAsQuantities() {
        ObjectNode node = FakeManifests.node("a", "4");
        ((ObjectNode) node.at("/status/allocatable")).put("memory", "1073745920");
        put(node);
        ObjectNode pod = FakeManifests.pod("p", "1", 0);
        ((ObjectNode) pod.at("/spec/containers/0/resources/requests")).put("memory", "2147487744");
        assertThat(detail(pod)).isEqualTo("memory: asks 2049Mi, 1Gi of 1Gi is free");
        assertThat(advice(pod)).containsExactly("lower the request of pod default/p for memory from 2097156Ki to 1Gi");
        ((ObjectNode) node.at("/status/allocatable")).put("memory", "12345678901");
        put(node);
        ((ObjectNode) pod.at("/spec/containers/0/resources/requests")).put("memory", "12345678999");
        assertThat(detail(pod)).isEqualTo("memory: asks 11774Mi, 11773Mi of 11773Mi is free");
    }

    @Test
    void comparisonsAreKnownWhereTheirGateIsOn() {
        ObjectNode node = FakeManifests.node("a", "4");
        node.withObjectProperty("spec")
                .withArrayProperty("taints")
                .addObject()
                .put("key", "sla")
                .put("value", "960")
                .put("effect", "NoSchedule");
        put(FakeManifests.tainted(node, "k", "NoSchedule"));
        ObjectNode pod = FakeManifests.pod("p", "1", 0);
        pod.withObjectProperty("spec")
                .withArrayProperty("tolerations")
                .addObject()
                .put("key", "sla")
                .put("operator", "Gt")
                .put("value", "950");
        FeatureGates gates = FeatureGates.parse(Map.of("TaintTolerationComparisonOperators", "true"));
        JsonNode explained = PodExplanation.of(
                info(pod),
                cache,
                SchedulerConfiguration.standard(new Random(0), gates).profiles().getFirst());
        assertThat(explained.at("/decision/nodes/a/detail").asText()).isEqualTo("taint k:NoSchedule");
        assertThat(explained.at("/remedies/0/changes/0").asText()).isEqualTo("let pod default/p tolerate k:NoSchedule");
    }

    @Test
    void anotherNodeIsTheLastResort() {
        put(FakeManifests.node("a", "4"));
        cache.assume(info(hostPort("other")), "a");
        assertThat(advice(hostPort("p"))).containsExactly("add an empty node like a");
    }

    @Test
    void anotherNodeIsNoResortForAPodThatIsTooLarge() {
        put(FakeManifests.node("a", "4"));
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
        ObjectNode pod = FakeManifests.pod(name, "1", 0);
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
        put(FakeManifests.tainted(FakeManifests.node("a", "4"), "k", "NoSchedule"));
        assertThat(detail(FakeManifests.pod("p", "1", 0))).isEqualTo("taint k:NoSchedule");
        put(FakeManifests.node("a", "4"));
        assertThat(detail(FakeManifests.pod("p", "5500m", 0))).isEqualTo("cpu: asks 5500m, 4 of 4 is free");
        ObjectNode choosy = FakeManifests.pod("p", "1", 0);
        choosy.withObjectProperty("spec").withObjectProperty("nodeSelector").put("disk", "ssd");
        assertThat(detail(choosy)).isEqualTo("has no label disk, wanted ssd");
        cache.assume(info(hostPort("other")), "a");
        assertThat(detail(hostPort("p"))).isEqualTo("port 8080/TCP is held by pod default/other");
    }

    @Test
    void podOfAnotherSchedulerIsNotExplained() {
        JsonNode explained = PodExplanation.ofForeign(info(FakeManifests.pod("p", "1", 0)), List.of("b", "a"));
        assertThat(explained.path("decision").path("outcome").asText()).isEqualTo("ignored");
        assertThat(explained.path("decision").path("message").asText()).endsWith("there is a, b");
    }
}
