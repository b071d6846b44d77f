package dev.tenure.node.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.pod.Labels;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Sandbox;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Which pods are told to run, and what of them.
final class RunningPodsTest {
    private static Map<String, String> labels(String pod) {
        return Map.of(Labels.POD_NAME, pod, Labels.POD_NAMESPACE, "ns", Labels.POD_UID, "uid-" + pod);
    }

    private static Sandbox sandbox(String pod, boolean ready) {
        return new Sandbox("s-" + pod, ready, 0, 1, labels(pod), List.of(), false);
    }

    private static RunContainer container(String pod, String name, RunContainer.State state) {
        return new RunContainer(
                name,
                "s-" + pod,
                name,
                0,
                state,
                1,
                1,
                0,
                0,
                "image-" + name,
                "",
                "",
                "",
                labels(pod),
                Map.of(),
                List.of(),
                "",
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void podsOfWhichSomethingRunsAreTold() {
        List<Sandbox> sandboxes = List.of(sandbox("a", true), sandbox("b", true), sandbox("c", false));
        List<RunContainer> containers = List.of(
                container("a", "x", RunContainer.State.RUNNING),
                container("a", "y", RunContainer.State.EXITED),
                container("a", "z", RunContainer.State.RUNNING),
                container("c", "x", RunContainer.State.EXITED));
        assertThat(RunningPods.list(sandboxes, containers)
                        .toString()
                        .replace("\"", "")
                        .replace("resources:{}", "r"))
                .isEqualTo("{kind:PodList,apiVersion:v1,metadata:{},items:["
                        + "{metadata:{name:a,namespace:ns,uid:uid-a},spec:{containers:["
                        + "{name:x,image:image-x,r},{name:z,image:image-z,r}]},status:{}},"
                        + "{metadata:{name:b,namespace:ns,uid:uid-b},spec:{containers:[]},status:{}}]}");
    }
}
