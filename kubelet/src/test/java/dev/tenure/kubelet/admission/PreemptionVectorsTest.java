package dev.tenure.kubelet.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.admission.PodAdmissionRule.Verdict;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Who leaves for a critical pod: vectors A9 to A14, over a node that is full but for what they say.
final class PreemptionVectorsTest {
    private static final String CRITICAL = "'priority': 2000000000";
    private static final Pod A = pod("a", "'priority': 0", "{'requests': {'memory': '100Mi', 'cpu': '100m'}}", "");
    private static final Pod B = pod("b", "'priority': 0", "{'requests': {'memory': '200Mi', 'cpu': '200m'}}", "");
    private static final Pod C = pod(
            "c",
            "'priority': 0",
            "{'requests': {'memory': '500Mi', 'cpu': '1'}, 'limits': {'memory': '500Mi', 'cpu': '1'}}",
            "");

    private static Object view(ResourceType type, String text) {
        ObjectNode read = Json.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        return Views.view(type, read);
    }

    private static Pod pod(String name, String spec, String resources, String ports) {
        return (Pod) view(
                ResourceTypes.PODS,
                "{'metadata': {'name': '%1$s', 'namespace': 'd', 'uid': '%1$s'}, 'spec': {%2$s, 'nodeName': 'n', 'containers': [{'name': 'c', 'resources': %3$s%4$s}]}}"
                        .formatted(name, spec, resources, ports));
    }

    private static Pod critical(String memory) {
        return pod("critical", CRITICAL, "{'requests': {'memory': '%s'}}".formatted(memory), "");
    }

    private static Node node(String memory, int pods) {
        return (Node) view(
                ResourceTypes.NODES,
                "{'metadata': {'name': 'n'}, 'spec': {}, 'status': {'allocatable': {'cpu': '4', 'memory': '%s', 'pods': '%d'}}}"
                        .formatted(memory, pods));
    }

    private static List<String> victims(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Verdict.AdmitAfter.class);
        return ((Verdict.AdmitAfter) verdict)
                .victims().stream().map(pod -> pod.meta().name()).toList();
    }

    private static Verdict decide(Pod pod, Node node, List<Pod> others) {
        return PodAdmissionRule.decide(pod, node, others, FeatureGates.STANDARD);
    }

    @Test
    void a9TheOneThatIsLargeEnoughLeavesAlone() {
        Verdict verdict = decide(critical("150Mi"), node("800Mi", 110), List.of(A, B, C));
        assertThat(victims(verdict)).containsExactly("b");
    }

    @Test
    void a10TheNearestLeavesFirst() {
        Verdict verdict = decide(critical("250Mi"), node("800Mi", 110), List.of(A, B, C));
        assertThat(victims(verdict)).containsExactly("b", "a");
    }

    @Test
    void a11ForAPlaceOneThatAsksForNothingLeaves() {
        List<Pod> three = List.of(pod("be1", "'priority': 0", "{}", ""), pod("be2", "'priority': 0", "{}", ""), A);
        Verdict verdict = decide(critical("10Mi"), node("8Gi", 3), three);
        assertThat(victims(verdict)).hasSize(1).first().asString().startsWith("be");
    }

    @Test
    void a12NobodyLeavesInVain() {
        Verdict verdict = decide(critical("2Gi"), node("800Mi", 110), List.of(A, B, C));
        long missing = (2L << 30) - (800L << 20);
        assertThat(verdict)
                .isEqualTo(new Verdict.Reject(
                        "UnexpectedAdmissionError",
                        "Unexpected error while attempting to recover from admission failure: preemption: error finding"
                                + " a set of pods to preempt: no set of running pods found to reclaim resources:"
                                + " [(res: memory, q: %d), ]".formatted(missing)));
    }

    @Test
    void a13AnOrdinaryPodIsRefused() {
        Pod plain = pod("plain", "'priority': 100", "{'requests': {'cpu': '4'}}", "");
        assertThat(decide(plain, node("8Gi", 110), List.of(A)))
                .isEqualTo(new Verdict.Reject(
                        "OutOfcpu",
                        "Node didn't have enough resource: cpu, requested: 4000, used: 100, capacity: 4000"));
    }

    @Test
    void a14APortThatIsTakenDecidesAlone() {
        String port = ", 'ports': [{'containerPort': 80, 'hostPort': 80}]";
        Pod holder = pod("holder", "'priority': 0", "{'requests': {'memory': '700Mi'}}", port);
        Pod wanted = pod("critical", CRITICAL, "{'requests': {'memory': '700Mi'}}", port);
        assertThat(decide(wanted, node("800Mi", 110), List.of(holder)))
                .isEqualTo(new Verdict.Reject(
                        "NodePorts",
                        "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports"));
    }
}
