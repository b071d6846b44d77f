package dev.tenure.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Which changes of a pod matter to whoever counts it.
final class ConcernedRuleTest {
    private static final String POD = """
            {'metadata': {'name': 'p', 'namespace': 'd', 'uid': 'u', 'labels': {'app': 'x'},
             'ownerReferences': [{'uid': 'o'}]}, 'spec': {},
             'status': {'phase': 'Running', 'podIP': '10.0.0.1', 'conditions': [{'type': 'Ready', 'status': 'True'}]}}
            """;

    private static StoredObject pod(String json) {
        ObjectNode tree = Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        JsonNode meta = tree.path("metadata");
        var labels = new HashMap<String, String>();
        meta.path("labels")
                .properties()
                .forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
        var owners = new ArrayList<String>();
        meta.path("ownerReferences")
                .forEach(owner -> owners.add(owner.path("uid").asText()));
        var header = new StoredObject.Header(
                ResourceTypes.PODS.key("d", "p"),
                "u",
                labels,
                List.copyOf(owners),
                Map.of(),
                meta.has("deletionTimestamp"));
        return new StoredObject(header, Json.write(tree), 1, _ -> Views.view(ResourceTypes.PODS, tree));
    }

    private static List<Boolean> changes(String from, String to) {
        assertThat(POD).contains(from);
        StoredObject before = pod(POD);
        StoredObject after = pod(POD.replace(from, to));
        assertThat(ConcernedRule.counts(after, before)).isEqualTo(ConcernedRule.counts(before, after));
        return List.of(ConcernedRule.moved(before, after), ConcernedRule.counts(before, after));
    }

    @Test
    void labelsAndOwnersMoveAPod() {
        assertThat(changes("'app': 'x'", "'app': 'y'")).containsExactly(true, true);
        assertThat(changes("'uid': 'o'", "'uid': 'other'")).containsExactly(true, true);
    }

    @Test
    void whetherItGoesHasEndedAndIsReadyCounts() {
        assertThat(changes("'name': 'p'", "'name': 'p', 'deletionTimestamp': '2026-01-01T00:00:00Z'"))
                .containsExactly(false, true);
        assertThat(changes("'Running'", "'Failed'")).containsExactly(false, true);
        assertThat(changes("'True'", "'False'")).containsExactly(false, true);
        assertThat(changes("{'type': 'Ready', 'status': 'True'}", "")).containsExactly(false, true);
    }

    @Test
    void whereItIsAndWhetherItBeganDoesNot() {
        assertThat(changes("'Running'", "'Pending'")).containsExactly(false, false);
        assertThat(changes("10.0.0.1", "10.0.0.2")).containsExactly(false, false);
        assertThat(changes("'spec': {}", "'spec': {'nodeName': 'n'}")).containsExactly(false, false);
    }
}
