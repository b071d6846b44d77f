package dev.tenure.apiserver.handler.body;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.MetadataReader;
import dev.tenure.wire.patch.Patch;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Brings `apiVersion`, `kind` and metadata of objects inside of objects into form when they are read.
/// Confined to one reading. Upstream: schema/objectmeta/algorithm.go (CoerceWithOptions).
final class EmbeddedForm {
    private final FieldErrors errors = new FieldErrors();
    private final Set<String> unknown = new TreeSet<>();

    private EmbeddedForm() {}

    /// What was found while a value was brought into form.
    ///
    /// @param fault the first value of a wrong type; empty when there is none
    /// @param unknown as strict reading tells it, in order: `unknown field "spec.template.metadata.x"`
    public record Found(String fault, List<String> unknown) {
        public Found {
            unknown = List.copyOf(unknown);
        }
    }

    /// Changes a whole object in place.
    public static Found bring(ObjectNode object, Structural schema) {
        var form = new EmbeddedForm();
        form.visit(object, schema, Path.ROOT);
        String fault =
                form.errors.list().stream().findFirst().map(FieldError::text).orElse("");
        return new Found(fault, List.copyOf(form.unknown));
    }

    private void visit(JsonNode value, Structural schema, Path at) {
        if (value instanceof ObjectNode map) {
            if (schema.embedded()) {
                resource(map, at);
            }
            for (Map.Entry<String, JsonNode> member : map.properties()) {
                String name = member.getKey();
                Structural declared = schema.properties().get(name);
                if (declared != null) {
                    visit(member.getValue(), declared, at.child(name));
                } else if (schema.additional().isPresent()) {
                    visit(member.getValue(), schema.additional().get(), at.key(name));
                }
            }
        } else if (value.isArray() && schema.items().isPresent()) {
            for (int i = 0; i < value.size(); i++) {
                visit(value.get(i), schema.items().get(), at.index(i));
            }
        }
    }

    private void resource(ObjectNode object, Path at) {
        for (String name : List.of("apiVersion", "kind")) {
            if (object.has(name) && !object.path(name).isTextual()) {
                errors.invalid(at.child(name).text(), object.path(name), "must be a string");
            }
        }
        JsonNode metadata = object.path("metadata");
        if (metadata.isMissingNode()) {
            return;
        }
        Path place = at.child("metadata");
        MetadataReader.Metadata read = MetadataReader.read(metadata.isNull() ? Json.object() : metadata, place.text());
        if (!read.typeError().isEmpty()) {
            errors.invalid(
                    place.text(), metadata instanceof ObjectNode map ? Patch.sorted(map) : metadata, read.typeError());
            return;
        }
        unknown.addAll(read.strictErrors());
        object.set("metadata", read.object());
    }
}
