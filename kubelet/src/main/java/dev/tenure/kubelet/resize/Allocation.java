package dev.tenure.kubelet.resize;

import dev.tenure.model.core.ResourceList;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The requests and limits that a node has set aside for a pod. What a pod asks for later counts only once
/// the node has granted it; until then the pod is run, and counted, as if it asked for these. An agent that
/// begins anew reads them from the status of the pod, so nothing is kept on disk. Upstream:
/// allocation_manager.go, whose record is a file.
///
/// @param pod the `resources` of the pod as a whole; missing when it has none
/// @param containers the `resources` of containers and init containers, by name
public record Allocation(JsonNode pod, Map<String, JsonNode> containers) {
    private static final List<String> LISTS = List.of("initContainers", "containers");
    private static final List<String> SIDES = List.of("requests", "limits");
    private static final List<String> RESIZABLE = List.of(ResourceList.CPU, ResourceList.MEMORY);

    public Allocation {
        containers = Frozen.map(containers);
    }

    /// All that a pod asks for.
    public static Allocation asked(JsonNode document) {
        var containers = new HashMap<String, JsonNode>();
        for (String list : LISTS) {
            document.path("spec")
                    .path(list)
                    .forEach(each -> containers.put(each.path("name").asText(), each.path("resources")));
        }
        return new Allocation(document.path("spec").path("resources"), containers);
    }

    /// What the API shows that a node has set aside, as far as it does; else what the pod asks for.
    public static Allocation shown(JsonNode document) {
        var containers = new HashMap<>(asked(document).containers());
        JsonNode status = document.path("status");
        for (String list : List.of("initContainerStatuses", "containerStatuses")) {
            for (JsonNode each : status.path(list)) {
                if (each.path("resources").isObject()) {
                    containers.computeIfPresent(
                            each.path("name").asText(), (_, asked) -> shown(asked, each, each.path("resources")));
                }
            }
        }
        JsonNode whole = document.path("spec").path("resources");
        boolean told = whole.isObject() && status.path("resources").isObject();
        return new Allocation(told ? shown(whole, status, status.path("resources")) : whole, containers);
    }

    /// Amounts that a resize may change are those of the status.
    private static JsonNode shown(JsonNode asked, JsonNode status, JsonNode running) {
        ObjectNode resources = asked.isObject() ? (ObjectNode) asked.deepCopy() : Json.object();
        for (String side : SIDES) {
            JsonNode from = side.equals("requests") ? status.path("allocatedResources") : running.path(side);
            ObjectNode amounts = resources.withObjectProperty(side);
            for (String name : RESIZABLE) {
                if (!amounts.has(name)) {
                    continue;
                }
                amounts.remove(name);
                if (from.has(name)) {
                    amounts.set(name, from.path(name));
                }
            }
            if (amounts.isEmpty()) {
                resources.remove(side);
            }
        }
        return resources;
    }

    /// Whether a pod asks for just this.
    public boolean grants(JsonNode document) {
        Allocation asked = asked(document);
        return same(pod, asked.pod)
                && asked.containers.entrySet().stream()
                        .allMatch(each -> containers.containsKey(each.getKey())
                                && same(containers.get(each.getKey()), each.getValue()));
    }

    private static boolean same(JsonNode one, JsonNode other) {
        return SIDES.stream().allMatch(side -> amounts(one.path(side)).equals(amounts(other.path(side))));
    }

    private static Map<String, Quantity> amounts(JsonNode list) {
        var amounts = new HashMap<String, Quantity>();
        list.properties()
                .forEach(amount -> amounts.put(
                        amount.getKey(), Quantity.parse(amount.getValue().asText())));
        return amounts;
    }

    /// The pod as if it asked for this; a copy when it asks for anything else.
    public JsonNode applied(JsonNode document) {
        if (grants(document)) {
            return document;
        }
        ObjectNode granted = (ObjectNode) document.deepCopy();
        ObjectNode spec = granted.withObjectProperty("spec");
        set(spec, pod);
        for (String list : LISTS) {
            for (JsonNode each : spec.path(list)) {
                JsonNode resources = containers.get(each.path("name").asText());
                if (resources != null) {
                    set((ObjectNode) each, resources);
                }
            }
        }
        return granted;
    }

    private static void set(ObjectNode owner, JsonNode resources) {
        if (resources.isObject()) {
            owner.set("resources", resources.deepCopy());
        } else {
            owner.remove("resources");
        }
    }
}
