package dev.tenure.console.page;

import dev.tenure.console.shown.MissingPart;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The Events about one object that the cluster still has, the latest first.
final class RecentEvents {
    private static final int ROWS_MAX = 30;
    private static final int READ_MAX = 500;
    private static final String OF_NODES = "default";
    /// From so many on, servers are asked in a way for which they need not search all.
    private static final long FEW = 20_000;

    private RecentEvents() {}

    /// @param page of which they become `events`; where they cannot be read they do not, and it says why
    /// @param about the object; Events about nodes lie in `default`
    /// @param uids of the object, so that one of the same name before it is not meant. Where a cluster has
    ///     many Events, only those that name one of them are found, which servers find without looking at all
    static void into(ObjectNode page, Viewer viewer, ObjectKey about, Collection<String> uids) {
        String kind = about.namespace().isEmpty() ? "Node" : "Pod";
        var search = new Search(viewer, about.namespace().isEmpty() ? OF_NODES : about.namespace(), uids);
        String named = "involvedObject.kind=%s,involvedObject.name=%s".formatted(kind, about.name());
        List<ObjectNode> rows = new ArrayList<>();
        List<String> selectors = areFew(viewer)
                ? List.of(named)
                : uids.stream().map(uid -> named + ",involvedObject.uid=" + uid).toList();
        List<MissingPart> gaps = selectors.stream()
                .flatMap(selector -> search.rows(selector, rows).stream())
                .toList();
        MissingPart.into(page, gaps);
        if (!gaps.isEmpty() && rows.isEmpty()) {
            return;
        }
        rows.sort(Comparator.comparing((ObjectNode row) -> row.path("at").asText())
                .reversed());
        ArrayNode shown = page.putArray("events");
        rows.stream().limit(ROWS_MAX).forEach(shown::add);
    }

    /// Where Events are looked for.
    private record Search(Viewer viewer, String namespace, Collection<String> uids) {
        /// @return what keeps them from being found
        Optional<MissingPart> rows(String selector, List<ObjectNode> rows) {
            var query = Map.of("fieldSelector", selector, "limit", String.valueOf(READ_MAX));
            ApiReply reply = viewer.client().list(ResourceTypes.EVENTS, namespace, query);
            if (reply instanceof ApiReply.Many many) {
                many.items().forEach(object -> {
                    JsonNode event = Json.readObject(object.json());
                    String about = event.at("/involvedObject/uid").asText("");
                    if (about.isEmpty() || uids.contains(about)) {
                        rows.add(row(event));
                    }
                });
            }
            return MissingPart.unread(reply, ResourceTypes.EVENTS, namespace);
        }
    }

    /// Whether all Events can be searched without an index. Who may not list those of all namespaces cannot
    /// count them; then one namespace is searched.
    private static boolean areFew(Viewer viewer) {
        ApiReply one = viewer.client().list(ResourceTypes.EVENTS, "", Map.of("limit", "1"));
        return !(one instanceof ApiReply.Many many) || many.remaining().orElse(0L) < FEW;
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
