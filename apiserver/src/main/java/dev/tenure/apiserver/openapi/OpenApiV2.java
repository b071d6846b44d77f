package dev.tenure.apiserver.openapi;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tenure.apiserver.openapi.OpenApiFacts.Operation;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The Swagger 2.0 document of everything that is served.
final class OpenApiV2 {
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
    private static final Set<String> LEFT_OUT = Set.of("default", "oneOf", "allOf");

    private OpenApiV2() {}

    static ObjectNode document(OpenApiFacts facts, String version) {
        List<Operation> operations = facts.operations();
        ObjectNode document = Json.object().put("swagger", "2.0");
        document.putObject("info").put("title", "Kubernetes").put("version", version);
        ObjectNode paths = document.putObject("paths");
        for (Operation operation : operations) {
            ObjectNode item = paths.withObjectProperty(operation.path());
            item.set(operation.verb(), operation(operation));
            if (!item.has("parameters")) {
                variables(item, operation.path());
            }
        }
        ObjectNode definitions = document.putObject("definitions");
        facts.needed(operations)
                .forEach(name -> definitions.set(
                        name,
                        facts.isOfDefinedKind(name)
                                ? DefinedSchemaV2.of(facts.definition(name))
                                : schema(facts.definition(name))));
        document.putObject("parameters");
        document.putObject("securityDefinitions")
                .putObject("BearerToken")
                .put("type", "apiKey")
                .put("name", "authorization")
                .put("in", "header");
        document.putArray("security").addObject().putArray("BearerToken");
        return document;
    }

    private static void variables(ObjectNode item, String path) {
        var names = new TreeSet<String>();
        Matcher variable = VARIABLE.matcher(path);
        while (variable.find()) {
            names.add(variable.group(1));
        }
        ArrayNode list = item.putArray("parameters");
        names.forEach(name -> list.addObject()
                .put("name", name)
                .put("in", "path")
                .put("required", true)
                .put("type", "string"));
    }

    private static ObjectNode operation(Operation operation) {
        JsonNode facts = operation.facts();
        ObjectNode node = Json.object();
        node.putArray("schemes").add("https");
        node.putArray("tags").add(OperationNames.tag(operation));
        node.put("operationId", OperationNames.id(operation));
        node.set(
                "produces",
                facts.has("produces") ? facts.path("produces") : Json.object().putArray("none"));
        node.set(
                "consumes",
                facts.has("consumes") ? facts.path("consumes") : Json.object().putArray("none"));
        ArrayNode parameters = node.putArray("parameters");
        if (!facts.path("body").isEmpty()) {
            ObjectNode body = parameters.addObject().put("name", "body").put("in", "body");
            body.put("required", !operation.verb().equals("delete"));
            body.putObject("schema")
                    .put("$ref", "#/definitions/" + facts.path("body").get(0).asText());
        }
        facts.path("query")
                .forEach(name -> parameters
                        .addObject()
                        .put("name", name.asText())
                        .put("in", "query")
                        .put("type", OpenApiV3.typeName(name.asText())));
        ObjectNode responses = node.putObject("responses");
        facts.path("responses").properties().forEach(response -> {
            ObjectNode one = responses.putObject(response.getKey()).put("description", response.getKey());
            if (!response.getValue().isEmpty()) {
                one.set(
                        "schema",
                        OpenApiV3.schema(
                                "#/definitions/", response.getValue().get(0).asText()));
            }
        });
        if (facts.path("action").isTextual()) {
            node.put("x-kubernetes-action", facts.path("action").asText());
            node.set("x-kubernetes-group-version-kind", facts.path("gvk"));
        }
        return node;
    }

    /// A schema of the third version in the words of the second.
    static ObjectNode schema(JsonNode v3) {
        ObjectNode v2 = Json.object();
        JsonNode wrapped = v3.path("allOf").path(0).path("$ref");
        JsonNode reference = v3.path("$ref").isTextual() ? v3.path("$ref") : wrapped;
        if (reference.isTextual()) {
            String text = reference.asText();
            v2.put("$ref", "#/definitions/" + text.substring(text.lastIndexOf('/') + 1));
        }
        if (v3.has("oneOf")) {
            v2.put("type", "string");
        }
        v3.properties().forEach(field -> {
            String name = field.getKey();
            if (!LEFT_OUT.contains(name) && !name.equals("$ref")) {
                v2.set(name, value(name, field.getValue()));
            }
        });
        return v2;
    }

    private static JsonNode value(String name, JsonNode value) {
        return switch (name) {
            case "items", "additionalProperties" -> value.isObject() ? schema(value) : value;
            case "properties" -> {
                ObjectNode properties = Json.object();
                value.properties().forEach(p -> properties.set(p.getKey(), schema(p.getValue())));
                yield properties;
            }
            default -> value;
        };
    }
}
