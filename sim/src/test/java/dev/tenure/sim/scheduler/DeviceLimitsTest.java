package dev.tenure.sim.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.DeviceManifests;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.wire.json.JsonNode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// How long devices may take is what the arguments of DynamicResources say.
final class DeviceLimitsTest {
    private static final JsonNode CONFIGURATION = StageManifests.json("""
            {'apiVersion': 'kubescheduler.config.k8s.io/v1', 'kind': 'KubeSchedulerConfiguration', 'profiles':
             [{'pluginConfig': [{'name': 'DynamicResources', 'args': {'bindingTimeout': '7s', 'filterTimeout': '1ms'}}]}]}
            """);

    private final Stage stage = new Stage(
                    ClusterSettings.standard(1, Semantics.DOCUMENTED).withScheduler(Optional.of(CONFIGURATION)))
            .node("n");

    /// A pod whose claim wants as many devices as it is told.
    private void play(int count, String... devices) {
        stage.cluster().startScheduler();
        stage.create(ResourceTypes.DEVICE_CLASSES, StageManifests.json("{'metadata': {'name': 'gold'}, 'spec': {}}"))
                .create(ResourceTypes.RESOURCE_SLICES, DeviceManifests.slice("s", 1, devices))
                .create(ResourceTypes.RESOURCE_CLAIMS, StageManifests.json("""
                        {'metadata': {'name': 'mine'}, 'spec': {'devices': {'requests':
                         [{'name': 'r', 'exactly': {'deviceClassName': 'gold', 'count': %d}}],
                         'constraints': [{'matchAttribute': 'example.com/kind'}]}}}
                        """.formatted(count)))
                .pass(5)
                .create(ResourceTypes.PODS, DeviceManifests.pod("p", "", "'resourceClaimName': 'mine'"));
    }

    @Test
    void whoWaitsForDevicesLongerThanTheProfileSaysGivesUp() {
        play(
                1,
                "{'name': 'd', 'attributes': {'example.com/kind': {'int': 1}}, 'bindsToNode': true,"
                        + " 'bindingConditions': ['x.io/ready'], 'bindingFailureConditions': ['x.io/lost']}");
        stage.pass(6);
        assertThat(stage.events("BindingConditionsPending")).hasSize(1);
        assertThat(stage.events("FailedScheduling")).isEmpty();
        stage.pass(2);
        assertThat(stage.events("FailedScheduling"))
                .anyMatch(event ->
                        event.contains("running PreBind plugin \"DynamicResources\": device binding timeout: "));
    }

    @Test
    void aSearchThatTakesLongerThanTheProfileSaysIsGivenUp() {
        String[] devices = new String[24];
        for (int i = 0; i < devices.length; i++) {
            devices[i] = "{'name': 'd%d', 'attributes': {'example.com/kind': {'int': %d}}}".formatted(i, i % 4);
        }
        play(7, devices);
        stage.pass(2);
        assertThat(stage.events("FailedScheduling"))
                .anyMatch(event -> event.contains("node n: timed out trying to allocate devices"));
    }
}
