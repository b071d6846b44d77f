package dev.tenure.plan.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.policy.TaintPolicies.Saying;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What policies make of single pods, and which cannot be answered.
class TaintPoliciesTest {
    private static final Taint REPAIR = new Taint("repair", "", TaintEffect.NO_EXECUTE, Optional.empty());
    private static final Taint KEEP_OFF = new Taint("repair", "", TaintEffect.NO_SCHEDULE, Optional.empty());
    private static final String OWNED =
            "ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: r, uid: r, controller: true}]";

    private static ObjectNode tree(String yaml) {
        return Json.readObject(
                Json.write(Yaml.read(yaml.getBytes(StandardCharsets.UTF_8)).value()));
    }

    private static StoredObject object(ResourceType type, String yaml) {
        ObjectNode tree = tree(yaml);
        JsonNode meta = tree.path("metadata");
        var key = type.key(meta.path("namespace").asText(""), meta.path("name").asText());
        var header = new StoredObject.Header(key, meta.path("uid").asText(""), Map.of(), List.of(), Map.of(), false);
        return new StoredObject(header, Json.write(tree), 1, Views.reader(type));
    }

    private static TaintPolicies policy(String spec, String status) {
        StoredObject policy = object(
                TaintPolicies.KIND,
                "{metadata: {name: gentle}, spec: {taints: [{key: repair, operator: Exists}], %s}, status: {%s}}"
                        .formatted(spec, status));
        return TaintPolicies.of(
                List.of(policy),
                Optional.of(tree("{semantics: documented, coming: [{uid: u-there, taint: 'repair:NoSchedule'}]}")));
    }

    private static Pod pod(String name, String meta, String spec) {
        return object(
                        ResourceTypes.PODS,
                        "{metadata: {namespace: shop, name: %1$s, uid: u-%1$s, %2$s}, spec: {nodeName: a, %3$s}, status: {phase: Running}}"
                                .formatted(name, meta, spec))
                .view(Pod.class);
    }

    @Test
    void whoStaysBecauseOfAPolicyIsToldWhich() {
        Pod pod = pod("web", OWNED, "");
        assertThat(policy("tolerate: true", "").saying(pod, REPAIR)).contains(new Saying("gentle", "has it stay"));
        assertThat(policy("tolerate: true, tolerateSeconds: 60", "").saying(pod, REPAIR))
                .contains(new Saying("gentle", "has it stay for 60 s"));
        assertThat(policy("paused: true", "").saying(pod, REPAIR)).isEmpty();
    }

    @Test
    void whoToleratesTheTaintHimselfOwesNothingToAPolicy() {
        Pod pod = pod("web", OWNED, "tolerations: [{key: repair, operator: Exists}]");
        assertThat(policy("tolerate: true", "").saying(pod, REPAIR)).isEmpty();
        assertThat(policy("alsoEvictFor: [NoSchedule]", "").saying(pod, KEEP_OFF))
                .isEmpty();
    }

    @Test
    void whoLeavesBecauseOfAPolicyIsToldWhichAndWhoIsSparedWhy() {
        TaintPolicies also = policy("alsoEvictFor: [NoSchedule]", "");
        assertThat(also.saying(pod("there", OWNED, ""), KEEP_OFF)).contains(new Saying("gentle", "has it leave"));
        assertThat(also.saying(pod("late", OWNED, ""), KEEP_OFF))
                .contains(new Saying("gentle", "leaves it alone: it came after the taint"));
        assertThat(also.saying(pod("bare", "labels: {}", ""), KEEP_OFF))
                .contains(new Saying("gentle", "spares it: has no controller"));
        assertThat(also.saying(pod("there", OWNED, ""), REPAIR)).isEmpty();
    }

    @Test
    void anExpressionThatFailsIsToldInTheWordsOfTheController() {
        String valid = "conditions: [{type: ExpressionsValid, status: '%s', message: 'int(gold) fails'}]";
        assertThat(policy("paused: true", valid.formatted("False")).failing())
                .containsExactly(tree("{policy: gentle, message: int(gold) fails}"));
        assertThat(policy("paused: true", valid.formatted("True")).failing()).isEmpty();
        assertThat(policy("paused: true", "").failing()).isEmpty();
    }
}
