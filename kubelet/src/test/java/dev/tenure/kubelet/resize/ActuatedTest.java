package dev.tenure.kubelet.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What containers were given last, as their pod shows it and as it comes to be known.
final class ActuatedTest {
    private static Pod pod(String yaml) {
        return (Pod) Views.view(ResourceTypes.PODS, (ObjectNode)
                Yaml.read(yaml.getBytes(StandardCharsets.UTF_8)).value());
    }

    private static final Pod SHOWN = pod("""
            spec:
              resources: {requests: {cpu: 2}}
              containers: [{name: runs}, {name: waits}]
              initContainers: [{name: aside}]
            status:
              resources: {requests: {cpu: 1, memory: 1Gi}, limits: {memory: 2Gi}}
              initContainerStatuses:
              - {name: aside, containerID: "containerd://a1", state: {running: {}}, resources: {requests: {cpu: 100m}}}
              containerStatuses:
              - {name: runs, containerID: r1, state: {running: {}}, resources: {requests: {cpu: 200m}, limits: {cpu: 400m}}}
              - {name: waits, containerID: "containerd://w1", state: {waiting: {}}, resources: {requests: {cpu: 300m}}}
            """);

    @Test
    void thePodShowsItOfContainersThatRun() {
        Actuated shown = Actuated.shown(SHOWN);

        assertThat(shown.containers()).containsOnlyKeys("a1", "r1");
        assertThat(shown.containers().get("r1")).isNotEqualTo(shown.containers().get("a1"));
    }

    @Test
    void ofThePodAsAWholeThatCountsForWhichItAsks() {
        Pod asksForAll = pod("""
                spec: {resources: {requests: {cpu: 2, memory: 1Gi}, limits: {memory: 2Gi}}, containers: []}
                status: {resources: {requests: {cpu: 1, memory: 1Gi}, limits: {memory: 2Gi}}}
                """);
        Pod asksForCpu = pod("""
                spec: {resources: {requests: {cpu: 2}}, containers: []}
                status: {resources: {requests: {cpu: 1}}}
                """);

        assertThat(Actuated.shown(SHOWN).pod())
                .isPresent()
                .isEqualTo(Actuated.shown(asksForCpu).pod());
        assertThat(Actuated.shown(asksForAll).pod())
                .isNotEqualTo(Actuated.shown(SHOWN).pod());
        assertThat(Actuated.shown(pod("spec: {containers: []}\nstatus: {resources: {requests: {cpu: 1}}}")))
                .isEqualTo(Actuated.NOTHING);
    }

    @Test
    void whatComesLaterTakesThePlaceOfWhatWasKnownAndWhatIsGoneIsForgotten() {
        Amounts small = shown("a1");
        Amounts large = shown("r1");
        Actuated one = Actuated.NOTHING.with("a", small).withPod(small);

        assertThat(one.with("a", large).containers()).containsOnlyKeys("a").containsValue(large);
        Actuated both = one.with(Actuated.NOTHING.with("b", large));
        assertThat(both.containers()).containsOnlyKeys("a", "b");
        assertThat(both.pod()).contains(small);
        assertThat(both.with(Actuated.NOTHING.withPod(large)).pod()).contains(large);
        assertThat(both.among(List.of("b", "c")))
                .isEqualTo(Actuated.NOTHING.with("b", large).withPod(small));
    }

    private static Amounts shown(String container) {
        return Objects.requireNonNull(Actuated.shown(SHOWN).containers().get(container));
    }
}
