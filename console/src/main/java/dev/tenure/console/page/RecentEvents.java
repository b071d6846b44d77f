package dev.tenure.console.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// The Events about one object that the cluster still has, the latest first. Who may not list them is shown none.
final class RecentEvents {
    private static final int ROWS_MAX = 30;
    private static final int READ_MAX = 500;

    private RecentEvents() {}

    /// @param namespace in which the Events lie; those about nodes in `default`
    /// @param uid of the object, so that one of the same name before it is not meant
    static ArrayNode about(Viewer viewer, String namespace, String kind, String name, String uid) {
        ArrayNode shown = Json.array();
        var query = Map.of(
                "fieldSelector",
                "involvedObject.kind=%s,involvedObject.name=%s".formatted(kind, name),
                "limit",
                String.valueOf(READ_MAX));
        if (!(viewer.client().list(ResourceTypes.EVENTS, namespace, query) instanceof ApiReply.Many many)) {
            return shown;
        }
        List<ObjectNode> rows = new ArrayList<>();
        for (StoredObject object : many.items()) {
            JsonNode event = Json.readObject(object.json());
            String about = event.at("/involvedObject/uid").asText("");
            if (about.isEmpty() || about.equals(uid) || kind.equals("Node")) {
                rows.add(row(event));
            }
        }
        rows.sort(Comparator.comparing((ObjectNode row) -> row.path("at").asText())
                .reversed());
        rows.stream().limit(ROWS_MAX).forEach(shown::add);
        return shown;
    }

    private static ObjectNode row(JsonNode event) {
        String at = "";
        for (String field :
                List.of("/series/lastObservedTime", "/lastTimestamp", "/eventTime", "/metadata/creationTimestamp")) {
            at = at.isEmpty() ? event.at(field).asText("") : at;
        }
        String source = event.path("reportingComponent").asText("");
        return Json.object()
                .put("at", at)
                .put("type", event.path("type").asText(""))
                .put("reason", event.path("reason").asText(""))
                .put("message", event.path("message").asText(event.path("note").asText("")))
                .put("from", source.isEmpty() ? event.at("/source/component").asText("") : source)
                .put(
                        "count",
                        Math.max(
                                1,
                                Math.max(
                                        event.path("count").asInt(1),
                                        event.at("/series/count").asInt(1))));
    }
}
