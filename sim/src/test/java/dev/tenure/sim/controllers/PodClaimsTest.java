package dev.tenure.sim.controllers;

import static dev.tenure.sim.stage.DeviceManifests.allocate;
import static dev.tenure.sim.stage.DeviceManifests.claim;
import static dev.tenure.sim.stage.DeviceManifests.pod;
import static dev.tenure.sim.stage.DeviceManifests.reserve;
import static dev.tenure.sim.stage.DeviceManifests.template;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.PodStatus.MadeClaim;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Consumer;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Claims of devices come with the pods that want them by templates, and go with them.
final class PodClaimsTest {
    private static final String BY_TEMPLATE = "'resourceClaimTemplateName': 't'";

    private final Stage stage = Stage.of(Semantics.DOCUMENTED).node("n");

    private List<StoredObject> claims() {
        return stage.all(ResourceTypes.RESOURCE_CLAIMS);
    }

    private ResourceClaim only() {
        assertThat(claims()).hasSize(1);
        return claims().getFirst().view(ResourceClaim.class);
    }

    private ResourceClaim see(String claim) {
        return stage.find(ResourceTypes.RESOURCE_CLAIMS, claim).orElseThrow().view(ResourceClaim.class);
    }

    private String made(String pod) {
        List<MadeClaim> made = stage.seePod(pod).status().resourceClaims();
        assertThat(made).extracting(MadeClaim::name).containsExactly("c");
        return made.getFirst().claimName();
    }

    private void finish(String pod) {
        stage.patch(ResourceTypes.PODS, pod, "status", "{'status': {'phase': 'Succeeded'}}");
    }

    @Test
    void aClaimIsMadeByTheTemplateAndNamedInTheStatus() {
        stage.create(ResourceTypes.RESOURCE_CLAIM_TEMPLATES, template("t"))
                .create(ResourceTypes.PODS, pod("p", "", BY_TEMPLATE))
                .pass(1);
        ResourceClaim claim = only();
        assertThat(claim.meta().name()).matches("p-c-[a-z0-9]{5}").isEqualTo(made("p"));
        assertThat(claim.meta().labels()).containsEntry("of", "template");
        assertThat(claim.meta().annotations())
                .containsEntry("note", "x")
                .containsEntry("resource.kubernetes.io/pod-claim-name", "c");
        var owner = Document.of(claims().getFirst().content()).at("metadata", "ownerReferences");
        assertThat(owner)
                .hasToString(
                        "[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"name\":\"p\",\"uid\":\"%s\",\"controller\":true}]"
                                .formatted(stage.seePod("p").meta().uid()));
        assertThat(claim.requests()).extracting(ResourceClaim.Request::name).containsExactly("r");
    }

    @Test
    void aPodWaitsForItsTemplateAndSaysSo() {
        // another template lets the controller begin
        stage.create(ResourceTypes.RESOURCE_CLAIM_TEMPLATES, template("other"))
                .create(ResourceTypes.PODS, pod("p", "", BY_TEMPLATE))
                .pass(1);
        assertThat(stage.events("FailedResourceClaimCreation"))
                .isNotEmpty()
                .allMatch(("FailedResourceClaimCreation: PodResourceClaim c: resource claim template \"t\": "
                        + "resourceclaimtemplate.resource.k8s.io \"t\" not found")::equals);
        stage.create(ResourceTypes.RESOURCE_CLAIM_TEMPLATES, template("t")).pass(1);
        assertThat(made("p")).isEqualTo(only().meta().name());
    }

    @Test
    void aClaimThatSomebodyDeletesIsMadeAgain() {
        stage.create(ResourceTypes.RESOURCE_CLAIM_TEMPLATES, template("t"))
                .create(ResourceTypes.PODS, pod("p", "", BY_TEMPLATE))
                .pass(1);
        String first = made("p");
        stage.delete(ResourceTypes.RESOURCE_CLAIMS, first, "{}").pass(1);
        assertThat(made("p")).isNotEqualTo(first).isEqualTo(only().meta().name());
    }

    @Test
    void ofTwoClaimsOneThatIsMadeAgainLeavesTheOtherNamed() {
        var both = pod("p", "", BY_TEMPLATE);
        both.withObjectProperty("spec")
                .withArrayProperty("resourceClaims")
                .add(StageManifests.json("{'name': 'd', 'resourceClaimTemplateName': 't'}"));
        stage.create(ResourceTypes.RESOURCE_CLAIM_TEMPLATES, template("t"))
                .create(ResourceTypes.PODS, both)
                .pass(1);
        List<MadeClaim> made = stage.seePod("p").status().resourceClaims();
        assertThat(made).extracting(MadeClaim::name).containsExactly("c", "d");
        stage.delete(ResourceTypes.RESOURCE_CLAIMS, made.getFirst().claimName(), "{}")
                .pass(1);
        List<MadeClaim> now = stage.seePod("p").status().resourceClaims();
        assertThat(now).extracting(MadeClaim::name).containsExactly("c", "d");
        assertThat(now.getLast()).isEqualTo(made.getLast());
        assertThat(now).extracting(MadeClaim::claimName).allSatisfy(name -> see(name));
    }

    @Test
    void aPodThatGotItsNodeWithoutTheSchedulerIsNotedInTheClaim() {
        stage.create(ResourceTypes.RESOURCE_CLAIMS, claim("mine"));
        allocate(stage, "mine", "d");
        stage.create(ResourceTypes.PODS, pod("p", "n", "'resourceClaimName': 'mine'"))
                .pass(1);
        assertThat(see("mine").use().reservedFor())
                .containsExactly(
                        new Consumer("", "pods", "p", stage.seePod("p").meta().uid()));
    }

    @Test
    void theLastUserTakesTheDevicesAndTheFinalizerAlong() {
        stage.create(ResourceTypes.RESOURCE_CLAIMS, claim("mine"))
                .create(ResourceTypes.PODS, pod("p", "n", "'resourceClaimName': 'mine'"))
                .create(ResourceTypes.PODS, pod("q", "n", "'resourceClaimName': 'mine'"));
        allocate(stage, "mine", "d");
        reserve(stage, "mine", "p", "q");
        stage.pass(1);
        finish("p");
        stage.pass(1);
        assertThat(see("mine").use().reservedFor()).extracting(Consumer::name).containsExactly("q");
        assertThat(see("mine").use().allocated()).isTrue();
        stage.delete(ResourceTypes.PODS, "q", "{'gracePeriodSeconds': 0}").pass(1);
        assertThat(see("mine").use()).isEqualTo(ResourceClaim.Use.NONE);
        assertThat(see("mine").meta().finalizers()).isEmpty();
    }

    @Test
    void aClaimThatNobodyIsNotedInKeepsItsDevicesUntilItIsDeleted() {
        stage.create(ResourceTypes.RESOURCE_CLAIMS, claim("mine"));
        allocate(stage, "mine", "d");
        stage.pass(1);
        assertThat(see("mine").use().allocated()).isTrue();
        stage.delete(ResourceTypes.RESOURCE_CLAIMS, "mine", "{}").pass(1);
        assertThat(claims()).isEmpty();
    }

    @Test
    void theClaimOfAPodThatHasEndedIsDeletedThoughThePodStays() {
        stage.create(ResourceTypes.RESOURCE_CLAIM_TEMPLATES, template("t"))
                .create(ResourceTypes.PODS, pod("p", "n", BY_TEMPLATE))
                .pass(1);
        allocate(stage, made("p"), "d");
        reserve(stage, made("p"), "p");
        stage.pass(1);
        assertThat(claims()).hasSize(1);
        finish("p");
        stage.pass(1);
        long revision = stage.find(ResourceTypes.PODS, "p").orElseThrow().revision();
        assertThat(claims()).isEmpty();
        stage.pass(10);
        assertThat(stage.find(ResourceTypes.PODS, "p").orElseThrow().revision()).isEqualTo(revision);
    }

    /// Upstream notes such a pod and takes it off again, over and over.
    @Test
    void aPodThatHasEndedIsNotNotedAgainInAClaimThatOthersUse() {
        stage.create(ResourceTypes.RESOURCE_CLAIMS, claim("mine"))
                .create(ResourceTypes.PODS, pod("p", "n", "'resourceClaimName': 'mine'"))
                .create(ResourceTypes.PODS, pod("q", "n", "'resourceClaimName': 'mine'"));
        allocate(stage, "mine", "d");
        finish("p");
        stage.pass(1);
        long revision =
                stage.find(ResourceTypes.RESOURCE_CLAIMS, "mine").orElseThrow().revision();
        assertThat(see("mine").use().reservedFor()).extracting(Consumer::name).containsExactly("q");
        stage.pass(10);
        assertThat(stage.find(ResourceTypes.RESOURCE_CLAIMS, "mine")
                        .orElseThrow()
                        .revision())
                .isEqualTo(revision);
    }

    @Test
    void whoIsNotAPodStaysNoted() {
        stage.create(ResourceTypes.RESOURCE_CLAIMS, claim("mine"));
        allocate(stage, "mine", "d");
        stage.patch(ResourceTypes.RESOURCE_CLAIMS, "mine", "status", """
                {'status': {'reservedFor': [{'resource': 'pods', 'name': 'nobody', 'uid': 'u1'},
                 {'apiGroup': 'example.com', 'resource': 'jobs', 'name': 'nobody', 'uid': 'u2'}]}}
                """).pass(1);
        assertThat(see("mine").use().reservedFor()).extracting(Consumer::uid).containsExactly("u2");
        assertThat(see("mine").use().allocated()).isTrue();
    }

    @Test
    void whatWasMadeBeforeARestartIsNotMadeTwice() {
        stage.create(ResourceTypes.RESOURCE_CLAIM_TEMPLATES, template("t"))
                .create(ResourceTypes.PODS, pod("p", "", BY_TEMPLATE))
                .pass(1);
        String made = made("p");
        stage.cluster().restartControllers();
        // as if the controller had ended between its two writes
        stage.patch(ResourceTypes.PODS, "p", "status", "{'status': {'resourceClaimStatuses': null}}")
                .pass(1);
        assertThat(only().meta().name()).isEqualTo(made).isEqualTo(made("p"));
    }
}
