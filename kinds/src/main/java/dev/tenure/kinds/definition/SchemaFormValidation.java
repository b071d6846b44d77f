package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.wire.json.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What schemas may use of OpenAPI, and how its parts go together. Upstream:
/// ValidateCustomResourceDefinitionOpenAPISchema.
final class SchemaFormValidation {
    private static final List<String> TYPES = List.of("array", "boolean", "integer", "number", "object", "string");
    private static final List<String> UNSUPPORTED =
            List.of("id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref");
    /// Of these a map without anything in it counts as none.
    private static final Set<String> MAPS = Set.of("patternProperties", "definitions");
    private static final List<String> JUNCTORS = List.of("allOf", "oneOf", "anyOf");
    private static final Set<String> META = Set.of("metadata", "kind", "apiVersion");

    /// Where in an object a schema applies.
    ///
    /// @param noDefaults why there may be no defaults; empty when there may be
    private record Place(boolean root, boolean insideMeta, String noDefaults) {
        Place inside() {
            return new Place(false, insideMeta, noDefaults);
        }
    }

    private SchemaFormValidation() {}

    static void check(Field schema) {
        check(schema, new Place(true, false, ""));
    }

    private static void check(Field schema, Place place) {
        if (!schema.node().isObject()) {
            return;
        }
        standard(schema, place);
        if (schema.at("uniqueItems").flag()) {
            schema.at("uniqueItems")
                    .forbidden("uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
        }
        additional(schema, place);
        properties(schema, place);
        check(schema.at("not"), place.inside());
        for (String junctor : JUNCTORS) {
            schema.at(junctor).items().forEach(one -> check(one, place.inside()));
        }
        if (schema.at("items").node().isObject()) {
            check(schema.at("items"), place.inside());
        }
        Field preserve = schema.at("x-kubernetes-preserve-unknown-fields");
        if (preserve.isSet() && !preserve.flag()) {
            preserve.invalid("must be true or undefined");
        }
        ListFormValidation.check(schema);
        ExpressionFormValidation.check(schema);
    }

    private static void standard(Field schema, Place place) {
        Field type = schema.at("type");
        if (!type.isEmpty() && !TYPES.contains(type.text())) {
            type.unsupported(TYPES);
        }
        if (schema.at("default").isSet() && !place.noDefaults.isEmpty()) {
            schema.at("default").forbidden("must not be set " + place.noDefaults);
        }
        for (String name : UNSUPPORTED) {
            boolean there = MAPS.contains(name)
                    ? !schema.at(name).isEmpty()
                    : schema.at(name).isSet();
            if (there) {
                schema.at(name).forbidden(name + " is not supported");
            }
        }
        if (type.is("null")) {
            type.forbidden("type cannot be set to null, use nullable as an alternative");
        }
        if (schema.at("items").node().isArray()) {
            schema.at("items").forbidden("items must be a schema object and not an array");
        }
        Field embedded = schema.at("x-kubernetes-embedded-resource");
        if (place.insideMeta && embedded.flag()) {
            embedded.forbidden("must not be used inside of resource meta");
        }
    }

    private static void additional(Field schema, Place place) {
        Field additional = schema.at("additionalProperties");
        if (!additional.isSet()) {
            return;
        }
        JsonNode node = additional.node();
        if (!schema.at("properties").isEmpty() && !(node.isBoolean() && node.asBoolean())) {
            additional.forbidden("additionalProperties and properties are mutual exclusive");
        }
        String reason = place.insideMeta ? "inside additionalProperties applying to object metadata" : place.noDefaults;
        check(additional, new Place(false, place.insideMeta, reason));
    }

    private static void properties(Field schema, Place place) {
        boolean resource =
                place.root || schema.at("x-kubernetes-embedded-resource").flag();
        for (Map.Entry<String, Field> property :
                schema.at("properties").entries().entrySet()) {
            boolean meta = resource && META.contains(property.getKey());
            String reason = meta && place.root ? "in top-level " + property.getKey() : place.noDefaults;
            check(property.getValue(), new Place(false, place.insideMeta || meta, reason));
        }
    }

    /// How lists and maps are merged.
    private static final class ListFormValidation {
        private static final List<String> LISTS = List.of("atomic", "set", "map");

        static void check(Field schema) {
            mapType(schema);
            Field type = schema.at("type");
            Field listType = schema.at("x-kubernetes-list-type");
            if (listType.isSet() && !type.is("array")) {
                wrongType(type, "must be array if x-kubernetes-list-type is specified");
            } else if (listType.is("set")) {
                setItems(schema.at("items"));
            }
            if (listType.isSet() && !LISTS.contains(listType.text())) {
                listType.unsupported(LISTS);
            }
            Field keys = schema.at("x-kubernetes-list-map-keys");
            if (!keys.isEmpty() && !listType.is("map")) {
                String complaint = "must be map if x-kubernetes-list-map-keys is non-empty";
                if (listType.isSet()) {
                    listType.invalidText(complaint);
                } else {
                    listType.required(complaint);
                }
            }
            if (listType.is("map")) {
                map(schema, keys);
            }
            if (listType.is("map") || listType.is("set")) {
                elements(schema, listType.text());
            }
        }

        private static void mapType(Field schema) {
            Field mapType = schema.at("x-kubernetes-map-type");
            if (!mapType.isSet()) {
                return;
            }
            if (!schema.at("type").is("object")) {
                wrongType(schema.at("type"), "must be object if x-kubernetes-map-type is specified");
            }
            mapType.mustBeOneOf("atomic", "granular");
        }

        private static void wrongType(Field type, String complaint) {
            if (type.isEmpty()) {
                type.required(complaint);
            } else {
                type.invalidText(complaint);
            }
        }

        private static void setItems(Field items) {
            String complaint = "must be atomic as item of a list with x-kubernetes-list-type=set";
            Field listType = items.at("x-kubernetes-list-type");
            Field mapType = items.at("x-kubernetes-map-type");
            if (items.at("type").is("array") && listType.isSet() && !listType.is("atomic")) {
                listType.invalid(complaint);
            }
            if (items.at("type").is("object") && !mapType.is("atomic")) {
                mapType.invalid(listType.node(), complaint);
            }
        }

        private static void map(Field schema, Field keys) {
            if (keys.isEmpty()) {
                keys.required("must not be empty if x-kubernetes-list-type is map");
            }
            Field items = schema.at("items");
            if (!items.isSet()) {
                items.required("must have a schema if x-kubernetes-list-type is map");
                return;
            }
            if (!items.at("type").is("object")) {
                items.at("type").invalidText("must be object if parent array's x-kubernetes-list-type is map");
                return;
            }
            Set<String> seen = new HashSet<>();
            Map<String, Field> properties = items.at("properties").entries();
            for (String key : keys.texts()) {
                Field property = properties.get(key);
                if (property == null) {
                    keys.invalid("entries must all be names of item properties");
                } else if (property.at("type").is("array")
                        || property.at("type").is("object")) {
                    property.at("type")
                            .invalid(
                                    items.at("type").text(),
                                    "must be a scalar type if parent array's x-kubernetes-list-type is map");
                }
                if (!seen.add(key)) {
                    keys.invalid("must not contain duplicate entries");
                }
            }
        }

        private static void elements(Field schema, String listType) {
            Field items = schema.at("items");
            if (items.at("nullable").flag()) {
                items.at("nullable").forbidden("cannot be nullable when x-kubernetes-list-type is " + listType);
            }
            if (!listType.equals("map")) {
                return;
            }
            Set<String> required = new HashSet<>(items.at("required").texts());
            Map<String, Field> properties = items.at("properties").entries();
            for (String key : schema.at("x-kubernetes-list-map-keys").texts()) {
                Field property = properties.get(key);
                if (property == null) {
                    continue;
                }
                if (!required.contains(key) && !property.at("default").isSet()) {
                    property.at("default")
                            .required(
                                    "this property is in x-kubernetes-list-map-keys, so it must have a default or be a"
                                            + " required property");
                }
                if (property.at("nullable").flag()) {
                    property.at("nullable")
                            .forbidden("this property is in x-kubernetes-list-map-keys, so it cannot be nullable");
                }
            }
        }
    }
}
