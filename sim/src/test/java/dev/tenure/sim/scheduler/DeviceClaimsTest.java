package dev.tenure.sim.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.Semantics;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import org.junit.jupiter.api.Test;

/// What becomes of pods with claims of devices, in the words in which upstream 1.36.3 answered; there are no devices.
final class DeviceClaimsTest {
    private static final String UNHELPFUL =
            " no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.";

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
        assertThat(said("p")).isEqualTo("0/2 nodes are available: 2 cannot allocate all claims." + UNHELPFUL);
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
}
