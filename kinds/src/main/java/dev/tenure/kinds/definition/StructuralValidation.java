package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoPattern;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Whether a schema is structural: which fields there are and of which type stands outside of all
/// alternatives. Upstream: schema/validation.go, schema/complete.go.
final class StructuralValidation {
    private static final List<String> JUNCTORS = List.of("anyOf", "allOf", "oneOf");
    private static final Set<String> NAMES = Set.of("name", "generateName");
    private static final String UNDEFINED = "must be undefined to be structural";
    /// What is not allowed in an alternative, with what it must be instead.
    private static final Map<String, String> NESTED = Map.of(
            "type", "must be empty to be structural",
            "additionalProperties", UNDEFINED,
            "default", UNDEFINED,
            "title", "must be empty to be structural",
            "description", "must be empty to be structural",
            "x-kubernetes-list-map-keys", "must be empty to be structural",
            "x-kubernetes-list-type", UNDEFINED,
            "x-kubernetes-map-type", UNDEFINED,
            "x-kubernetes-validations", "must be empty to be structural");
    private static final List<String> NESTED_FLAGS = List.of(
            "nullable",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-embedded-resource",
            "x-kubernetes-int-or-string");

    /// What has no place in the structural form, in the order in which it is looked for.
    private static final List<String> UNREPRESENTABLE =
            List.of("id", "$schema", "$ref", "patternProperties", "dependencies", "additionalItems", "definitions");

    private enum Level {
        ROOT("must not be empty at the root"),
        ITEM("must not be empty for specified array items"),
        FIELD("must not be empty for specified object fields");

        private final String untyped;

        Level(String untyped) {
            this.untyped = untyped;
        }
    }

    private StructuralValidation() {}

    /// Why a schema cannot be brought into the structural form at all, so that nothing else is said of its
    /// structure.
    static Optional<String> unrepresentable(JsonNode schema) {
        for (String name : UNREPRESENTABLE) {
            JsonNode part = schema.path(name);
            if (!part.isEmpty() || !part.asText("").isEmpty()) {
                String written = name.equals("$schema") ? "schema" : name;
                return Optional.of("OpenAPIV3Schema '%s' is not supported".formatted(written));
            }
        }
        if (schema.path("items").isArray() && !schema.path("items").isEmpty()) {
            return Optional.of("OpenAPIV3Schema 'items' must be a schema, but is an array");
        }
        JsonNode keeps = schema.path("x-kubernetes-preserve-unknown-fields");
        if (keeps.isBoolean() && !keeps.asBoolean()) {
            return Optional.of("internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined");
        }
        List<JsonNode> inside = new ArrayList<>(List.of(schema.path("not"), schema.path("items")));
        JUNCTORS.forEach(junctor -> schema.path(junctor).forEach(inside::add));
        schema.path("properties").forEach(inside::add);
        inside.add(schema.path("additionalProperties"));
        return inside.stream()
                .filter(JsonNode::isObject)
                .flatMap(part -> unrepresentable(part).stream())
                .findFirst();
    }

    /// Reports, in order of the messages, to the field's own errors.
    static void check(Field schema) {
        var found = schema.errors().another();
        Field root = schema.reportingTo(found);
        invariants(root, Level.ROOT);
        completeness(root, root, root);
        List<FieldError> sorted = new ArrayList<>(found.list());
        sorted.sort(Comparator.comparing(FieldError::text));
        sorted.forEach(e -> schema.errors().add(e.type(), e.field(), e.value(), e.detail()));
    }

    private static void invariants(Field schema, Level level) {
        Field type = schema.at("type");
        if (type.is("array") && !schema.at("items").isSet()) {
            schema.at("items").required("must be specified");
        }
        if (schema.at("items").node().isObject()) {
            invariants(schema.at("items"), Level.ITEM);
        }
        schema.at("properties").entries().values().forEach(property -> invariants(property, Level.FIELD));
        additional(schema.at("additionalProperties"), level);
        extensions(schema);
        values(schema, intOrString(schema.at("anyOf").node()), firstIntOrString(schema), level);
        type(schema, level);
        metadata(schema, level);
    }

    private static void additional(Field additional, Level level) {
        if (!additional.isSet()) {
            return;
        }
        if (level == Level.ROOT) {
            additional.forbidden("must not be used at the root");
        }
        if (additional.node().isObject()) {
            invariants(additional, Level.FIELD);
        }
    }

    private static void extensions(Field schema) {
        if (!schema.at("x-kubernetes-int-or-string").flag()) {
            return;
        }
        for (String other : List.of("x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource")) {
            if (schema.at(other).flag()) {
                schema.at(other).invalid("must be false if x-kubernetes-int-or-string is true");
            }
        }
    }

    private static void type(Field schema, Level level) {
        Field type = schema.at("type");
        boolean embedded = schema.at("x-kubernetes-embedded-resource").flag();
        boolean open = schema.at("x-kubernetes-int-or-string").flag()
                || schema.at("x-kubernetes-preserve-unknown-fields").flag();
        if (embedded && !type.is("object")) {
            String complaint = "must be object if x-kubernetes-embedded-resource is true";
            if (type.isEmpty()) {
                type.required(complaint);
            } else {
                type.invalidText(complaint);
            }
        } else if (type.isEmpty() && !open) {
            type.required(level.untyped);
        }
        if (level == Level.ROOT && !type.isEmpty() && !type.is("object")) {
            type.invalidText("must be object at the root");
        }
        if (embedded) {
            embedded(schema);
        }
    }

    private static void embedded(Field schema) {
        if (schema.at("additionalProperties").isSet()) {
            schema.at("additionalProperties").forbidden("must not be used if x-kubernetes-embedded-resource is set");
        }
        boolean keeps = schema.at("x-kubernetes-preserve-unknown-fields").flag();
        if (!keeps && schema.at("properties").isEmpty()) {
            schema.at("properties")
                    .required("must not be empty if x-kubernetes-embedded-resource is true without"
                            + " x-kubernetes-preserve-unknown-fields");
        }
    }

    private static void metadata(Field schema, Level level) {
        boolean resource = level == Level.ROOT
                || schema.at("x-kubernetes-embedded-resource").flag();
        Map<String, Field> properties = schema.at("properties").entries();
        for (String name : List.of("kind", "apiVersion")) {
            Field property = properties.get(name);
            if (resource && property != null && !property.at("type").is("string")) {
                property.at("type").invalidText("must be string");
            }
        }
        Field metadata = properties.get("metadata");
        if (metadata == null) {
            return;
        }
        if (resource && !metadata.at("type").is("object")) {
            metadata.at("type").invalidText("must be object");
        }
        if (level == Level.ROOT && metadata.node() instanceof ObjectNode given && !onlyNames(given)) {
            metadata.forbidden("must not specify anything other than name and generateName, but metadata is implicitly"
                    + " specified");
        }
    }

    private static boolean onlyNames(ObjectNode metadata) {
        ObjectNode rest = metadata.deepCopy();
        rest.remove(List.of("type", "default"));
        JsonNode properties = rest.path("properties");
        boolean named = !properties.isEmpty()
                && properties.properties().stream().allMatch(entry -> NAMES.contains(entry.getKey()));
        if (named || properties.isEmpty()) {
            rest.remove("properties");
        }
        return rest.isEmpty();
    }

    private static boolean intOrString(JsonNode anyOf) {
        return anyOf.size() == 2 && onlyType(anyOf.get(0), "integer") && onlyType(anyOf.get(1), "string");
    }

    private static boolean onlyType(JsonNode schema, String type) {
        return schema.size() == 1 && schema.path("type").asText("").equals(type);
    }

    private static boolean firstIntOrString(Field schema) {
        return intOrString(schema.at("allOf").node().path(0).path("anyOf"));
    }

    /// @param skipAnyOf whether `anyOf` is the one way to write integer-or-string
    /// @param skipFirst the same for the `anyOf` in the first of `allOf`
    private static void values(Field schema, boolean skipAnyOf, boolean skipFirst, Level level) {
        for (String junctor : JUNCTORS) {
            if (junctor.equals("anyOf") && skipAnyOf) {
                continue;
            }
            List<Field> alternatives = schema.at(junctor).items();
            for (int i = 0; i < alternatives.size(); i++) {
                nested(alternatives.get(i), skipFirst && junctor.equals("allOf") && i == 0, level);
            }
        }
        if (schema.at("not").isSet()) {
            nested(schema.at("not"), false, level);
        }
        Field pattern = schema.at("pattern");
        if (!pattern.isEmpty()) {
            GoPattern.fault(pattern.text())
                    .ifPresent(fault -> pattern.invalidText("must be a valid regular expression, but isn't: " + fault));
        }
    }

    private static void nested(Field schema, boolean skipAnyOf, Level level) {
        values(schema, skipAnyOf, false, level);
        if (schema.at("items").node().isObject()) {
            nested(schema.at("items"), false, level);
        }
        schema.at("properties").entries().values().forEach(property -> nested(property, false, Level.FIELD));
        NESTED.forEach((name, complaint) -> {
            boolean there = complaint.equals(UNDEFINED)
                    ? schema.at(name).isSet()
                    : !schema.at(name).isEmpty();
            if (there) {
                schema.at(name).forbidden(complaint);
            }
        });
        for (String flag : NESTED_FLAGS) {
            if (schema.at(flag).flag()) {
                schema.at(flag).forbidden("must be false to be structural");
            }
        }
        if (schema.at("properties").node().has("metadata")) {
            Field metadata = schema.at("properties").entries().get("metadata");
            if (metadata != null) {
                metadata.forbidden("must not be specified in a nested context");
            }
        }
    }

    /// Every field that an alternative speaks of must be there outside of it.
    private static void completeness(Field values, Field schema, Field place) {
        List<Field> alternatives = new ArrayList<>();
        if (values.at("not").isSet()) {
            alternatives.add(values.at("not"));
        }
        JUNCTORS.forEach(junctor -> alternatives.addAll(values.at(junctor).items()));
        for (Field alternative : alternatives) {
            complete(alternative, schema, place);
        }
    }

    private static void complete(Field values, Field schema, Field place) {
        if (!schema.isSet()) {
            place.required("because it is defined in " + values.path());
            return;
        }
        completeness(values, schema, place);
        if (values.at("items").node().isObject()) {
            complete(values.at("items"), schema.at("items"), schema.at("items"));
        }
        Map<String, Field> properties = schema.at("properties").entries();
        values.at("properties").entries().forEach((name, property) -> {
            Field declared = properties.get(name);
            if (declared == null) {
                schema.errors()
                        .required(
                                schema.at("properties").path().key(name).text(),
                                "because it is defined in " + property.path());
            } else {
                complete(property, declared, declared);
            }
        });
    }
}
