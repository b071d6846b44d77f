package dev.tenure.controllers.clusterroleaggregation;

import dev.tenure.model.meta.LabelSelector;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The roles that are made of others, with what they select and whom. They are few: a change of one of the
/// many others costs a look at each of these few, and what they are made of is found without a look at all
/// roles. Confined to its loop.
final class AggregatingRoles {
    /// @param parts the names of the roles that it selects
    private record Aggregating(List<LabelSelector> selectors, Set<String> parts) {
        private boolean selects(Map<String, String> labels) {
            return selectors.stream().anyMatch(selector -> selector.matches(labels));
        }
    }

    private final Map<String, Aggregating> aggregating = new TreeMap<>();
    private final Map<String, Map<String, String>> labels = new HashMap<>();

    /// @param role as it is now, made of others or not
    /// @param its the labels of the role
    void put(String name, JsonNode role, Map<String, String> its) {
        labels.put(name, its);
        aggregating.forEach((_, each) -> {
            if (each.selects(its)) {
                each.parts().add(name);
            } else {
                each.parts().remove(name);
            }
        });
        if (AggregatedRules.aggregates(role)) {
            select(name, AggregatedRules.selectors(role));
        } else {
            aggregating.remove(name);
        }
    }

    /// Looks at all roles only where it has not selected by these selectors before.
    private void select(String name, List<LabelSelector> selectors) {
        Aggregating before = aggregating.get(name);
        if (before != null && before.selectors().equals(selectors)) {
            return;
        }
        var made = new Aggregating(selectors, new TreeSet<>());
        labels.forEach((other, its) -> {
            if (made.selects(its)) {
                made.parts().add(other);
            }
        });
        aggregating.put(name, made);
    }

    void remove(String name) {
        labels.remove(name);
        aggregating.remove(name);
        aggregating.forEach((_, each) -> each.parts().remove(name));
    }

    boolean contains(String name) {
        return aggregating.containsKey(name);
    }

    /// The names of the roles that one is made of, in order; itself may be among them.
    List<String> parts(String name) {
        Aggregating found = aggregating.get(name);
        return found == null ? List.of() : List.copyOf(found.parts());
    }

    /// The names of those that select a role with these labels, in order.
    List<String> selecting(Map<String, String> its) {
        var names = new ArrayList<String>();
        aggregating.forEach((name, each) -> {
            if (each.selects(its)) {
                names.add(name);
            }
        });
        return names;
    }
}
