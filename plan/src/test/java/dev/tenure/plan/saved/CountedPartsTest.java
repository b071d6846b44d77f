package dev.tenure.plan.saved;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Which changes of a cluster make a kept plan an old one.
class CountedPartsTest {
    private static final String NODE = """
            {'metadata': {'name': 'n', 'resourceVersion': '7', 'labels': {'zone': 'a'},
             'annotations': {'tenure.dev/fault': 'stopped', 'note': 'x'},
             'ownerReferences': [{'uid': 'u1', 'name': 'o'}]},
             'spec': {'unschedulable': true},
             'status': {'allocatable': {'cpu': '4'}, 'phase': 'Running', 'disruptionsAllowed': 1, 'replicas': 3,
              'conditions': [{'type': 'Ready', 'status': 'True', 'message': 'fine', 'lastHeartbeatTime': 't1'}]}}
            """;

    private static ObjectNode counted(String json) {
        ObjectNode tree = Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        var header =
                new StoredObject.Header(ResourceTypes.NODES.key("", "n"), "uid", Map.of(), List.of(), Map.of(), false);
        return CountedParts.of(new StoredObject(header, Json.write(tree), 1, _ -> tree));
    }

    /// What a change of the node comes to.
    private static List<String> differences(String from, String to) {
        assertThat(NODE).contains(from);
        return CountedParts.differences(counted(NODE), counted(NODE.replace(from, to)));
    }

    @Test
    void whatAForecastDependsOnIsTold() {
        assertThat(differences("'zone': 'a'", "'zone': 'b'")).containsExactly("labels.zone a → b");
        assertThat(differences("'tenure.dev/fault': 'stopped', ", ""))
                .containsExactly("annotations.tenure.dev/fault stopped → (none)");
        assertThat(differences("'u1'", "'u2'")).containsExactly("owners");
        assertThat(differences("'name': 'n'", "'name': 'n', 'deletionTimestamp': 't'"))
                .containsExactly("deleting (none) → true");
        assertThat(differences("'unschedulable': true", "'unschedulable': false"))
                .containsExactly("spec.unschedulable true → false");
        assertThat(differences("'cpu': '4'", "'cpu': '2'")).containsExactly("status.allocatable.cpu 4 → 2");
        assertThat(differences("'Running'", "'Failed'")).containsExactly("status.phase Running → Failed");
        assertThat(differences("'disruptionsAllowed': 1", "'disruptionsAllowed': 0"))
                .containsExactly("status.disruptionsAllowed 1 → 0");
        assertThat(differences("'status': 'True'", "'status': 'Unknown'"))
                .containsExactly("status.conditions.Ready True → Unknown");
    }

    @Test
    void whatChangesAllTheTimeMeansNothing() {
        assertThat(differences("'resourceVersion': '7'", "'resourceVersion': '8'"))
                .isEmpty();
        assertThat(differences("'note': 'x'", "'note': 'y'")).isEmpty();
        assertThat(differences("'name': 'o'", "'name': 'other'")).isEmpty();
        assertThat(differences("'replicas': 3", "'replicas': 4")).isEmpty();
        assertThat(differences("'fine'", "'well'")).isEmpty();
        assertThat(differences("'t1'", "'t2'")).isEmpty();
    }

    @Test
    void whatSaysNothingIsAsThoughItWereNotThere() {
        assertThat(counted("{'metadata': {'name': 'n', 'labels': {}}, 'spec': {}, 'status': {'allocatable': {}}}"))
                .isEqualTo(Json.object());
    }
}
