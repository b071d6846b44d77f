package dev.tenure.kinds.definition;

import dev.tenure.kinds.value.StringFormats;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What is worth a warning in a definition. Upstream: registry/customresourcedefinition/strategy.go.
final class DefinitionWarnings {
    private final Set<String> formats = new LinkedHashSet<>();
    private final Set<String> sets = new TreeSet<>();

    private DefinitionWarnings() {}

    static List<String> of(JsonNode definition) {
        var warnings = new DefinitionWarnings();
        for (JsonNode version : definition.path("spec").path("versions")) {
            warnings.visit(version.path("schema").path("openAPIV3Schema"));
        }
        List<String> all = new ArrayList<>(warnings.formats);
        all.addAll(warnings.sets);
        return all;
    }

    private void visit(JsonNode schema) {
        if (!schema.isObject()) {
            return;
        }
        String format = schema.path("format").asText("");
        if (!format.isEmpty() && StringFormats.recognised(schema).isEmpty()) {
            formats.add("unrecognized format " + Quoted.of(format));
        }
        String itemType = schema.path("items").path("type").asText("");
        boolean set = schema.path("x-kubernetes-list-type").asText("").equals("set");
        if (set && (itemType.equals("object") || itemType.equals("array"))) {
            sets.add("x-kubernetes-list-type: set for items of type " + Quoted.of(itemType)
                    + " is not supported by server-side apply or CEL validation rules");
        }
        visit(schema.path("items"));
        visit(schema.path("not"));
        visit(schema.path("additionalProperties"));
        schema.path("properties").forEach(this::visit);
        for (String junctor : List.of("allOf", "anyOf", "oneOf")) {
            schema.path(junctor).forEach(this::visit);
        }
    }
}
