package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.schema.PruningRule;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.kinds.value.EmbeddedValidation;
import dev.tenure.kinds.value.SchemaValidation;
import dev.tenure.wire.json.JsonNode;
import java.util.Set;

/// Whether the defaults of a schema are valid under it. Upstream: schema/defaulting/validation.go.
final class DefaultsValidation {
    private static final Set<String> META = Set.of("metadata", "apiVersion", "kind");

    private DefaultsValidation() {}

    /// @param root a structural schema
    static void check(Field root) {
        check(root, true);
    }

    private static void check(Field schema, boolean resource) {
        if (schema.at("default").isSet()) {
            one(schema);
        }
        if (schema.at("items").node().isObject()) {
            check(
                    schema.at("items"),
                    schema.at("items", "x-kubernetes-embedded-resource").flag());
        }
        schema.at("properties").entries().forEach((name, property) -> {
            if (!resource || !META.contains(name)) {
                check(property, property.at("x-kubernetes-embedded-resource").flag());
            }
        });
    }

    private static void one(Field schema) {
        Field value = schema.at("default");
        Structural structural = Structural.of(schema.node());
        JsonNode pruned = value.node().deepCopy();
        PruningRule.value(pruned, structural);
        if (!pruned.equals(value.node())) {
            value.invalid("must not have unknown fields");
        }
        int before = value.errors().size();
        EmbeddedValidation.validate(value.node(), structural, value.path(), value.errors());
        if (value.errors().size() == before) {
            SchemaValidation.validate(value.node(), schema.node(), value.path(), value.errors());
        }
    }
}
