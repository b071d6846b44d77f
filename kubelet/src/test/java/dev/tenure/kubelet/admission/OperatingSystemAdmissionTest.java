package dev.tenure.kubelet.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.admission.PodAdmissionRule.Verdict;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A node takes only pods that are made for its operating system.
final class OperatingSystemAdmissionTest {
    private static final Node LINUX = node("");
    private static final Node WINDOWS = node("'kubernetes.io/os': 'windows'");

    private static Object view(ResourceType type, String text) {
        return Views.view(type, Json.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    private static Node node(String labels) {
        return (Node) view(
                ResourceTypes.NODES,
                "{'metadata': {'name': 'n', 'labels': {%s}}, 'spec': {}, 'status': {'allocatable': {'cpu': '1', 'memory': '1Gi', 'pods': '9'}}}"
                        .formatted(labels));
    }

    private static Pod pod(String labels, String spec) {
        return (Pod) view(
                ResourceTypes.PODS,
                "{'metadata': {'name': 'p', 'namespace': 'd', 'uid': 'u', 'labels': {%s}}, 'spec': {%s 'nodeName': 'n', 'containers': [{'name': 'c'}]}}"
                        .formatted(labels, spec));
    }

    private static Verdict decide(Pod pod, Node node) {
        return PodAdmissionRule.decide(pod, node, List.of(), FeatureGates.STANDARD);
    }

    @Test
    void aPodForAnotherSystemIsRejected() {
        var reason =
                new Verdict.Reject("PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS");
        Pod forWindows = pod("", "'os': {'name': 'windows'},");
        Pod forLinux = pod("", "'os': {'name': 'linux'},");
        assertThat(decide(forWindows, LINUX)).isEqualTo(reason);
        assertThat(decide(forLinux, WINDOWS)).isEqualTo(reason);
        assertThat(decide(forWindows, WINDOWS)).isEqualTo(new Verdict.Admit());
        assertThat(decide(forLinux, LINUX)).isEqualTo(new Verdict.Admit());
        assertThat(decide(pod("", ""), WINDOWS)).isEqualTo(new Verdict.Admit());
    }

    @Test
    void theLabelOfAPodCountsAsMuch() {
        Pod labelled = pod("'kubernetes.io/os': 'windows'", "");
        assertThat(decide(labelled, LINUX))
                .isEqualTo(new Verdict.Reject(
                        "PodOSSelectorNodeLabelDoesNotMatch",
                        "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label"));
        assertThat(decide(labelled, WINDOWS)).isEqualTo(new Verdict.Admit());
    }

    @Test
    void nobodyLeavesForACriticalPodOfAnotherSystem() {
        Pod critical = pod("", "'os': {'name': 'windows'}, 'priority': 2000000000,");
        Verdict verdict = PodAdmissionRule.decide(
                critical, LINUX, Collections.nCopies(9, pod("", "'priority': 0,")), FeatureGates.STANDARD);
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Reject.class,
                        reject -> assertThat(reject.reason()).isEqualTo("PodOSNotSupported"));
    }
}
