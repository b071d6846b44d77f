package dev.tenure.controllers.resourceclaim;

import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.model.meta.ResourceTypes.RESOURCE_CLAIMS;
import static dev.tenure.model.meta.ResourceTypes.RESOURCE_CLAIM_TEMPLATES;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.wire.json.JsonNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ResourceClaimLoopTest {
    private static final String MAKE = "create resourceclaims default";
    private static final String OF_TEMPLATE = "{name: gpu, resourceClaimTemplateName: one-gpu}";

    private final LoopStage stage = new LoopStage(PODS, RESOURCE_CLAIMS, RESOURCE_CLAIM_TEMPLATES);
    private final ResourceClaimLoop loop =
            new ResourceClaimLoop(stage.context(), new ClaimMetrics(new PrometheusRegistry()));

    private void pod(String claims, String node, String status) {
        stage.put(PODS, """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: default, uid: of-p}
                spec: {nodeName: "%s", resourceClaims: [%s]}
                status: {%s}
                """.formatted(node, claims, status));
    }

    private void template() {
        stage.put(RESOURCE_CLAIM_TEMPLATES, """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: one-gpu, namespace: default}
                spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: c}}]}}}
                """);
    }

    private void claim(String meta, String status) {
        stage.put(RESOURCE_CLAIMS, """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: mine, namespace: default, uid: of-mine%s}
                spec: {devices: {}}
                status: {%s}
                """.formatted(meta, status));
    }

    private static final String ALLOCATED = "allocation: {devices: {results: []}}";
    private static final String FOR_P = ", reservedFor: [{resource: pods, name: p, uid: of-p}]";

    private JsonNode mine() {
        return stage.the(RESOURCE_CLAIMS, "default", "mine");
    }

    @Test
    void aClaimIsMadeOfTheTemplateAndNamedInThePod() {
        template();
        pod(OF_TEMPLATE, "", "");
        stage.begin(loop::start);
        assertThat(stage.writes()).contains(MAKE, "patch pods default/p/status");
        JsonNode claim = stage.all(RESOURCE_CLAIMS).getFirst();
        assertThat(claim.at("/metadata/ownerReferences/0/uid").asText()).isEqualTo("of-p");
        assertThat(stage.the(PODS, "default", "p")
                        .at("/status/resourceClaimStatuses/0/resourceClaimName")
                        .asText())
                .isEqualTo(claim.at("/metadata/name").asText());
        stage.advance(Duration.ofMinutes(1));
        assertThat(stage.writes()).isEmpty();
        assertThat(stage.api().all(RESOURCE_CLAIMS)).hasSize(1);
    }

    @Test
    void withoutItsTemplateAPodWaitsAndItIsTold() {
        pod(OF_TEMPLATE, "", "");
        stage.begin(loop::start);
        assertThat(stage.writes()).isEmpty();
        assertThat(stage.events())
                .isNotEmpty()
                .first()
                .asString()
                .startsWith("FailedResourceClaimCreation: PodResourceClaim gpu: resource claim template \"one-gpu\"");
        template();
        assertThat(stage.writes()).contains(MAKE);
    }

    @Test
    void forAPodThatHasEndedNothingIsMade() {
        template();
        pod(OF_TEMPLATE, "", "phase: Succeeded");
        stage.begin(loop::start);
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aRefusedClaimIsTriedAgain() {
        template();
        pod(OF_TEMPLATE, "", "");
        stage.refuseWrites(RESOURCE_CLAIMS, status(500, "InternalError"));
        stage.begin(loop::start);
        assertThat(stage.events()).isNotEmpty();
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(2));
        assertThat(stage.api().all(RESOURCE_CLAIMS)).hasSize(1);
    }

    @Test
    void aPodThatHasANodeIsNotedInItsClaim() {
        claim("", ALLOCATED);
        pod("{name: gpu, resourceClaimName: mine}", "n1", "");
        stage.begin(loop::start);
        assertThat(mine().at("/status/reservedFor/0/uid").asText()).isEqualTo("of-p");
        stage.writes();
        stage.advance(Duration.ofMinutes(1));
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aClaimIsFreeOnceItsPodHasEnded() {
        claim("", ALLOCATED + FOR_P);
        pod("{name: gpu, resourceClaimName: mine}", "n1", "phase: Running");
        stage.begin(loop::start);
        assertThat(stage.writes()).isEmpty();
        pod("{name: gpu, resourceClaimName: mine}", "n1", "phase: Succeeded");
        assertThat(mine().at("/status/reservedFor")).isEmpty();
    }

    @Test
    void aPodThatNobodyHasSeenIsAskedFor() {
        claim("", ALLOCATED + FOR_P);
        stage.api()
                .refuse(request -> request.target().name().equals("p")
                        ? Optional.of(status(500, "InternalError"))
                        : Optional.empty());
        stage.begin(loop::start);
        assertThat(mine().at("/status/reservedFor")).as("the API does not say").hasSize(1);
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(2));
        assertThat(mine().at("/status/reservedFor")).isEmpty();
    }

    @Test
    void aClaimThatWasMadeForAPodGoesWithIt() {
        claim(
                ", ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: of-p, controller: true}]"
                        + ", annotations: {resource.kubernetes.io/pod-claim-name: gpu}",
                "");
        pod(OF_TEMPLATE, "n1", "phase: Running");
        template();
        stage.begin(loop::start);
        assertThat(stage.writes()).doesNotContain(MAKE, "delete resourceclaims default/mine");
        pod(OF_TEMPLATE, "n1", "phase: Succeeded");
        assertThat(stage.writes()).contains("delete resourceclaims default/mine");
    }

    @Test
    void aDeletedClaimThatNobodyUsesLosesItsDevices() {
        claim(
                ", deletionTimestamp: \"2026-01-01T00:00:00Z\""
                        + ", finalizers: [resource.kubernetes.io/delete-protection]",
                ALLOCATED);
        stage.begin(loop::start);
        assertThat(mine().path("status").has("allocation")).isFalse();
        assertThat(mine().at("/metadata/finalizers")).isEmpty();
    }
}
