package dev.tenure.plan.source;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// When the taints of a node were last changed, as its managedFields tell: kubectl and the API server write
/// no `timeAdded`, but the server notes when who wrote the list. A taint may be older than that, never
/// younger. Stateless.
public final class LastTaintChange {
    private static final String NO_STAYS = "[]";
    private static final String FIELDS = "managedFields";

    private LastTaintChange() {}

    /// @param node as it is stored
    public static Optional<Instant> lastChange(JsonNode node) {
        return entries(node).stream().flatMap(entry -> time(entry).stream()).max(Instant::compareTo);
    }

    /// The nodes of which a record of Tenure says since when they have their taints.
    public static Set<String> recorded(ClusterDump dump) {
        return dump.all(ResourceTypes.CONFIG_MAPS)
                .filter(map -> map.key().name().startsWith(WorldKinds.RECORD))
                .filter(map -> !Json.readObject(map.json())
                        .at("/data/stays")
                        .asText(NO_STAYS)
                        .equals(NO_STAYS))
                .map(map -> map.key().name().substring(WorldKinds.RECORD.length()))
                .collect(Collectors.toSet());
    }

    /// Leaves of an object's managedFields only what tells that; of other kinds than nodes, nothing.
    public static void keepAlone(ObjectNode object) {
        List<JsonNode> kept = object.path("kind").asText().equals("Node") ? entries(object) : List.of();
        ObjectNode metadata = object.withObject("/metadata");
        metadata.remove(FIELDS);
        if (kept.isEmpty()) {
            return;
        }
        var list = metadata.putArray(FIELDS);
        for (JsonNode entry : kept) {
            ObjectNode written = Json.object()
                    .put("manager", "taints")
                    .put("operation", "Update")
                    .put("apiVersion", "v1")
                    .put("time", entry.path("time").asText())
                    .put("fieldsType", "FieldsV1");
            written.putObject("fieldsV1").putObject("f:spec").putObject("f:taints");
            list.add(written);
        }
    }

    private static List<JsonNode> entries(JsonNode node) {
        var found = new ArrayList<JsonNode>();
        for (JsonNode entry : node.path("metadata").path(FIELDS)) {
            boolean owns = entry.path("fieldsV1").path("f:spec").has("f:taints");
            if (owns && time(entry).isPresent()) {
                found.add(entry);
            }
        }
        return found;
    }

    private static Optional<Instant> time(JsonNode entry) {
        try {
            return Optional.of(Instant.parse(entry.path("time").asText()));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
