package dev.tenure.kinds.admission.limitranger;

import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// Default amounts of one limit range, and the annotation that tells which were filled in.
final class LimitDefaults {
    private static final String ANNOTATION = "kubernetes.io/limit-ranger";

    private final Map<String, JsonNode> requests = new TreeMap<>();
    private final Map<String, JsonNode> limits = new TreeMap<>();
    private final List<String> filled = new ArrayList<>();

    private LimitDefaults(JsonNode range) {
        for (JsonNode limit : range.path("spec").path("limits")) {
            if (limit.path("type").asText("").equals("Container")) {
                limit.path("defaultRequest").properties().forEach(e -> requests.put(e.getKey(), e.getValue()));
                limit.path("default").properties().forEach(e -> limits.put(e.getKey(), e.getValue()));
            }
        }
    }

    static void apply(JsonNode range, ObjectNode pod) {
        var defaults = new LimitDefaults(range);
        JsonNode spec = pod.path("spec");
        Trees.objects(spec.path("containers")).forEach(c -> defaults.fill(c, "container"));
        Trees.objects(spec.path("initContainers")).forEach(c -> defaults.fill(c, "init container"));
        if (!defaults.filled.isEmpty()) {
            Trees.object(Trees.object(pod, "metadata"), "annotations")
                    .put(ANNOTATION, "LimitRanger plugin set: " + String.join("; ", defaults.filled));
        }
    }

    private void fill(ObjectNode container, String what) {
        String title = what + " " + container.path("name").asText("");
        ObjectNode resources = Trees.object(container, "resources");
        fill(resources, "requests", requests, " request for " + title);
        fill(resources, "limits", limits, " limit for " + title);
    }

    private void fill(ObjectNode resources, String field, Map<String, JsonNode> defaults, String title) {
        List<String> names = defaults.keySet().stream()
                .filter(name -> !resources.path(field).has(name))
                .toList();
        if (!names.isEmpty()) {
            names.forEach(name -> Trees.object(resources, field).set(name, Objects.requireNonNull(defaults.get(name))));
            filled.add(String.join(", ", names) + title);
        }
    }
}
