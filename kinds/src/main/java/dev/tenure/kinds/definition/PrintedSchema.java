package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.TreeMap;

/// How messages of definitions print a schema: all its members, and those of the schemas inside, under their
/// Go names. Upstream: JSONSchemaProps of apis/apiextensions/types_jsonschema.go.
final class PrintedSchema {
    /// One of `x-kubernetes-validations`.
    static final GoStruct RULE = new GoStruct()
            .with("Rule", "rule", Zero.TEXT)
            .with("Message", "message", Zero.TEXT)
            .with("MessageExpression", "messageExpression", Zero.TEXT)
            .with("Reason", "reason", Zero.NOTHING)
            .with("FieldPath", "fieldPath", Zero.TEXT)
            .with("OptionalOldSelf", "optionalOldSelf", Zero.NOTHING);

    private static final GoStruct MEMBERS = new GoStruct()
            .with("ID", "id", Zero.TEXT)
            .with("Schema", "$schema", Zero.TEXT)
            .with("Ref", "$ref", Zero.NOTHING)
            .with("Description", "description", Zero.TEXT)
            .with("Type", "type", Zero.TEXT)
            .with("Nullable", "nullable", Zero.FLAG)
            .with("Format", "format", Zero.TEXT)
            .with("Title", "title", Zero.TEXT)
            .pointers("default", "maximum")
            .with("ExclusiveMaximum", "exclusiveMaximum", Zero.FLAG)
            .pointers("minimum")
            .with("ExclusiveMinimum", "exclusiveMinimum", Zero.FLAG)
            .pointers("maxLength", "minLength")
            .with("Pattern", "pattern", Zero.TEXT)
            .pointers("maxItems", "minItems")
            .with("UniqueItems", "uniqueItems", Zero.FLAG)
            .pointers("multipleOf", "enum", "maxProperties", "minProperties", "required", "items")
            .pointers("allOf", "oneOf", "anyOf", "not", "properties", "additionalProperties")
            .pointers("patternProperties", "dependencies", "additionalItems", "definitions")
            .pointers("externalDocs", "example")
            .with("XPreserveUnknownFields", "x-kubernetes-preserve-unknown-fields", Zero.NOTHING)
            .with("XEmbeddedResource", "x-kubernetes-embedded-resource", Zero.FLAG)
            .with("XIntOrString", "x-kubernetes-int-or-string", Zero.FLAG)
            .with("XListMapKeys", "x-kubernetes-list-map-keys", Zero.NOTHING)
            .with("XListType", "x-kubernetes-list-type", Zero.NOTHING)
            .with("XMapType", "x-kubernetes-map-type", Zero.NOTHING)
            .with("XValidations", "x-kubernetes-validations", Zero.NOTHING);

    private PrintedSchema() {}

    static JsonNode of(JsonNode schema) {
        if (!schema.isObject()) {
            return NullNode.INSTANCE;
        }
        ObjectNode printed = MEMBERS.of(schema);
        printed.set("Items", items(schema.path("items")));
        for (String junctor : List.of("allOf", "oneOf", "anyOf")) {
            printed.set(capital(junctor), list(schema.path(junctor)));
        }
        printed.set("Not", of(schema.path("not")));
        for (String map : List.of("properties", "patternProperties", "definitions")) {
            printed.set(capital(map), map(schema.path(map)));
        }
        for (String flagOrSchema : List.of("additionalProperties", "additionalItems")) {
            printed.set(capital(flagOrSchema), flagOrSchema(schema.path(flagOrSchema)));
        }
        JsonNode rules = schema.path("x-kubernetes-validations");
        if (rules.isArray()) {
            ArrayNode list = printed.putArray("XValidations");
            rules.forEach(rule -> list.add(RULE.of(rule)));
        }
        return printed;
    }

    private static String capital(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static JsonNode items(JsonNode items) {
        if (!items.isObject() && !items.isArray()) {
            return NullNode.INSTANCE;
        }
        ObjectNode printed = Json.object();
        printed.set("Schema", of(items));
        printed.set("JSONSchemas", items.isArray() ? list(items) : NullNode.INSTANCE);
        return printed;
    }

    private static JsonNode list(JsonNode schemas) {
        if (!schemas.isArray()) {
            return NullNode.INSTANCE;
        }
        ArrayNode list = Json.array();
        schemas.forEach(schema -> list.add(of(schema)));
        return list;
    }

    private static JsonNode map(JsonNode schemas) {
        if (!schemas.isObject()) {
            return NullNode.INSTANCE;
        }
        var sorted = new TreeMap<String, JsonNode>();
        schemas.properties().forEach(entry -> sorted.put(entry.getKey(), of(entry.getValue())));
        ObjectNode map = Json.object();
        sorted.forEach(map::set);
        return map;
    }

    private static JsonNode flagOrSchema(JsonNode node) {
        if (!node.isObject() && !node.isBoolean()) {
            return NullNode.INSTANCE;
        }
        ObjectNode printed = Json.object();
        printed.set("Allows", BooleanNode.valueOf(node.isObject() || node.booleanValue()));
        printed.set("Schema", of(node));
        return printed;
    }
}
