package dev.tenure.apiserver.openapi;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// The schema of a definition as OpenAPI 3.0 tells it: what its marks stand for is written out beside them. A
/// number or a text is told as a choice of both, an object within an object gets the fields that each has.
/// Pure. Upstream: apiextensions-apiserver/pkg/apiserver/schema/unfold.go, controller/openapi/builder
/// (addEmbeddedProperties).
final class PublishedSchema {
    static final String EMBEDDED = "x-kubernetes-embedded-resource";

    private static final String EITHER = "x-kubernetes-int-or-string";
    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
    private static final List<String> NEEDED = List.of("kind", "apiVersion");

    private PublishedSchema() {}

    /// @param schema of the definition, which is left as it is
    static ObjectNode of(ObjectNode schema) {
        ObjectNode copy = schema.deepCopy();
        writeOut(copy);
        return copy;
    }

    /// A reference in the form that may stand beside other words.
    static ObjectNode reference(String name) {
        ObjectNode node = Json.object();
        node.putArray("allOf").addObject().put("$ref", "#/components/schemas/" + name);
        return node;
    }

    private static void writeOut(JsonNode schema) {
        if (!(schema instanceof ObjectNode node)) {
            return;
        }
        node.path("properties").forEach(PublishedSchema::writeOut);
        writeOut(node.path("items"));
        writeOut(node.path("additionalProperties"));
        if (node.path(EITHER).asBoolean(false)) {
            choice(node);
        }
        if (node.path(EMBEDDED).asBoolean(false)) {
            embedded(node);
        }
    }

    /// Says it first, unless the schema does.
    private static void choice(ObjectNode node) {
        ArrayNode both = Json.array();
        both.addObject().put("type", "integer");
        both.addObject().put("type", "string");
        JsonNode first = node.path("allOf").path(0).path("anyOf");
        if (node.path("anyOf").equals(both) || first.equals(both)) {
            return;
        }
        if (!node.has("anyOf")) {
            node.set("anyOf", both);
            return;
        }
        ArrayNode all = Json.array();
        all.addObject().set("anyOf", both);
        node.path("allOf").forEach(all::add);
        node.set("allOf", all);
    }

    private static void embedded(ObjectNode node) {
        ObjectNode properties = node.withObjectProperty("properties");
        properties.putObject("apiVersion").put("type", "string");
        properties.putObject("kind").put("type", "string");
        properties.set("metadata", reference(META));
        ArrayNode required = Json.array();
        node.path("required").forEach(required::add);
        for (String name : NEEDED) {
            if (required.valueStream().noneMatch(one -> one.asText("").equals(name))) {
                required.add(name);
            }
        }
        node.set("required", required);
    }
}
