package dev.tenure.controllers.clusterroleaggregation;

import dev.tenure.model.meta.LabelSelector;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which rules a ClusterRole has that is made of others. Upstream: clusterroleaggregation_controller.go
/// (syncClusterRole).
final class AggregatedRules {
    private AggregatedRules() {}

    static boolean aggregates(JsonNode role) {
        return role.path("aggregationRule").isObject();
    }

    /// What a role selects that is made of others.
    static List<LabelSelector> selectors(JsonNode role) {
        var selectors = new ArrayList<LabelSelector>();
        role.path("aggregationRule")
                .path("clusterRoleSelectors")
                .forEach(written -> selectors.add(Views.selector(written)));
        return selectors;
    }

    /// The rules of all that the role selects as they stand in these now, each once: selector by selector, in
    /// the order of names.
    static ArrayNode rules(JsonNode role, Collection<? extends JsonNode> all) {
        List<JsonNode> others = all.stream()
                .filter(other -> !name(other).equals(name(role)))
                .map(JsonNode.class::cast)
                .sorted(Comparator.comparing(AggregatedRules::name))
                .toList();
        Set<JsonNode> rules = new LinkedHashSet<>();
        for (LabelSelector selector : selectors(role)) {
            for (JsonNode other : others) {
                if (selector.matches(labels(other))) {
                    other.path("rules").forEach(rules::add);
                }
            }
        }
        return Json.array().addAll(rules);
    }

    private static String name(JsonNode role) {
        return role.path("metadata").path("name").asText();
    }

    private static Map<String, String> labels(JsonNode role) {
        Map<String, String> labels = new HashMap<>();
        role.path("metadata")
                .path("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return labels;
    }

    /// Whether the role has these rules; none are as good as an empty list.
    static boolean has(JsonNode role, ArrayNode rules) {
        JsonNode there = role.path("rules");
        return there.equals(rules) || (there.isEmpty() && rules.isEmpty());
    }
}
