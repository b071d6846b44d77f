package dev.tenure.cli.taints;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What the records of Tenure's taint eviction controller say: since when nodes have their taints because of
/// which pods leave.
public final class StayRecords {
    /// The namespace of the records.
    public static final String NAMESPACE = "kube-system";
    /// What all records are labelled with.
    public static final String SELECTOR = "tenure.dev/record=node";

    public static final StayRecords NONE = new StayRecords(Map.of());

    /// By node and its uid: a record of a node that was there before under the same name says nothing of this
    /// one.
    private final Map<String, Map<String, Instant>> starts;

    private StayRecords(Map<String, Map<String, Instant>> starts) {
        this.starts = Map.copyOf(starts);
    }

    /// @param maps ConfigMaps; those that cannot be read (somebody edited them) are passed over
    public static StayRecords of(List<StoredObject> maps) {
        var starts = new HashMap<String, Map<String, Instant>>();
        for (StoredObject map : maps) {
            JsonNode data = Json.readObject(map.json()).path("data");
            try {
                starts.put(
                        identity(
                                data.path("node").asText(), data.path("nodeUid").asText()),
                        starts(data));
            } catch (JsonSyntaxException | DateTimeException _) {
                // as the controller does: such a record counts as absent
            }
        }
        return new StayRecords(starts);
    }

    private static Map<String, Instant> starts(JsonNode data) {
        var found = new HashMap<String, Instant>();
        for (JsonNode stay : Json.read(data.path("stays").asText("[]").getBytes(StandardCharsets.UTF_8))) {
            found.put(
                    stay.path("taint").asText(),
                    Instant.parse(stay.path("since").asText()));
        }
        return found;
    }

    private static String identity(String node, String uid) {
        return node + "/" + uid;
    }

    /// By the key that [dev.tenure.rules.taint.RecordedTaintRule] gives a taint.
    Map<String, Instant> of(String node, String uid) {
        return starts.getOrDefault(identity(node, uid), Map.of());
    }
}
