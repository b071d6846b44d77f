package dev.tenure.kinds.definition;

import dev.tenure.kinds.value.StringFormats;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What is worth a warning in a definition. Upstream: registry/customresourcedefinition/strategy.go.
final class DefinitionWarnings {
    private final Set<String> formats = new LinkedHashSet<>();

    private DefinitionWarnings() {}

    static List<String> of(JsonNode definition) {
        var warnings = new DefinitionWarnings();
        for (JsonNode version : definition.path("spec").path("versions")) {
            warnings.visit(version.path("schema").path("openAPIV3Schema"));
        }
        return List.copyOf(warnings.formats);
    }

    private void visit(JsonNode schema) {
        if (!schema.isObject()) {
            return;
        }
        String format = schema.path("format").asText("");
        if (!format.isEmpty() && StringFormats.recognised(schema).isEmpty()) {
            formats.add("unrecognized format " + Quoted.of(format));
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
