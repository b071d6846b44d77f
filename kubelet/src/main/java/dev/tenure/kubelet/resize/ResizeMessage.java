package dev.tenure.kubelet.resize;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.TreeMap;

/// The words of the events about a resize: what the pod is to have, as JSON. Upstream: events/resize.go.
public final class ResizeMessage {
    private static final List<String> LISTS = List.of("initContainers", "containers");

    private ResizeMessage() {}

    /// @param began for example `Pod resize started`
    /// @param generation of the pod that asked for it
    /// @param error what stands against it; empty when nothing does
    public static String of(String began, JsonNode document, long generation, String error) {
        ObjectNode summary = Json.object();
        for (String list : LISTS) {
            JsonNode containers = document.path("spec").path(list);
            if (containers.isEmpty()) {
                continue;
            }
            ArrayNode told = summary.putArray(list);
            for (JsonNode each : containers) {
                told.addObject()
                        .put("name", each.path("name").asText())
                        .set("resources", resources(each.path("resources")));
            }
        }
        summary.put("generation", generation);
        if (!error.isEmpty()) {
            summary.put("error", error);
        }
        return began + ": " + summary;
    }

    /// With names in the order of the alphabet.
    private static ObjectNode resources(JsonNode resources) {
        ObjectNode told = Json.object();
        for (String side : List.of("limits", "requests")) {
            if (!resources.path(side).isEmpty()) {
                var amounts = new TreeMap<String, JsonNode>();
                resources.path(side).properties().forEach(each -> amounts.put(each.getKey(), each.getValue()));
                told.putObject(side).setAll(amounts);
            }
        }
        return told;
    }
}
