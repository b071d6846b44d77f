package dev.tenure.apiserver.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.openapi.OpenApiFacts.Operation;
import dev.tenure.wire.json.Json;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The OpenAPI 3.0 document of one version of a group.
final class OpenApiV3 {
    private static final Set<String> FLAGS = Set.of(
            "allowWatchBookmarks",
            "force",
            "ignoreStoreReadErrorWithClusterBreakingPotential",
            "orphanDependents",
            "sendInitialEvents",
            "watch",
            "follow",
            "previous",
            "timestamps",
            "insecureSkipTLSVerifyBackend");
    private static final Set<String> NUMBERS =
            Set.of("gracePeriodSeconds", "limit", "timeoutSeconds", "limitBytes", "sinceSeconds", "tailLines");
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
    private static final String SCHEMAS = "#/components/schemas/";

    private OpenApiV3() {}

    static ObjectNode document(OpenApiFacts facts, String prefix, String version) {
        List<Operation> operations = facts.operations(prefix);
        ObjectNode document = Json.object().put("openapi", "3.0.0");
        document.putObject("info").put("title", "Kubernetes").put("version", version);
        ObjectNode paths = document.putObject("paths");
        for (Operation operation : operations) {
            ObjectNode item = paths.withObjectProperty(operation.path());
            item.set(operation.verb(), operation(operation));
        }
        paths.properties().forEach(path -> parameters((ObjectNode) path.getValue(), path.getKey(), operations));
        ObjectNode schemas = document.putObject("components").putObject("schemas");
        facts.needed(operations).forEach(name -> schemas.set(name, facts.definition(name)));
        return document;
    }

    /// What all operations of a path share: its variables, and `pretty`.
    private static void parameters(ObjectNode item, String path, List<Operation> operations) {
        ArrayNode list = Json.object().putArray("parameters");
        Matcher variable = VARIABLE.matcher(path);
        var names = new java.util.TreeSet<String>();
        while (variable.find()) {
            names.add(variable.group(1));
        }
        names.forEach(
                name -> parameter(list, name, "path").put("required", true).set("schema", type(name)));
        boolean resource = operations.stream()
                .anyMatch(op -> op.path().equals(path) && op.kind().isPresent());
        if (resource) {
            boolean watch = path.contains("/watch/");
            if (watch) {
                operations.stream()
                        .filter(op -> op.path().equals(path))
                        .findFirst()
                        .ifPresent(op -> op.facts().path("query").forEach(name -> query(list, name.asText())));
            } else {
                query(list, "pretty");
            }
        }
        if (!list.isEmpty()) {
            item.set("parameters", list);
        }
    }

    private static ObjectNode operation(Operation operation) {
        ObjectNode node = Json.object();
        JsonNode facts = operation.facts();
        if (operation.kind().isPresent()) {
            node.putArray("tags").add(OperationNames.tag(operation));
        }
        node.put("operationId", OperationNames.id(operation));
        ArrayNode parameters = Json.object().putArray("parameters");
        if (!operation.path().contains("/watch/")) {
            facts.path("query").forEach(name -> {
                if (!name.asText().equals("pretty")) {
                    query(parameters, name.asText());
                }
            });
        }
        if (!parameters.isEmpty()) {
            node.set("parameters", parameters);
        }
        body(node, operation);
        ObjectNode responses = node.putObject("responses");
        facts.path("responses").properties().forEach(response -> {
            ObjectNode one = responses.putObject(response.getKey());
            if (!response.getValue().isEmpty()) {
                content(
                        one.putObject("content"),
                        facts.path("produces"),
                        response.getValue().get(0));
            }
        });
        if (facts.path("action").isTextual()) {
            node.put("x-kubernetes-action", facts.path("action").asText());
            ObjectNode kind = node.putObject("x-kubernetes-group-version-kind");
            for (String field : new String[] {"group", "version", "kind"}) {
                kind.put(field, facts.path("gvk").path(field).asText(""));
            }
        }
        return node;
    }

    private static void body(ObjectNode node, Operation operation) {
        JsonNode body = operation.facts().path("body");
        if (body.isEmpty()) {
            return;
        }
        ObjectNode request = node.putObject("requestBody");
        content(request.putObject("content"), operation.facts().path("consumes"), body.get(0));
        if (!operation.verb().equals("delete")) {
            request.put("required", true);
        }
    }

    private static void content(ObjectNode content, JsonNode mediaTypes, JsonNode schema) {
        mediaTypes.forEach(
                type -> content.putObject(type.asText()).putObject("schema").put("$ref", SCHEMAS + schema.asText()));
    }

    private static void query(ArrayNode list, String name) {
        parameter(list, name, "query").set("schema", type(name));
    }

    private static ObjectNode parameter(ArrayNode list, String name, String in) {
        return list.addObject().put("name", name).put("in", in);
    }

    private static ObjectNode type(String name) {
        return Json.object().put("type", typeName(name)).put("uniqueItems", true);
    }

    /// `boolean`, `integer` or `string`.
    static String typeName(String parameter) {
        if (FLAGS.contains(parameter)) {
            return "boolean";
        }
        return NUMBERS.contains(parameter) ? "integer" : "string";
    }
}
