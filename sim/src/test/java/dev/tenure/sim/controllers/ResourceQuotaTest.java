package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Quotas from the first count to the last deletion: controller and admission together.
final class ResourceQuotaTest {
    private final Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 1);

    ResourceQuotaTest() {
        stage.at(30).begin();
    }

    /// A quota, a second after it has come.
    private void quota(String spec) {
        stage.create(ResourceTypes.RESOURCE_QUOTAS, StageManifests.json("""
                {'metadata': {'name': 'q'}, 'spec': %s}""".formatted(spec)))
                .pass(1);
    }

    /// A pod, a second after it has come.
    private void come(ObjectNode pod) {
        stage.create(ResourceTypes.PODS, pod).pass(1);
    }

    private String used() {
        var quota = stage.find(ResourceTypes.RESOURCE_QUOTAS, "q").orElseThrow();
        return Json.readObject(quota.json()).at("/status/used").toString().replace('"', '\'');
    }

    private String refusal(ObjectNode pod) {
        return stage.client().create(ResourceTypes.PODS, "default", Document.of(pod))
                        instanceof ApiReply.Failure(var status, var _)
                ? status.message()
                : "";
    }

    private static ObjectNode pod(String name) {
        return StageManifests.pod(name, "a-0", "[]");
    }

    @Test
    void whatIsThereBeforeTheQuotaIsCounted() {
        stage.create(ResourceTypes.PODS, pod("p-0")).create(ResourceTypes.CONFIG_MAPS, map("m"));
        quota("{'hard': {'pods': '2', 'requests.cpu': '1', 'configmaps': '5', 'count/configmaps': '5'}}");
        assertThat(used())
                .as("with kube-root-ca.crt")
                .isEqualTo("{'configmaps':'2','count/configmaps':'2','pods':'1','requests.cpu':'0'}");
    }

    private static ObjectNode map(String name) {
        return StageManifests.json("{'metadata': {'name': '%s'}}".formatted(name));
    }

    @Test
    void aDeletedPodMakesRoomAgain() {
        quota("{'hard': {'pods': '1'}}");
        assertThat(refusal(pod("p-0"))).isEmpty();
        assertThat(refusal(pod("p-1")))
                .isEqualTo("pods \"p-1\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited:"
                        + " pods=1");
        stage.pass(5)
                .delete(ResourceTypes.PODS, "p-0", "{'gracePeriodSeconds': 0}")
                .pass(1);
        assertThat(used()).isEqualTo("{'pods':'0'}");
        assertThat(refusal(pod("p-1"))).isEmpty();
        stage.pass(1);
        assertThat(used()).isEqualTo("{'pods':'1'}");
    }

    @Test
    void aPodThatHasEndedMakesRoomAgain() {
        quota("{'hard': {'pods': '1', 'count/pods': '3'}}");
        come(pod("p-0"));
        stage.patch(ResourceTypes.PODS, "p-0", "status", "{'status': {'phase': 'Failed'}}")
                .pass(1);
        assertThat(used()).isEqualTo("{'count/pods':'1','pods':'0'}");
    }

    /// Upstream believes what it counts: a create that is on its way is lost from the count then.
    @Test
    void whatIsOnItsWayToTheStoreIsNotCountedAway() {
        quota("{'hard': {'pods': '3'}}");
        come(pod("p-0"));
        come(pod("p-1"));
        stage.patch(ResourceTypes.RESOURCE_QUOTAS, "q", "status", "{'status': {'used': {'pods': '3'}}}")
                .pass(5);
        assertThat(used()).isEqualTo("{'pods':'3'}");
        stage.delete(ResourceTypes.PODS, "p-0", "{'gracePeriodSeconds': 0}").pass(1);
        assertThat(used()).as("what is seen to go makes room at once").isEqualTo("{'pods':'2'}");
        stage.pass(72);
        assertThat(used())
                .as("after a while, what is not there yet will not come")
                .isEqualTo("{'pods':'1'}");
    }

    /// A claim that is being changed from one class of attributes to another takes of the quotas of both.
    @Test
    void aClaimThatChangesItsClassCountsForBothUntilItsVolumeHasChanged() {
        for (String name : List.of("gold", "silver")) {
            stage.create(ResourceTypes.RESOURCE_QUOTAS, StageManifests.json("""
                {'metadata': {'name': '%s'}, 'spec': {'hard': {'persistentvolumeclaims': '1'}, 'scopeSelector':
                 {'matchExpressions': [{'scopeName': 'VolumeAttributesClass', 'operator': 'In', 'values': ['%1$s']}]}}}\
                """.formatted(name)));
        }
        stage.pass(1).create(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, StageManifests.json("""
            {'metadata': {'name': 'c'}, 'spec': {'storageClassName': '', 'accessModes': ['ReadWriteOnce'],
             'volumeAttributesClassName': 'gold', 'resources': {'requests': {'storage': '1Gi'}}}}"""));
        stage.create(ResourceTypes.PERSISTENT_VOLUMES, StageManifests.json("""
            {'metadata': {'name': 'v'}, 'spec': {'capacity': {'storage': '1Gi'}, 'accessModes': ['ReadWriteOnce'],
             'persistentVolumeReclaimPolicy': 'Retain', 'volumeAttributesClassName': 'gold',
             'csi': {'driver': 'disk.example.com', 'volumeHandle': 'h'}}}"""));
        stage.pass(10);
        assertThat(taken("gold")).isEqualTo("1");
        stage.patch(
                        ResourceTypes.PERSISTENT_VOLUME_CLAIMS,
                        "c",
                        "",
                        "{'spec': {'volumeAttributesClassName': 'silver'}}")
                .pass(5);
        assertThat(taken("silver")).isEqualTo("1");
        assertThat(taken("gold")).as("its volume is of gold still").isEqualTo("1");
        stage.patch(
                        ResourceTypes.PERSISTENT_VOLUME_CLAIMS,
                        "c",
                        "status",
                        "{'status': {'currentVolumeAttributesClassName': 'silver'}}")
                .pass(5);
        assertThat(taken("silver")).isEqualTo("1");
        assertThat(taken("gold")).isEqualTo("0");
    }

    private String taken(String quota) {
        var found = stage.find(ResourceTypes.RESOURCE_QUOTAS, quota).orElseThrow();
        return Json.readObject(found.json())
                .at("/status/used/persistentvolumeclaims")
                .asText();
    }

    @Test
    void aPodThatLeavesTheScopeMakesRoomAtOnce() {
        quota("{'hard': {'pods': '1'}, 'scopes': ['NotTerminating']}");
        come(pod("p-0"));
        assertThat(used()).isEqualTo("{'pods':'1'}");
        stage.patch(ResourceTypes.PODS, "p-0", "{'spec': {'activeDeadlineSeconds': 3600}}")
                .pass(1);
        assertThat(used()).isEqualTo("{'pods':'0'}");
    }

    /// A count that was kept up through all that happened is the one that a new quota gets.
    @Test
    void whatIsKeptUpIsWhatANewQuotaCounts() {
        String bounds = "{'hard': {'pods': '90', 'count/pods': '90', 'requests.memory': '9Gi', 'configmaps': '90',"
                + " 'services': '9', 'requests.storage': '9Gi'}}";
        quota(bounds);
        for (int i = 0; i < 30; i++) {
            ObjectNode pod = pod("p-" + i);
            ((ObjectNode) pod.at("/spec/containers/0"))
                    .set("resources", StageManifests.json("{'requests': {'memory': '%dMi'}}".formatted(i)));
            come(pod);
            switch (i % 5) {
                case 1 -> stage.delete(ResourceTypes.PODS, "p-" + i, "{'gracePeriodSeconds': 0}");
                case 2 -> stage.patch(ResourceTypes.PODS, "p-" + i, "status", "{'status': {'phase': 'Failed'}}");
                case 3 -> stage.delete(ResourceTypes.PODS, "p-" + i, "{'gracePeriodSeconds': 2}");
                default ->
                    stage.create(ResourceTypes.CONFIG_MAPS, map("m-" + i)).pass(1);
            }
        }
        stage.pass(75);
        String keptUp = used();
        assertThat(keptUp).contains("'configmaps':'13'").doesNotContain("'pods':'30'");
        stage.delete(ResourceTypes.RESOURCE_QUOTAS, "q", "{}").pass(1);
        quota(bounds);
        assertThat(used()).isEqualTo(keptUp);
    }

    @Test
    void otherBoundsAreCountedAnew() {
        quota("{'hard': {'pods': '1'}}");
        stage.patch(ResourceTypes.RESOURCE_QUOTAS, "q", "{'spec': {'hard': {'pods': null, 'secrets': '3'}}}")
                .pass(1);
        assertThat(used()).isEqualTo("{'secrets':'0'}");
    }

    @Test
    void onlyPodsInTheScopeCount() {
        quota("{'hard': {'pods': '5'}, 'scopes': ['NotBestEffort']}");
        come(pod("p-0"));
        ObjectNode asking = pod("p-1");
        ((ObjectNode) asking.at("/spec/containers/0"))
                .set("resources", StageManifests.json("{'requests': {'cpu': '1'}}"));
        come(asking);
        assertThat(used()).isEqualTo("{'pods':'1'}");
    }

    @Test
    void aCountThatSomebodyHasFalsifiedIsPutRightWithinFiveMinutes() {
        quota("{'hard': {'pods': '5'}}");
        come(pod("p-0"));
        stage.patch(ResourceTypes.RESOURCE_QUOTAS, "q", "status", "{'status': {'used': {'pods': '4'}}}")
                .pass(301);
        assertThat(used()).isEqualTo("{'pods':'1'}");
    }

    @Test
    void whatIsRightIsNotWrittenAgain() {
        quota("{'hard': {'pods': '5'}}");
        stage.pass(1);
        long before =
                stage.find(ResourceTypes.RESOURCE_QUOTAS, "q").orElseThrow().revision();
        stage.pass(900);
        assertThat(stage.find(ResourceTypes.RESOURCE_QUOTAS, "q").orElseThrow().revision())
                .isEqualTo(before);
    }

    @Test
    void claimsOfDevicesAreCountedByTheirClass() {
        var claims = new ResourceType(
                "resource.k8s.io", "v1", "resourceclaims", "ResourceClaim", ResourceType.Scope.NAMESPACED);
        var claim = """
                {'metadata': {'name': '%s'}, 'spec': {'devices': {'requests': [
                 {'name': 'r', 'exactly': {'deviceClassName': 'gold'}}]}}}""";
        quota(
                "{'hard': {'count/resourceclaims.resource.k8s.io': '5', 'gold.deviceclass.resource.k8s.io/devices': '1'}}");
        stage.create(claims, StageManifests.json(claim.formatted("c"))).pass(1);
        assertThat(used())
                .isEqualTo(
                        "{'count/resourceclaims.resource.k8s.io':'1','gold.deviceclass.resource.k8s.io/devices':'1'}");
        assertThat(stage.client().create(claims, "default", Document.of(StageManifests.json(claim.formatted("d")))))
                .isInstanceOf(ApiReply.Failure.class);
        stage.delete(claims, "c", "{}").pass(2);
        assertThat(used())
                .isEqualTo(
                        "{'count/resourceclaims.resource.k8s.io':'0','gold.deviceclass.resource.k8s.io/devices':'0'}");
    }
}
