package dev.tenure.plan.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.policy.EvictionPolicyParser;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.kinds.expression.TaintExpressions;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.StandingPod;
import dev.tenure.sim.scenario.Manifests;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

    /// Where a schema lets only some words stand: as a path of names, with the first of the words.
    private static void choices(JsonNode schema, List<String> path, Map<List<String>, String> found) {
        String first = schema.at("/enum/0").asText("");
        if (!first.isEmpty()) {
            found.put(path, first);
        }
        schema.path("properties")
                .properties()
                .forEach(each -> choices(each.getValue(), with(path, each.getKey()), found));
        if (schema.path("items").isObject()) {
            choices(schema.path("items"), with(path, "0"), found);
        }
    }

    private static List<String> with(List<String> path, String name) {
        return Stream.concat(path.stream(), Stream.of(name)).toList();
    }

    private static ObjectNode holding(List<String> path, String value) {
        var text = new StringBuilder("\"" + value + "\"");
        for (String name : path.reversed()) {
            text.insert(0, name.equals("0") ? "[" : "{\"" + name + "\": ").append(name.equals("0") ? "]" : "}");
        }
        return Json.readObject(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    static Stream<ObjectNode> kinds() {
        return Stream.of(PlayedKinds.policies(), PlayedKinds.retentions(), PlayedKinds.readinessRules());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void wordsThatAreChosenFromAListAreKept(ObjectNode definition) {
        JsonNode spec = definition.path("spec");
        JsonNode version = spec.at("/versions/0");
        String apiVersion =
                spec.path("group").asText() + "/" + version.path("name").asText();
        String kind = spec.at("/names/kind").asText();
        var found = new HashMap<List<String>, String>();
        choices(version.at("/schema/openAPIV3Schema/properties/spec"), List.of("spec"), found);
        assertThat(found).isNotEmpty();
        found.forEach((path, word) -> {
            ObjectNode object =
                    holding(path, word).put("apiVersion", apiVersion).put("kind", kind);
            object.putObject("metadata").put("name", "p").put("uid", "u-1");
            StoredObject stored = new StoredForms().read(Json.write(object), GroupVersionKind.of(apiVersion, kind));
            StoredObject redacted = Redaction.with(List.of(), _ -> {}).object(stored);
            assertThat(Json.readObject(redacted.json())
                            .at("/" + String.join("/", path))
                            .asText())
                    .as("%s", path)
                    .isEqualTo(word);
        });
    }

    @Test
    void itIsAboutTheSameTaints() {
        StoredObject policy = object("tenure.dev/v1alpha1", "TaintEvictionPolicy", """
                {apiVersion: tenure.dev/v1alpha1, kind: TaintEvictionPolicy, metadata: {name: p, uid: u-1},
                spec: {taints: [{key: acme.corp/*, operator: Exists}, {key: gpu-*, operator: Exists},
                {key: readiness.k8s.io/*, operator: Exists}],
                exceptTaints: [{key: acme.corp/vault, operator: Exists},
                {expression: "taint.key == 'acme.corp/none'"}], tolerate: true, tolerateSeconds: 60,
                alsoEvictFor: [NoSchedule, PreferNoSchedule], spare: [BarePods, PodsWithLocalStorage]}}
                """);
        Redaction redaction = Redaction.with(List.of(), _ -> {});
        StoredObject redacted = redaction.object(policy);
        assertThat(new String(redacted.json(), StandardCharsets.UTF_8)).doesNotContain("acme", "vault", "gold");
        TaintEvictionPolicy before = EvictionPolicyParser.read(policy, TaintExpressions.matcher());
        TaintEvictionPolicy after = EvictionPolicyParser.read(redacted, TaintExpressions.matcher());
        assertThat(after.stays()).isEqualTo(before.stays());
        assertThat(after.standing().effects())
                .isEqualTo(before.standing().effects())
                .hasSize(2);
        assertThat(after.standing().spared())
                .isEqualTo(before.standing().spared())
                .contains(StandingPod.BARE);
        for (String key : KEYS) {
            assertThat(means(after, redaction.object(node(key))))
                    .as(key)
                    .isEqualTo(means(before, node(key)))
                    .isEqualTo(List.of("acme.corp/gold", "gpu-a100", "readiness.k8s.io/net")
                            .contains(key));
        }
    }
}
