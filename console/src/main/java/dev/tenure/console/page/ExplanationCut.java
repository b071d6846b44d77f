package dev.tenure.console.page;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The scheduler's explanation of a pod, cut to what fits a page: nodes that say no are told by their
/// reasons, with how many there are and a few names.
final class ExplanationCut {
    private static final int EXAMPLES_MAX = 5;
    private static final int GROUPS_MAX = 50;
    private static final int BEST_MAX = 10;

    private ExplanationCut() {}

    private record Refusal(String plugin, String why) {}

    static ObjectNode of(JsonNode explanation) {
        JsonNode decision = explanation.path("decision");
        ObjectNode cut = Json.object()
                .put("outcome", decision.path("outcome").asText())
                .put("message", decision.path("message").asText(""))
                .put("nodes", decision.path("nodes").size())
                .put("feasible", decision.path("feasible").size());
        refusals(decision.path("nodes"), cut.putArray("refusals"));
        scores(decision.path("scores"), cut.putArray("scores"));
        ArrayNode best = cut.putArray("best");
        decision.path("best").forEach(node -> {
            if (best.size() < BEST_MAX) {
                best.add(node);
            }
        });
        cut.set("remedies", remedies(explanation.path("remedies")));
        return cut;
    }

    private static void refusals(JsonNode nodes, ArrayNode shown) {
        Map<Refusal, List<String>> groups = new LinkedHashMap<>();
        nodes.properties().forEach(entry -> {
            JsonNode verdict = entry.getValue();
            if (!verdict.path("code").asText().equals("Success")) {
                String why = verdict.path("detail").asText("");
                if (why.isEmpty()) {
                    why = verdict.path("reasons").path(0).asText("");
                }
                groups.computeIfAbsent(new Refusal(verdict.path("plugin").asText(""), why), _ -> new ArrayList<>())
                        .add(entry.getKey());
            }
        });
        groups.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<Refusal, List<String>> group) ->
                        -group.getValue().size()))
                .limit(GROUPS_MAX)
                .forEach(group -> {
                    ObjectNode row = shown.addObject()
                            .put("plugin", group.getKey().plugin())
                            .put("why", group.getKey().why())
                            .put("nodes", group.getValue().size());
                    ArrayNode examples = row.putArray("examples");
                    group.getValue().stream().limit(EXAMPLES_MAX).forEach(examples::add);
                });
    }

    private static void scores(JsonNode scores, ArrayNode shown) {
        scores.properties().stream()
                .sorted(Comparator.comparingLong(
                        entry -> -entry.getValue().path("total").asLong()))
                .limit(BEST_MAX)
                .forEach(entry -> {
                    ObjectNode row = shown.addObject()
                            .put("node", entry.getKey())
                            .put("total", entry.getValue().path("total").asLong());
                    ObjectNode plugins = row.putObject("plugins");
                    entry.getValue()
                            .path("plugins")
                            .properties()
                            .forEach(plugin -> plugins.put(
                                    plugin.getKey(),
                                    plugin.getValue().path("weighted").asLong()));
                });
    }

    private static ArrayNode remedies(JsonNode remedies) {
        ArrayNode shown = Json.array();
        for (JsonNode remedy : remedies) {
            if (shown.size() < BEST_MAX) {
                ObjectNode row = shown.addObject()
                        .put("nodes", remedy.path("nodes").size())
                        .put("verified", remedy.path("verified").asBoolean());
                row.set("changes", remedy.path("changes"));
                ArrayNode examples = row.putArray("examples");
                for (JsonNode node : remedy.path("nodes")) {
                    if (examples.size() < EXAMPLES_MAX) {
                        examples.add(node);
                    }
                }
            }
        }
        return shown;
    }
}
