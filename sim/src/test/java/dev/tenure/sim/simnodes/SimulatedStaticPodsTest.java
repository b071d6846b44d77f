package dev.tenure.sim.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.kubelet.configuration.KubeletConfiguration;
import dev.tenure.kubelet.configuration.KubeletConfigurationParser;
import dev.tenure.kubelet.configuration.NodePools;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.node.HeldState;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.wire.json.Document;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Settings of a KubeletConfiguration that simulated nodes keep to besides those of pressure.
final class SimulatedStaticPodsTest {
    private static final String MANIFEST = """
        apiVersion: v1
        kind: Pod
        metadata: {name: proxy, namespace: kube-system}
        spec: {containers: [{name: main, image: 'registry.test/proxy:1'}]}
        """;

    private static Stage stage(String fields, Map<String, String> staticPods) {
        KubeletConfiguration configuration = KubeletConfigurationParser.parse(
                        "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n" + fields)
                .withStaticPods(staticPods);
        ClusterSettings settings = ClusterSettings.standard(1, Semantics.DOCUMENTED);
        var pools = new NodePools(Optional.of(configuration), Map.of());
        return new Stage(settings.withNodes(settings.nodes().withPools(pools)));
    }

    private static Optional<Pod> mirror(Stage stage) {
        return stage.all(ResourceTypes.PODS).stream()
                .map(pod -> pod.view(Pod.class))
                .filter(PodRule::mirror)
                .findFirst();
    }

    @Test
    void aStaticPodHasAMirrorThatRunsAndComesBack() {
        Stage stage =
                stage("", Map.of("/manifests/proxy.yaml", MANIFEST)).node("n").at(20);
        var first = mirror(stage).orElseThrow();
        assertThat(first.qualifiedName()).isEqualTo("kube-system/proxy-n");
        assertThat(first.status().phase()).isEqualTo(PodPhase.RUNNING);
        assertThat(first.meta().controllerOwner().orElseThrow().kind()).isEqualTo("Node");
        stage.client()
                .delete(
                        ResourceTypes.PODS,
                        "kube-system",
                        "proxy-n",
                        Document.of(StageManifests.json("{'kind': 'DeleteOptions', 'apiVersion': 'v1'}")));
        stage.pass(60);
        var second = mirror(stage).orElseThrow();
        assertThat(second.meta().uid()).isNotEqualTo(first.meta().uid());
        assertThat(second.status().phase()).isEqualTo(PodPhase.RUNNING);
    }

    @Test
    void aStaticPodIsTakenUnderPressureAndOutlivesEveryTaint() {
        Stage stage = stage("", Map.of("/manifests/proxy.yaml", MANIFEST)).node("other");
        stage.node("n");
        stage.patch(
                ResourceTypes.NODES,
                "n",
                "{'metadata': {'annotations': {'%s': 'always', '%s': 'always'}}}"
                        .formatted(HeldState.DISK_PRESSURE.annotation(), HeldState.NOT_READY.annotation()));
        stage.pass(400);
        assertThat(stage.taintsOf("n")).contains("node.kubernetes.io/not-ready:NoExecute");
        assertThat(stage.all(ResourceTypes.PODS))
                .hasSize(2)
                .allSatisfy(
                        pod -> assertThat(pod.view(Pod.class).status().phase()).isEqualTo(PodPhase.RUNNING));
    }

    @Test
    void aNodeTellsItsStateAsOftenAsItsSettingsSay() {
        for (int seconds : new int[] {2, 30, 60}) {
            Stage stage = stage("nodeStatusUpdateFrequency: %ds".formatted(seconds), Map.of())
                    .node("n")
                    .at(120)
                    .begin();
            stage.patch(
                    ResourceTypes.NODES,
                    "n",
                    "status",
                    "{'status': {'conditions': [{'type': 'DiskPressure', 'status': 'True'}, {'type': 'Ready',"
                            + " 'status': 'True'}]}}");
            double cleared =
                    stage.until(() -> stage.condition("n", "DiskPressure").equals("False"), 90);
            assertThat(cleared).as("%d s", seconds).isLessThanOrEqualTo(seconds + 0.5);
            stage.begin();
            stage.patch(
                    ResourceTypes.NODES,
                    "n",
                    "status",
                    "{'status': {'conditions': [{'type': 'DiskPressure', 'status': 'True'}, {'type': 'Ready',"
                            + " 'status': 'True'}]}}");
            double again =
                    stage.until(() -> stage.condition("n", "DiskPressure").equals("False"), 90);
            assertThat(again).as("%d s", seconds).isBetween(seconds - 0.5, seconds + 0.5);
        }
    }
}
