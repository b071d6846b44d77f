package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.policy.PausedOwners;
import dev.tenure.rules.pod.RejectedPodsRule;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RejectionTextTest {
    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

    private static Pod pod(String name, String owner, String node, String message) {
        ObjectNode pod = Json.object();
        ObjectNode meta = pod.putObject("metadata")
                .put("namespace", "default")
                .put("name", name)
                .put("creationTimestamp", NOON.toString());
        if (!owner.isEmpty()) {
            meta.putArray("ownerReferences")
                    .addObject()
                    .put("apiVersion", "apps/v1")
                    .put("kind", "ReplicaSet")
                    .put("name", owner)
                    .put("uid", owner)
                    .put("controller", true);
        }
        pod.putObject("spec").put("nodeName", node).putArray("containers");
        pod.putObject("status").put("phase", "Failed").put("reason", "Evicted").put("message", message);
        return (Pod) Views.view(ResourceTypes.PODS, pod);
    }

    private static Pod rejected(String name, String owner, String node) {
        return pod(name, owner, node, "Pod was rejected: The node had condition: [MemoryPressure]. ");
    }

    @Test
    void aRejectedPodIsReportedWithItsLikesOnTheSameNode() {
        List<Pod> all = List.of(
                rejected("a", "web", "n"),
                rejected("b", "web", "n"),
                rejected("c", "web", "m"),
                rejected("d", "api", "n"),
                pod("e", "web", "n", "The node was low on resource: memory. "));
        String text = RejectionText.of(all.getFirst(), all, PausedOwners.NONE);
        assertThat(text)
                .contains("pod default/a was rejected by node n: The node had condition: [MemoryPressure].")
                .contains("2 pods of ReplicaSet default/web were rejected there");
        var json = RejectionText.document(all.getFirst(), all);
        assertThat(json.at("/rejected/alike").asInt()).isEqualTo(2);
        assertThat(json.at("/rejected/owner").asText()).isEqualTo("ReplicaSet default/web");
    }

    @Test
    void anOwnerThatIsPausedMakesNoOthersAtOnce() {
        List<Pod> all = List.of(rejected("a", "web", "n"), rejected("b", "web", "n"));
        var paused = new PausedOwners(Map.of(
                "ReplicaSet default/web",
                Json.object().put("until", "2026-05-01T12:10:00Z").put("retention", "few")));
        assertThat(RejectionText.of(all.getFirst(), all, paused))
                .endsWith("it is to make no others before 2026-05-01T12:10:00Z (retention few)\n");
        assertThat(RejectionText.of(all.getFirst(), all, PausedOwners.NONE)).contains("it makes others at once");
    }

    @Test
    void aPodOfNobodyIsShownAlone() {
        Pod lone = rejected("a", "", "n");
        assertThat(RejectionText.of(lone, List.of(lone, rejected("b", "", "n")), PausedOwners.NONE))
                .contains("was rejected by node n")
                .doesNotContain("were rejected there");
    }

    @Test
    void countsAreByControllerAndNode() {
        assertThat(RejectedPodsRule.count(
                        List.of(rejected("a", "web", "n"), rejected("b", "web", "n"), rejected("c", "web", "m"))))
                .containsExactlyInAnyOrder(
                        new RejectedPodsRule.Rejected(
                                "ReplicaSet default/web", "n", "The node had condition: [MemoryPressure].", 2, NOON),
                        new RejectedPodsRule.Rejected(
                                "ReplicaSet default/web", "m", "The node had condition: [MemoryPressure].", 1, NOON));
    }
}
