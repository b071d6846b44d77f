package dev.tenure.controllers.resourceclaim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.resourceclaim.ClaimUseRule.Standing;
import dev.tenure.model.core.Pod;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Consumer;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PodClaimsRuleTest {
    private static final String TEMPLATE = "'resourceClaimTemplateName': 't'";
    private static final String DEVICES = "'allocation': {'devices': {'results': []}}";

    private static Object view(ResourceType type, String json) {
        return Views.view(type, Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    /// Pod `p` with uid `u` and one claim `c`.
    ///
    /// @param made the name of the claim in its status; empty for none
    private static Pod pod(String claim, String made, boolean bound, boolean deleting, String phase) {
        String status = made.isEmpty() ? "" : "{'name': 'c', 'resourceClaimName': '%s'}".formatted(made);
        return (Pod) view(ResourceTypes.PODS, """
                {'metadata': {'name': 'p', 'namespace': 'ns', 'uid': 'u'%s},
                 'spec': {%s 'resourceClaims': [{'name': 'c', %s}]},
                 'status': {'phase': '%s', 'resourceClaimStatuses': [%s]}}
                """.formatted(
                deleting ? ", 'deletionTimestamp': '2026-01-01T00:00:00Z', 'deletionGracePeriodSeconds': 9" : "",
                bound ? "'nodeName': 'n'," : "",
                claim,
                phase,
                status));
    }

    private static Optional<ResourceClaim> claim(String owner, String status) {
        String owners = owner.isEmpty()
                ? ""
                : "'ownerReferences': [{'apiVersion': 'v1', 'kind': 'Pod', 'name': 'p', 'uid': '%s', 'controller': true}],"
                        .formatted(owner);
        return Optional.of((ResourceClaim) view(
                ResourceTypes.RESOURCE_CLAIMS,
                "{'metadata': {%s 'name': 'k', 'namespace': 'ns'}, 'status': {%s}}".formatted(owners, status)));
    }

    private static boolean needsWork(Pod pod, Optional<ResourceClaim> claim) {
        return PodClaimsRule.needsWork(pod, name -> name.equals("k") ? claim : Optional.empty());
    }

    @Test
    void aClaimOfATemplateThatIsNotThereHasToBeMade() {
        assertThat(needsWork(pod(TEMPLATE, "", false, false, "Pending"), Optional.empty()))
                .isTrue();
        assertThat(needsWork(pod(TEMPLATE, "k", false, false, "Pending"), Optional.empty()))
                .isTrue();
        assertThat(needsWork(pod(TEMPLATE, "k", false, false, "Pending"), claim("u", "")))
                .isFalse();
        assertThat(needsWork(pod("'resourceClaimName': 'k'", "", false, false, "Pending"), Optional.empty()))
                .isFalse();
        assertThat(needsWork(pod(TEMPLATE, "", false, true, "Pending"), Optional.empty()))
                .isFalse();
        assertThat(needsWork(pod(TEMPLATE, "k", true, false, "Succeeded"), Optional.empty()))
                .isFalse();
    }

    @Test
    void whoHasANodeIsNotedInAllocatedClaimsThatAreHis() {
        String byName = "'resourceClaimName': 'k'";
        String noted = DEVICES + ", 'reservedFor': [{'resource': 'pods', 'name': 'p', 'uid': 'u'}]";
        assertThat(needsWork(pod(byName, "", true, false, "Pending"), claim("", DEVICES)))
                .isTrue();
        assertThat(needsWork(pod(byName, "", false, false, "Pending"), claim("", DEVICES)))
                .isFalse();
        assertThat(needsWork(pod(byName, "", true, false, "Pending"), claim("", "")))
                .isFalse();
        assertThat(needsWork(pod(byName, "", true, false, "Pending"), claim("", noted)))
                .isFalse();
        assertThat(needsWork(pod(byName, "", true, false, "Failed"), claim("", DEVICES)))
                .isFalse();
        assertThat(needsWork(pod(TEMPLATE, "k", true, false, "Pending"), claim("u", DEVICES)))
                .isTrue();
        assertThat(needsWork(pod(TEMPLATE, "k", true, false, "Pending"), claim("other", DEVICES)))
                .isFalse();
    }

    @Test
    void aPodIsDoneWhenItHasEndedOrWillNeverHaveANode() {
        List<String> done = new ArrayList<>();
        for (String phase : List.of("Pending", "Running", "Succeeded", "Failed")) {
            for (boolean bound : new boolean[] {true, false}) {
                for (boolean deleting : new boolean[] {true, false}) {
                    if (PodClaimsRule.isDone(pod(TEMPLATE, "k", bound, deleting, phase))) {
                        done.add(phase + (bound ? " bound" : "") + (deleting ? " deleting" : ""));
                    }
                }
            }
        }
        assertThat(done)
                .containsExactlyInAnyOrder(
                        "Pending deleting",
                        "Running deleting",
                        "Succeeded",
                        "Succeeded bound",
                        "Succeeded deleting",
                        "Succeeded bound deleting",
                        "Failed",
                        "Failed bound",
                        "Failed deleting",
                        "Failed bound deleting");
    }

    @Test
    void consumersAreJudgedByThePodsOfTheirNames() {
        Optional<Pod> running = Optional.of(pod(TEMPLATE, "k", true, false, "Running"));
        Optional<Pod> ended = Optional.of(pod(TEMPLATE, "k", true, false, "Failed"));
        var mine = new Consumer("", "pods", "p", "u");
        assertThat(ClaimUseRule.of(mine, running)).isEqualTo(Standing.USES);
        assertThat(ClaimUseRule.of(mine, ended)).isEqualTo(Standing.GONE);
        assertThat(ClaimUseRule.of(new Consumer("", "pods", "p", "before"), running))
                .isEqualTo(Standing.GONE);
        assertThat(ClaimUseRule.of(mine, Optional.empty())).isEqualTo(Standing.UNKNOWN);
        assertThat(ClaimUseRule.of(new Consumer("example.com", "pods", "p", "u"), ended))
                .isEqualTo(Standing.USES);
        assertThat(ClaimUseRule.of(new Consumer("", "nodes", "p", "u"), Optional.empty()))
                .isEqualTo(Standing.USES);
    }

    @Test
    void namesThatAreTooLongAreBothShortened() {
        assertThat(GeneratedName.of("web-0", "gpu")).isEqualTo("web-0-gpu-");
        assertThat(GeneratedName.of("p".repeat(50), "c".repeat(5)))
                .isEqualTo("p".repeat(50) + "-" + "c".repeat(5) + "-");
        assertThat(GeneratedName.of("p".repeat(100), "c".repeat(20))).isEqualTo("p".repeat(46) + "-" + "c".repeat(9));
    }
}
