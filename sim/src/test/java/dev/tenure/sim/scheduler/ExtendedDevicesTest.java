package dev.tenure.sim.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.PodStatus.ExtendedClaim;
import dev.tenure.model.core.PodStatus.Mapping;
import dev.tenure.model.core.ResourceQuota;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What becomes of pods whose containers ask for devices as extended resources.
final class ExtendedDevicesTest {
    private final Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 2);

    ExtendedDevicesTest() {
        stage.cluster().startScheduler();
        stage.create(ResourceTypes.DEVICE_CLASSES, StageManifests.json("""
                {'metadata': {'name': 'gold'}, 'spec': {'extendedResourceName': 'example.com/gold'}}
                """))
                .create(ResourceTypes.RESOURCE_SLICES, StageManifests.json("""
                {'metadata': {'name': 's'}, 'spec': {'driver': 'd.example.com', 'nodeName': 'a-1',
                 'pool': {'name': 'p', 'generation': 1, 'resourceSliceCount': 1},
                 'devices': [{'name': 'd0'}, {'name': 'd1'}]}}
                """))
                .pass(5);
    }

    private void pod(String name, String resource, int count) {
        stage.create(ResourceTypes.PODS, StageManifests.json("""
                {'metadata': {'name': '%s'}, 'spec': {'terminationGracePeriodSeconds': 0, 'containers':
                 [{'name': 'c', 'image': 'i', 'resources': {'limits': {'%s': %d}, 'requests': {'%s': %d}}}]}}
                """.formatted(name, resource, count, resource, count)))
                .pass(10);
    }

    private List<ResourceClaim> claims() {
        return stage.all(ResourceTypes.RESOURCE_CLAIMS).stream()
                .map(claim -> claim.view(ResourceClaim.class))
                .toList();
    }

    private String node(String pod) {
        return stage.seePod(pod).spec().nodeName();
    }

    private String said(String pod) {
        return stage.seePod(pod)
                .status()
                .condition(Pod.SCHEDULED)
                .map(Condition::message)
                .orElse("");
    }

    @Test
    void aPodGoesWhereTheDevicesAreAndAClaimIsMadeForIt() {
        pod("p", "example.com/gold", 2);

        Pod pod = stage.seePod("p");
        assertThat(pod.spec().nodeName()).isEqualTo("a-1");
        ResourceClaim claim = claims().getFirst();
        assertThat(claim.meta().name()).startsWith("p-extended-resources-");
        assertThat(claim.meta().annotations()).containsEntry(ResourceClaim.EXTENDED, "true");
        assertThat(claim.meta().controllerOwner().orElseThrow().uid())
                .isEqualTo(pod.meta().uid());
        assertThat(claim.allocation().orElseThrow().results()).hasSize(2);
        assertThat(claim.use().isReservedFor(pod.meta().uid())).isTrue();
        assertThat(pod.status().extendedClaim())
                .contains(new ExtendedClaim(
                        claim.meta().name(), List.of(new Mapping("c", "example.com/gold", "container-0-request-0"))));
        assertThat(pod.status().phase()).isEqualTo(PodPhase.RUNNING);
    }

    @Test
    void devicesThatOnePodHasAreNotThereForTheNextUntilItHasGone() {
        pod("p", "example.com/gold", 1);
        pod("q", "deviceclass.resource.kubernetes.io/gold", 2);
        assertThat(node("q")).isEmpty();
        assertThat(stage.events("FailedScheduling"))
                .anyMatch(event -> event.contains("0/2 nodes are available: 2 cannot allocate all claims."));

        stage.delete(ResourceTypes.PODS, "p", "{'gracePeriodSeconds': 0}").pass(60);
        assertThat(node("q")).isEqualTo("a-1");
        assertThat(stage.seePod("q").status().phase()).isEqualTo(PodPhase.RUNNING);
        assertThat(claims()).hasSize(1);
    }

    @Test
    void whatANodeOffersItselfIsTakenFromItWithoutAClaim() {
        stage.patch(
                        ResourceTypes.NODES,
                        "a-0",
                        "status",
                        "{'status': {'capacity': {'example.com/gold': '1'}, 'allocatable': {'example.com/gold': '1'}}}")
                .patch(ResourceTypes.NODES, "a-1", "", "{'spec': {'unschedulable': true}}")
                .pass(3);
        pod("p", "example.com/gold", 1);

        assertThat(node("p")).isEqualTo("a-0");
        assertThat(claims()).isEmpty();
        assertThat(stage.seePod("p").status().extendedClaim()).isEmpty();
    }

    @Test
    void aPodIsTriedAgainWhenAClassBeginsToStandForItsResource() {
        pod("p", "example.com/silver", 1);
        assertThat(node("p")).isEmpty();
        assertThat(stage.events("FailedScheduling"))
                .anyMatch(event -> event.contains("2 Insufficient example.com/silver"));

        stage.patch(
                        ResourceTypes.DEVICE_CLASSES,
                        "gold",
                        "",
                        "{'spec': {'extendedResourceName': 'example.com/silver'}}")
                .pass(15);
        assertThat(node("p")).isEqualTo("a-1");
    }

    @Test
    void aClaimThatAnEarlierAttemptLeftIsDeletedAndThePodGoesWithAnother() {
        stage.patch(ResourceTypes.NODES, "a-1", "", "{'spec': {'unschedulable': true}}")
                .pass(3);
        pod("p", "example.com/gold", 1);
        assertThat(node("p")).isEmpty();
        stage.create(ResourceTypes.RESOURCE_CLAIMS, StageManifests.json("""
                {'metadata': {'name': 'left', 'annotations': {'%s': 'true'}, 'ownerReferences':
                 [{'apiVersion': 'v1', 'kind': 'Pod', 'name': 'p', 'uid': '%s', 'controller': true}]},
                 'spec': {'devices': {'requests': [{'name': 'r', 'exactly': {'deviceClassName': 'gold'}}]}}}
                """.formatted(
                                ResourceClaim.EXTENDED, stage.seePod("p").meta().uid())))
                .patch(ResourceTypes.NODES, "a-1", "", "{'spec': {'unschedulable': null}}")
                .pass(10);

        assertThat(said("p"))
                .startsWith("0/2 nodes are available: 2 cannot schedule extended resource claim."
                        + " deletion of ResourceClaim completed");
        assertThat(claims()).isEmpty();

        stage.patch(ResourceTypes.NODES, "a-0", "", "{'metadata': {'labels': {'new': 'label'}}}")
                .pass(30);
        assertThat(node("p")).isEqualTo("a-1");
        assertThat(claims()).extracting(claim -> claim.meta().name()).noneMatch("left"::equals);
    }

    @Test
    void whoCannotBeBoundGivesItsClaimUp() {
        stage.create(ResourceTypes.RESOURCE_SLICES, StageManifests.json("""
                {'metadata': {'name': 't'}, 'spec': {'driver': 'd.example.com', 'nodeName': 'a-0',
                 'pool': {'name': 'q', 'generation': 1, 'resourceSliceCount': 1}, 'devices': [{'name': 'd0',
                 'bindsToNode': true, 'bindingConditions': ['x.example.com/ready'],
                 'bindingFailureConditions': ['x.example.com/lost']}]}}
                """))
                .patch(ResourceTypes.NODES, "a-1", "", "{'spec': {'unschedulable': true}}")
                .pass(3);
        pod("p", "example.com/gold", 1);
        assertThat(stage.events("BindingConditionsPending"))
                .anyMatch(event -> event.endsWith("waiting for binding conditions for device on node a-0"));
        String first = claims().getFirst().meta().name();

        stage.patch(ResourceTypes.RESOURCE_CLAIMS, first, "status", """
                {'status': {'devices': [{'driver': 'd.example.com', 'pool': 'q', 'device': 'd0', 'conditions':
                 [{'type': 'x.example.com/lost', 'status': 'True', 'reason': 'Burnt', 'message': 'smoke',
                   'lastTransitionTime': '2026-01-02T03:04:05Z'}]}]}}
                """)
                .delete(ResourceTypes.RESOURCE_SLICES, "t", "{}")
                .pass(10);
        assertThat(stage.all(ResourceTypes.RESOURCE_CLAIMS))
                .extracting(StoredObject::uid)
                .isEmpty();
        assertThat(node("p")).isEmpty();
    }

    private String used() {
        StoredObject quota = stage.find(ResourceTypes.RESOURCE_QUOTAS, "q").orElseThrow();
        return quota.view(ResourceQuota.class).count().used().amounts().entrySet().stream()
                .map(each -> each.getKey().replace("deviceclass.resource.kubernetes.io", "D") + "=" + each.getValue())
                .sorted()
                .toList()
                .toString();
    }

    @Test
    void quotasCountAPodAndTheClaimThatIsMadeForItOnce() {
        stage.create(ResourceTypes.RESOURCE_QUOTAS, StageManifests.json("""
                {'metadata': {'name': 'q'}, 'spec': {'hard': {'requests.example.com/gold': '2',
                 'requests.deviceclass.resource.kubernetes.io/gold': '5'}}}
                """)).pass(3);
        pod("p", "example.com/gold", 1);
        assertThat(node("p")).isEqualTo("a-1");
        assertThat(used()).isEqualTo("[requests.D/gold=1, requests.example.com/gold=1]");

        stage.create(ResourceTypes.RESOURCE_CLAIMS, StageManifests.json("""
                {'metadata': {'name': 'mine'}, 'spec': {'devices': {'requests':
                 [{'name': 'r', 'exactly': {'deviceClassName': 'gold'}}]}}}
                """)).pass(3);
        assertThat(used()).isEqualTo("[requests.D/gold=2, requests.example.com/gold=2]");
        assertThatThrownBy(() -> pod("r", "example.com/gold", 1))
                .hasMessageContaining("exceeded quota: q, requested: requests.example.com/gold=1, used:"
                        + " requests.example.com/gold=2, limited: requests.example.com/gold=2");

        // counted anew, it is the same
        stage.pass(400);
        assertThat(used()).isEqualTo("[requests.D/gold=2, requests.example.com/gold=2]");
        stage.delete(ResourceTypes.PODS, "p", "{'gracePeriodSeconds': 0}").pass(400);
        assertThat(used()).isEqualTo("[requests.D/gold=1, requests.example.com/gold=1]");
    }

    /// The words in which kube-apiserver 1.36.3 refuses, or nothing.
    private String refusal(String status) {
        var patch = StageManifests.json("{'status': {'extendedResourceClaimStatus': %s}}".formatted(status));
        ApiReply reply = stage.client()
                .patch(ResourceTypes.PODS, "default", "p", "status", new Body(Body.MERGE_PATCH, Document.of(patch)));
        return reply instanceof ApiReply.Failure(var refused, var _)
                ? refused.message()
                        .replace("Pod \"p\" is invalid: ", "")
                        .replace("status.extendedResourceClaimStatus.", "")
                : "";
    }

    @Test
    void whatTheStatusOfAPodSaysOfItsClaimIsChecked() {
        pod("p", "example.com/iron", 1);
        String mapping = "{'containerName': '%s', 'resourceName': '%s', 'requestName': '%s'}";
        String good = mapping.formatted("c", "example.com/iron", "r");
        String whole = "{'requestMappings': [%s], 'resourceClaimName': 'x'}";

        assertThat(refusal("{'requestMappings': [], 'resourceClaimName': 'x'}"))
                .isEqualTo("requestMappings: Required value: at least one request mapping is required");
        assertThat(refusal(whole.formatted(mapping.formatted("n", "example.com/iron", "r"))))
                .isEqualTo("requestMappings[0].containerName: Invalid value: \"n\": must match the name of an entry in"
                        + " spec.initContainers.name or spec.containers.name");
        assertThat(refusal(whole.formatted(mapping.formatted("c", "example.com/other", "r"))))
                .startsWith(
                        "requestMappings[0].resourceName: Invalid value: \"example.com/other\": must match the extended"
                                + " resource name of an entry in spec.initContainers.resources.requests or");
        assertThat(refusal(whole.formatted(mapping.formatted("c", "example.com/iron", "R_"))))
                .startsWith("requestName: Invalid value: \"R_\": a lowercase RFC 1123 label must consist of");
        assertThat(refusal(whole.formatted(good + ", " + good)))
                .isEqualTo("[requestMappings[1].containerName: Duplicate value: \"c\", requestMappings[1].resourceName:"
                        + " Duplicate value: \"example.com/iron\", requestMappings[1].requestName: Duplicate value:"
                        + " \"r\"]");
        assertThat(refusal("{'requestMappings': [%s]}".formatted(good))).isEqualTo("resourceClaimName: Required value");
        assertThat(refusal(whole.formatted(good))).isEmpty();
    }

    @Test
    void aPodWithAClaimOfItsOwnIsNotBoundWhereTheNodeOffersItsResource() {
        stage.patch(
                        ResourceTypes.NODES,
                        "a-1",
                        "status",
                        "{'status': {'capacity': {'example.com/gold': '1'}, 'allocatable': {'example.com/gold': '1'}}}")
                .create(ResourceTypes.RESOURCE_CLAIMS, StageManifests.json("""
                        {'metadata': {'name': 'mine'}, 'spec': {'devices': {'requests':
                         [{'name': 'r', 'exactly': {'deviceClassName': 'gold'}}]}}}
                        """))
                .create(ResourceTypes.PODS, StageManifests.json("""
                        {'metadata': {'name': 'p'}, 'spec': {'resourceClaims': [{'name': 'm', 'resourceClaimName': 'mine'}],
                         'containers': [{'name': 'c', 'image': 'i', 'resources': {'limits': {'example.com/gold': 1}}}]}}
                        """))
                .pass(10);
        assertThat(node("p")).isEmpty();
        assertThat(said("p"))
                .isEqualTo(
                        "running PreBind plugin \"DynamicResources\": nil or empty request mappings, no update of pod"
                                + " default/p ExtendedResourceClaimStatus");
        assertThat(claims()).extracting(claim -> claim.meta().name()).containsExactly("mine");
    }
}
