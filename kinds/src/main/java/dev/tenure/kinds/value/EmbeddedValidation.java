package dev.tenure.kinds.value;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.util.List;
import java.util.Locale;

/// Whether objects inside of objects have an `apiVersion`, a `kind` and metadata that could be those of
/// objects. Upstream: schema/objectmeta/validation.go.
public final class EmbeddedValidation {
    private EmbeddedValidation() {}

    /// @param at where the value stands; empty for a whole object
    public static void validate(JsonNode value, Structural schema, Path at, FieldErrors errors) {
        if (value instanceof ObjectNode map) {
            if (schema.embedded()) {
                resource(Field.of(at, map, errors));
            }
            map.properties().forEach(entry -> {
                String name = entry.getKey();
                Structural declared = schema.properties().get(name);
                if (declared != null) {
                    validate(entry.getValue(), declared, at.child(name), errors);
                } else if (schema.additional().isPresent()) {
                    validate(entry.getValue(), schema.additional().get(), at.key(name), errors);
                }
            });
        } else if (value.isArray() && schema.items().isPresent()) {
            for (int i = 0; i < value.size(); i++) {
                validate(value.get(i), schema.items().get(), at.index(i), errors);
            }
        }
    }

    private static void resource(Field object) {
        for (String name : List.of("apiVersion", "kind")) {
            Field field = object.at(name);
            if (field.node().isMissingNode()) {
                field.required();
            } else if (!field.isText()) {
                field.invalid("must be a string");
            } else if (field.isEmpty()) {
                field.invalidText("must not be empty");
            } else if (name.equals("kind")) {
                kind(field);
            } else if (field.text().indexOf('/') != field.text().lastIndexOf('/')) {
                field.invalidText("unexpected GroupVersion string: " + field.text());
            }
        }
        Field metadata = object.at("metadata");
        if (metadata.isSet() && metadata.node() instanceof ObjectNode given) {
            ObjectNode named = given.deepCopy();
            if (named.path("name").asText("").isEmpty()) {
                named.set("name", TextNode.valueOf("fakename"));
            }
            ObjectMetaValidation.plain(Field.of(metadata.path(), named, metadata.errors()), Names::pathSegment);
        } else if (metadata.isSet()) {
            metadata.invalid("json: cannot unmarshal " + TypeValidation.actual(metadata.node())
                    + " into Go value of type v1.ObjectMeta");
        }
    }

    private static void kind(Field kind) {
        List<String> complaints = Names.dnsLabelOf1035(kind.text().toLowerCase(Locale.ROOT));
        if (!complaints.isEmpty()) {
            kind.invalidText("may have mixed case, but should otherwise match: " + String.join(",", complaints));
        }
    }
}
