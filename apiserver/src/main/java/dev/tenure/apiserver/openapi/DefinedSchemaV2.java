package dev.tenure.apiserver.openapi;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// The schema of a defined kind in the words of Swagger 2.0: what clients of it misread is left out, all else
/// stays as the definition has it. Upstream: apiextensions-apiserver/pkg/controller/openapi/v2/conversion.go,
/// builder.go.
final class DefinedSchemaV2 {
    private static final String PRESERVES = "x-kubernetes-preserve-unknown-fields";
    private static final List<String> LEFT_OUT = List.of("allOf", "oneOf", "anyOf", "not", "nullable", "default");
    private static final List<String> ENVELOPE = List.of("apiVersion", "kind", "metadata");
    private static final List<String> KEPT =
            List.of("x-kubernetes-group-version-kind", "x-kubernetes-selectable-fields");

    private DefinedSchemaV2() {}

    /// @param v3 of whole objects, with `apiVersion`, `kind` and `metadata`
    static ObjectNode of(JsonNode v3) {
        ObjectNode v2 = Json.object();
        if (v3.path(PRESERVES).asBoolean(false)) {
            // With any properties kubectl would refuse all others.
            v2.put("type", "object");
            KEPT.stream().filter(v3::has).forEach(name -> v2.set(name, v3.path(name)));
            return v2;
        }
        v2.setAll((ObjectNode) stripped(v3));
        ObjectNode properties = v2.withObjectProperty("properties");
        for (String name : ENVELOPE) {
            properties.set(name, OpenApiV2.schema(v3.path("properties").path(name)));
        }
        return v2;
    }

    private static JsonNode stripped(JsonNode schema) {
        if (!(schema instanceof ObjectNode)) {
            return schema;
        }
        ObjectNode v2 = Json.object();
        boolean untyped = isNullable(schema) || schema.path(PRESERVES).asBoolean(false);
        schema.properties().forEach(member -> {
            String name = member.getKey();
            boolean structure = name.equals("properties") || name.equals("items");
            if (!LEFT_OUT.contains(name) && !(structure && untyped)) {
                v2.set(name, value(name, member.getValue()));
            }
        });
        if (hasNoType(schema, v2)) {
            v2.remove("type");
        }
        if (schema.path(PublishedSchema.EMBEDDED).asBoolean(false)) {
            embedded(schema, v2);
        }
        required(schema, v2);
        return v2;
    }

    /// An object within an object, whose metadata are told by reference; where it may have any fields, none
    /// are told and none are required.
    private static void embedded(JsonNode schema, ObjectNode v2) {
        if (schema.path(PRESERVES).asBoolean(false)) {
            v2.remove("required");
        } else if (v2.path("properties") instanceof ObjectNode properties) {
            properties.set(
                    "metadata", OpenApiV2.schema(schema.path("properties").path("metadata")));
        }
    }

    private static boolean isNullable(JsonNode schema) {
        return schema.path("nullable").asBoolean(false);
    }

    private static boolean hasNoType(JsonNode schema, JsonNode v2) {
        String type = schema.path("type").asText("");
        boolean bareList = type.equals("array") && !v2.has("items");
        boolean open = type.equals("object") && schema.path(PRESERVES).asBoolean(false);
        return isNullable(schema) || bareList || open;
    }

    private static JsonNode value(String name, JsonNode value) {
        return switch (name) {
            case "items", "additionalProperties" -> stripped(value);
            case "properties" -> {
                ObjectNode properties = Json.object();
                value.properties().forEach(one -> properties.set(one.getKey(), stripped(one.getValue())));
                yield properties;
            }
            default -> value;
        };
    }

    /// What may be null is not required.
    private static void required(JsonNode schema, ObjectNode v2) {
        if (!(v2.get("required") instanceof ArrayNode names)) {
            return;
        }
        ArrayNode kept = Json.array();
        boolean ofNulls = schema.path("additionalProperties").path("nullable").asBoolean(false);
        for (JsonNode name : names) {
            JsonNode property = v2.path("properties").isMissingNode()
                    ? v2.path("properties")
                    : schema.path("properties").path(name.asText());
            if (!ofNulls && !property.path("nullable").asBoolean(false)) {
                kept.add(name);
            }
        }
        if (kept.isEmpty()) {
            v2.remove("required");
        } else {
            v2.set("required", kept);
        }
    }
}
