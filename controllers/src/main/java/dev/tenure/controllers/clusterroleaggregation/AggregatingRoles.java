package dev.tenure.controllers.clusterroleaggregation;

import dev.tenure.model.meta.LabelSelector;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The roles that are made of others, with what they select. They are few, so that a change of one of the many others
/// costs no look at all of them. Confined to its loop.
final class AggregatingRoles {
    private final Map<String, List<LabelSelector>> selectors = new TreeMap<>();

    /// @param role as it is now, made of others or not
    void put(String name, JsonNode role) {
        if (!AggregatedRules.aggregates(role)) {
            selectors.remove(name);
            return;
        }
        var its = new ArrayList<LabelSelector>();
        role.path("aggregationRule").path("clusterRoleSelectors").forEach(written -> its.add(Views.selector(written)));
        selectors.put(name, its);
    }

    void remove(String name) {
        selectors.remove(name);
    }

    boolean contains(String name) {
        return selectors.containsKey(name);
    }

    /// The names of those that select a role with these labels, in order.
    List<String> selecting(Map<String, String> labels) {
        return selectors.entrySet().stream()
                .filter(each -> each.getValue().stream().anyMatch(selector -> selector.matches(labels)))
                .map(Map.Entry::getKey)
                .toList();
    }
}
