package dev.tenure.sim.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import org.junit.jupiter.api.Test;

/// What becomes of pods with claims of devices, in the words in which upstream 1.36.3 answered.
final class DeviceClaimsTest {
    private static final String UNHELPFUL =
            " no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.";

    private static final String STILL =
            " still not schedulable, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.";

    private final Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 2);

    DeviceClaimsTest() {
        stage.cluster().startScheduler();
        stage.pass(5);
    }

    private void pod(String name, String claim) {
        stage.create(ResourceTypes.PODS, StageManifests.json("""
                {'metadata': {'name': '%s'}, 'spec': {'containers': [{'name': 'c', 'image': 'i',
                 'resources': {'claims': [{'name': 'r'}]}}], 'resourceClaims': [{'name': 'r', %s}]}}
                """.formatted(name, claim)))
                .pass(3);
    }

    /// @param more of its metadata, each followed by a comma
    private void claim(String name, String more, String request) {
        stage.create(ResourceTypes.RESOURCE_CLAIMS, StageManifests.json("""
                {'metadata': {%s 'name': '%s'}, 'spec': {'devices': {'requests': [%s]}}}
                """.formatted(more, name, request)))
                .pass(3);
    }

    private String said(String pod) {
        return stage.seePod(pod)
                .status()
                .condition(Pod.SCHEDULED)
                .map(Condition::message)
                .orElse("");
    }

    private void deviceClass() {
        stage.create(ResourceTypes.DEVICE_CLASSES, StageManifests.json("{'metadata': {'name': 'gold'}, 'spec': {}}"))
                .pass(15);
    }

    @Test
    void aPodIsHeldBackInSilenceUntilItsClaimIsThere() {
        pod("p", "'resourceClaimName': 'mine'");
        assertThat(said("p")).isEmpty();
        assertThat(stage.events("FailedScheduling")).isEmpty();

        claim("mine", "", "{'name': 'q', 'exactly': {'deviceClassName': 'gold'}}");
        assertThat(said("p"))
                .isEqualTo("0/2 nodes are available: request q: device class gold does not exist." + UNHELPFUL);

        deviceClass();
        assertThat(said("p")).isEqualTo("0/2 nodes are available: 2 cannot allocate all claims." + STILL);
    }

    @Test
    void aClaimOfATemplateIsTheOneThatThePodsStatusNames() {
        pod("p", "'resourceClaimTemplateName': 't'");
        assertThat(said("p")).isEmpty();
        String uid = stage.seePod("p").meta().uid();
        claim(
                "p-r-x",
                "'ownerReferences': [{'apiVersion': 'v1', 'kind': 'Pod', 'name': 'p', 'uid': '%s', 'controller': true}],"
                        .formatted(uid),
                "{'name': 'q', 'firstAvailable': [{'name': 's', 'deviceClassName': 'gold'}]}");
        assertThat(said("p")).isEmpty();

        stage.patch(
                        ResourceTypes.PODS,
                        "p",
                        "status",
                        "{'status': {'resourceClaimStatuses': [{'name': 'r', 'resourceClaimName': 'p-r-x'}]}}")
                .pass(3);
        assertThat(said("p"))
                .isEqualTo("0/2 nodes are available: request q/s: device class gold does not exist." + UNHELPFUL);
    }

    @Test
    void aClaimOfAnotherPodIsNotTaken() {
        pod("p", "'resourceClaimTemplateName': 't'");
        claim("theirs", "", "{'name': 'q', 'exactly': {'deviceClassName': 'gold'}}");
        stage.patch(
                        ResourceTypes.PODS,
                        "p",
                        "status",
                        "{'status': {'resourceClaimStatuses': [{'name': 'r', 'resourceClaimName': 'theirs'}]}}")
                .pass(3);
        assertThat(said("p")).isEmpty();
    }

    @Test
    void aPodOfWhichNoClaimIsNeededGoesItsWay() {
        pod("p", "'resourceClaimTemplateName': 't'");
        stage.patch(ResourceTypes.PODS, "p", "status", "{'status': {'resourceClaimStatuses': [{'name': 'r'}]}}")
                .pass(3);
        assertThat(stage.seePod("p").spec().nodeName()).isNotEmpty();
    }

    /// @param devices a JSON list
    private void slice(String node, String devices) {
        stage.create(ResourceTypes.RESOURCE_SLICES, StageManifests.json("""
                {'metadata': {'name': 'on-%1$s'}, 'spec': {'driver': 'gold.example.com', 'nodeName': '%1$s',
                 'pool': {'name': '%1$s', 'generation': 1, 'resourceSliceCount': 1}, 'devices': %2$s}}
                """.formatted(node, devices)))
                .pass(3);
    }

    private ResourceClaim seeClaim(String name) {
        return stage.find(ResourceTypes.RESOURCE_CLAIMS, name).orElseThrow().view(ResourceClaim.class);
    }

    @Test
    void aPodGoesWhereItsDevicesAreAndTheyAreWrittenIntoItsClaim() {
        deviceClass();
        claim("mine", "", """
                {'name': 'q', 'exactly': {'deviceClassName': 'gold', 'count': 2, 'selectors':
                 [{'cel': {'expression': 'device.attributes[\\"gold.example.com\\"].size >= 3'}}]}}
                """);
        slice("a-0", "[{'name': 'd0', 'attributes': {'size': {'int': 2}}}]");
        slice(
                "a-1",
                "[{'name': 'd0', 'attributes': {'size': {'int': 4}}}, {'name': 'd1', 'attributes': {'size': {'int': 1}}},"
                        + " {'name': 'd2', 'attributes': {'size': {'int': 3}}}]");
        pod("p", "'resourceClaimName': 'mine'");

        assertThat(stage.seePod("p").spec().nodeName()).isEqualTo("a-1");
        ResourceClaim claim = seeClaim("mine");
        assertThat(claim.meta().finalizers()).containsExactly(ResourceClaim.FINALIZER);
        assertThat(claim.allocation().orElseThrow().results())
                .extracting(result -> result.request() + " " + result.id())
                .containsExactly("q gold.example.com/a-1/d0", "q gold.example.com/a-1/d2");
        assertThat(claim.allocation().orElseThrow().timestamp()).isPresent();
        assertThat(claim.use().reservedFor())
                .containsExactly(new ResourceClaim.Consumer(
                        "", "pods", "p", stage.seePod("p").meta().uid()));
    }

    @Test
    void aTaintedDeviceIsGivenToWhoToleratesIt() {
        deviceClass();
        slice("a-0", "[{'name': 'd0', 'taints': [{'key': 'x.example.com/broken', 'effect': 'NoSchedule'}]}]");
        claim("plain", "", "{'name': 'q', 'exactly': {'deviceClassName': 'gold'}}");
        claim("patient", "", """
                {'name': 'q', 'exactly': {'deviceClassName': 'gold',
                 'tolerations': [{'key': 'x.example.com/broken', 'operator': 'Exists'}]}}
                """);
        pod("p", "'resourceClaimName': 'plain'");
        assertThat(said("p")).isEqualTo("0/2 nodes are available: 2 cannot allocate all claims." + STILL);

        pod("q", "'resourceClaimName': 'patient'");
        assertThat(stage.seePod("q").spec().nodeName()).isEqualTo("a-0");
        assertThat(seeClaim("patient")
                        .allocation()
                        .orElseThrow()
                        .results()
                        .getFirst()
                        .tolerations())
                .hasSize(1);
    }

    @Test
    void aPodThatWaitsGetsTheDeviceThatIsFreed() {
        deviceClass();
        slice("a-0", "[{'name': 'd0'}]");
        claim("first", "", "{'name': 'q', 'exactly': {'deviceClassName': 'gold'}}");
        claim("second", "", "{'name': 'q', 'exactly': {'deviceClassName': 'gold'}}");
        pod("p", "'resourceClaimName': 'first'");
        pod("q", "'resourceClaimName': 'second'");
        assertThat(stage.seePod("p").spec().nodeName()).isEqualTo("a-0");
        assertThat(stage.seePod("q").spec().nodeName()).isEmpty();

        stage.delete(ResourceTypes.PODS, "p", "{'gracePeriodSeconds': 0}");
        stage.patch(
                        ResourceTypes.RESOURCE_CLAIMS,
                        "first",
                        "status",
                        "{'status': {'allocation': null, 'reservedFor': null}}")
                .pass(12);
        assertThat(stage.seePod("q").spec().nodeName()).isEqualTo("a-0");
    }

    @Test
    void aClaimWithDevicesOfWhichAPodCannotUseThoseGivesThemUp() {
        deviceClass();
        slice("a-0", "[{'name': 'd0'}]");
        slice("a-1", "[{'name': 'd0'}]");
        claim("mine", "", "{'name': 'q', 'exactly': {'deviceClassName': 'gold'}}");
        stage.patch(ResourceTypes.RESOURCE_CLAIMS, "mine", "status", """
                {'status': {'allocation': {'devices': {'results':
                  [{'request': 'q', 'driver': 'gold.example.com', 'pool': 'a-0', 'device': 'd0'}]},
                 'nodeSelector': {'nodeSelectorTerms': [{'matchFields':
                  [{'key': 'metadata.name', 'operator': 'In', 'values': ['a-0']}]}]}}}}
                """);
        stage.patch(ResourceTypes.NODES, "a-0", "{'spec': {'unschedulable': true}}");
        pod("p", "'resourceClaimName': 'mine'");
        stage.pass(12);

        assertThat(stage.events("FailedScheduling"))
                .anyMatch(event -> event.contains("deallocation of ResourceClaim completed"));
        assertThat(stage.seePod("p").spec().nodeName()).isEqualTo("a-1");
        assertThat(seeClaim("mine")
                        .allocation()
                        .orElseThrow()
                        .results()
                        .getFirst()
                        .id()
                        .pool())
                .isEqualTo("a-1");
    }

    @Test
    void aPodIsBoundWhenItsDevicesArePrepared() {
        deviceClass();
        slice(
                "a-0",
                "[{'name': 'd0', 'bindsToNode': true, 'bindingConditions': ['x.example.com/ready'],"
                        + " 'bindingFailureConditions': ['x.example.com/lost']}]");
        claim("mine", "", "{'name': 'q', 'exactly': {'deviceClassName': 'gold'}}");
        pod("p", "'resourceClaimName': 'mine'");
        stage.pass(30);
        assertThat(seeClaim("mine").use().allocated()).isTrue();
        assertThat(stage.seePod("p").spec().nodeName()).isEmpty();

        stage.patch(ResourceTypes.RESOURCE_CLAIMS, "mine", "status", """
                {'status': {'devices': [{'driver': 'gold.example.com', 'pool': 'a-0', 'device': 'd0', 'conditions':
                 [{'type': 'x.example.com/ready', 'status': 'True', 'reason': 'Done', 'message': '',
                   'lastTransitionTime': '2026-01-02T03:04:05Z'}]}]}}
                """);
        stage.pass(6);
        assertThat(stage.seePod("p").spec().nodeName()).isEqualTo("a-0");
    }

    @Test
    void aDeviceThatCannotBePreparedIsGivenUpWithTheClaim() {
        deviceClass();
        slice(
                "a-0",
                "[{'name': 'd0', 'bindsToNode': true, 'bindingConditions': ['x.example.com/ready'],"
                        + " 'bindingFailureConditions': ['x.example.com/lost']}]");
        claim("mine", "", "{'name': 'q', 'exactly': {'deviceClassName': 'gold'}}");
        pod("p", "'resourceClaimName': 'mine'");
        stage.patch(ResourceTypes.RESOURCE_CLAIMS, "mine", "status", """
                {'status': {'devices': [{'driver': 'gold.example.com', 'pool': 'a-0', 'device': 'd0', 'conditions':
                 [{'type': 'x.example.com/lost', 'status': 'True', 'reason': 'Burnt', 'message': 'smoke',
                   'lastTransitionTime': '2026-01-02T03:04:05Z'}]}]}}
                """);
        slice("a-1", "[{'name': 'd0'}]");
        stage.delete(ResourceTypes.RESOURCE_SLICES, "on-a-0", "{}").pass(30);

        assertThat(stage.events("FailedScheduling"))
                .anyMatch(event -> event.endsWith("running PreBind plugin \"DynamicResources\": device binding failed:"
                        + " claim=mine, reason=Burnt, message=\"smoke\""));
        assertThat(stage.seePod("p").spec().nodeName()).isEqualTo("a-1");
        assertThat(seeClaim("mine").use().reservedFor()).hasSize(1);
    }
}
