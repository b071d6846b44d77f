package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/// What the containers of a pod ask for together, and whether the pod's own amounts cover it.
public final class PodTotals {
    private PodTotals() {}

    /// The containers together: the sum of the regular and the restartable init containers, or a plain init
    /// container with the restartable ones before it where that is more.
    ///
    /// @param what `requests` or `limits`
    public static Map<String, Quantity> of(JsonNode spec, String what) {
        Map<String, Quantity> running = new TreeMap<>();
        for (JsonNode container : spec.path("containers")) {
            add(running, container.path("resources").path(what));
        }
        Map<String, Quantity> sidecars = new TreeMap<>();
        Map<String, Quantity> starting = new TreeMap<>();
        for (JsonNode container : spec.path("initContainers")) {
            JsonNode amounts = container.path("resources").path(what);
            Map<String, Quantity> now = new TreeMap<>(sidecars);
            add(now, amounts);
            if (container.path("restartPolicy").asText().equals("Always")) {
                add(running, amounts);
                sidecars = now;
            }
            raise(starting, now);
        }
        raise(running, starting);
        return running;
    }

    private static void add(Map<String, Quantity> sum, JsonNode amounts) {
        amounts.properties()
                .forEach(entry ->
                        sum.merge(entry.getKey(), QuantityValidation.amount(entry.getValue()), Quantity::plus));
    }

    private static void raise(Map<String, Quantity> most, Map<String, Quantity> other) {
        other.forEach((name, amount) -> most.merge(name, amount, (a, b) -> a.compareTo(b) >= 0 ? a : b));
    }

    static void check(Field spec, Field resources) {
        Map<String, Field> requests = resources.at("requests").entries();
        of(spec.node(), "requests").forEach((name, total) -> {
            Field own = requests.get(name);
            if (own != null && total.compareTo(QuantityValidation.amount(own.node())) > 0) {
                own.invalidText("must be greater than or equal to aggregate container requests of " + total);
            }
        });
        Map<String, Field> limits = resources.at("limits").entries();
        of(spec.node(), "limits").forEach((name, total) -> {
            Field own = limits.get(name);
            boolean pages = ResourceNames.isHugePages(name);
            if (pages && own != null && total.compareTo(QuantityValidation.amount(own.node())) > 0) {
                own.invalidText("must be greater than or equal to aggregate container limits of " + total);
            }
        });
        for (Field container : spec.at("containers").items()) {
            containerLimits(container, resources);
        }
    }

    private static void containerLimits(Field container, Field resources) {
        String position =
                container.path().text().substring(container.path().text().lastIndexOf('['));
        container.at("resources", "limits").entries().forEach((name, limit) -> {
            Field own = resources.at("limits", name);
            if (own.isSet()
                    && QuantityValidation.amount(limit.node()).compareTo(QuantityValidation.amount(own.node())) > 0) {
                limit.under(resources
                                .path()
                                .child("containers" + position)
                                .key(name)
                                .child("limits"))
                        .invalidText("must be less than or equal to pod limits of " + own.text());
            }
        });
    }
}
