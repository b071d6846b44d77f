package dev.tenure.plan.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.policy.EvictionPolicyParser;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.scenario.Manifests;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A policy with wildcards and exceptions is about the same taints under pseudonyms.
final class RedactedPolicyTest {
    private static final List<String> KEYS =
            List.of("acme.corp/vault", "acme.corp/gold", "acme.org/vault", "gpu-a100", "gpu", "readiness.k8s.io/net");

    private static StoredObject object(String apiVersion, String kind, String text) {
        return new StoredForms()
                .read(Json.write(Manifests.read(text).getFirst()), GroupVersionKind.of(apiVersion, kind));
    }

    private static StoredObject node(String key) {
        return object("v1", "Node", """
                {apiVersion: v1, kind: Node, metadata: {name: titan, uid: u-2},
                spec: {taints: [{key: '%s', value: gold, effect: NoExecute}]}}
                """.formatted(key));
    }

    private static boolean means(TaintEvictionPolicy policy, StoredObject node) {
        return policy.isAbout(node.view(Node.class).spec().taints().getFirst());
    }

    @Test
    void itIsAboutTheSameTaints() {
        StoredObject policy = object("tenure.dev/v1alpha1", "TaintEvictionPolicy", """
                {apiVersion: tenure.dev/v1alpha1, kind: TaintEvictionPolicy, metadata: {name: p, uid: u-1},
                spec: {taints: [{key: acme.corp/*, operator: Exists}, {key: gpu-*, operator: Exists},
                {key: readiness.k8s.io/*, operator: Exists}],
                exceptTaints: [{key: acme.corp/vault, operator: Exists}], tolerate: true, tolerateSeconds: 60}}
                """);
        Redaction redaction = Redaction.with(List.of(), _ -> {});
        StoredObject redacted = redaction.object(policy);
        assertThat(new String(redacted.json(), StandardCharsets.UTF_8)).doesNotContain("acme", "vault", "gold");
        TaintEvictionPolicy before = EvictionPolicyParser.read(policy);
        TaintEvictionPolicy after = EvictionPolicyParser.read(redacted);
        assertThat(after.stays()).isEqualTo(before.stays());
        for (String key : KEYS) {
            assertThat(means(after, redaction.object(node(key))))
                    .as(key)
                    .isEqualTo(means(before, node(key)))
                    .isEqualTo(List.of("acme.corp/gold", "gpu-a100", "readiness.k8s.io/net")
                            .contains(key));
        }
    }
}
