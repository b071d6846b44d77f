package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.schema.PruningRule;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.kinds.expression.SchemaExpressions;
import dev.tenure.kinds.value.EmbeddedValidation;
import dev.tenure.kinds.value.SchemaValidation;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
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
            one(schema, resource);
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

    private static void one(Field schema, boolean resource) {
        Field value = schema.at("default");
        FieldErrors errors = value.errors();
        Structural plain = Structural.of(schema.node());
        Structural structural = resource ? plain.asResource() : plain;
        JsonNode pruned = value.node().deepCopy();
        PruningRule.value(pruned, structural);
        if (!pruned.equals(value.node())) {
            value.invalid("must not have unknown fields");
        }
        int before = errors.size();
        EmbeddedValidation.validate(value.node(), structural, value.path(), errors);
        if (errors.size() == before) {
            SchemaValidation.validate(value.node(), anyUnion(schema.node()), value.path(), errors);
        }
        if (errors.size() == before) {
            expressions(value, structural, resource);
        }
    }

    /// The value must hold as one that stays, and as one that is new.
    private static void expressions(Field value, Structural schema, boolean resource) {
        SchemaExpressions.of(schema, resource).ifPresent(known -> {
            int before = value.errors().size();
            known.validateAgain(value.node(), value.path(), value.errors());
            if (value.errors().size() == before) {
                known.validate(value.node(), value.path(), value.errors());
            }
        });
    }

    /// The schema without saying that a value is an integer or a text: defaults are not held against that.
    /// Upstream: Structural.ToKubeOpenAPI.
    private static JsonNode anyUnion(JsonNode schema) {
        JsonNode copy = schema.deepCopy();
        forget(copy);
        return copy;
    }

    private static void forget(JsonNode schema) {
        if (schema instanceof ObjectNode given) {
            given.remove("x-kubernetes-int-or-string");
            forget(given.path("items"));
            forget(given.path("additionalProperties"));
            given.path("properties").forEach(DefaultsValidation::forget);
        }
    }
}
