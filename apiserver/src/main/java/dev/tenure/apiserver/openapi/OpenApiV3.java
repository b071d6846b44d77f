package dev.tenure.apiserver.openapi;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tenure.apiserver.openapi.OpenApiFacts.Operation;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

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
    private static final String KIND = "x-kubernetes-group-version-kind";
    private static final String SCHEMAS = "#/components/schemas/";

    private OpenApiV3() {}

    static ObjectNode document(OpenApiFacts facts, String prefix, String version) {
        List<Operation> operations = facts.operations(prefix);
        ObjectNode document = Json.object().put("openapi", "3.0.0");
        document.putObject("info").put("title", "Kubernetes").put("version", version);
        ObjectNode paths = document.putObject("paths");
        for (Operation operation : operations) {
            ObjectNode item = paths.withObjectProperty(operation.path());
            item.set(operation.verb(), operation(operation, shared(operation.path(), operations)));
        }
        paths.properties().forEach(path -> parameters((ObjectNode) path.getValue(), path.getKey(), operations));
        ObjectNode schemas = document.putObject("components").putObject("schemas");
        facts.needed(operations).forEach(name -> schemas.set(name, ofVersion(facts.definition(name), prefix)));
        return document;
    }

    /// The document of one page that is no version of a group: the list of groups, a group, the version of
    /// the server.
    ///
    /// @param path for example `/apis/apps/`
    /// @param answer the schema of the answer; empty for plain text
    static ObjectNode page(OpenApiFacts facts, String path, String answer, String version) {
        ObjectNode document = Json.object().put("openapi", "3.0.0");
        document.putObject("info").put("title", "Kubernetes").put("version", version);
        ObjectNode get = document.putObject("paths").putObject(path).putObject("get");
        get.put("operationId", OperationNames.ofPage(path));
        ObjectNode responses = get.putObject("responses");
        responses
                .putObject("200")
                .putObject("content")
                .putObject("application/json")
                .set("schema", schema(SCHEMAS, answer));
        responses.putObject("401");
        ObjectNode schemas = document.putObject("components").putObject("schemas");
        facts.neededOf(List.of(answer)).forEach(name -> schemas.set(name, facts.definition(name)));
        return document;
    }

    /// What all operations of a path share: its variables, and the parameters that each of them has.
    private static void parameters(ObjectNode item, String path, List<Operation> operations) {
        var all = new TreeMap<String, String>();
        Matcher variable = VARIABLE.matcher(path);
        while (variable.find()) {
            all.put(variable.group(1), "path");
        }
        shared(path, operations).forEach(name -> all.put(name, "query"));
        ArrayNode list = Json.object().putArray("parameters");
        all.forEach((name, in) -> {
            ObjectNode one = list.addObject().put("name", name).put("in", in);
            if (in.equals("path")) {
                one.put("required", true);
            }
            one.set("schema", type(name));
        });
        if (!list.isEmpty()) {
            item.set("parameters", list);
        }
    }

    /// The query parameters that every operation of a path has.
    private static Set<String> shared(String path, List<Operation> operations) {
        Optional<Set<String>> shared = operations.stream()
                .filter(op -> op.path().equals(path) && op.kind().isPresent())
                .map(OpenApiV3::queries)
                .reduce((some, others) -> {
                    var both = new TreeSet<>(some);
                    both.retainAll(others);
                    return both;
                });
        return shared.orElse(Set.of());
    }

    private static Set<String> queries(Operation operation) {
        var names = new TreeSet<String>();
        operation.facts().path("query").forEach(name -> names.add(name.asText()));
        return names;
    }

    private static ObjectNode operation(Operation operation, Set<String> shared) {
        ObjectNode node = Json.object();
        JsonNode facts = operation.facts();
        if (operation.kind().isPresent()) {
            node.putArray("tags").add(OperationNames.tag(operation));
        }
        node.put("operationId", OperationNames.id(operation));
        ArrayNode parameters = Json.object().putArray("parameters");
        facts.path("query").forEach(name -> {
            if (!shared.contains(name.asText())) {
                query(parameters, name.asText());
            }
        });
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
            ObjectNode kind = node.putObject(KIND);
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
        mediaTypes.forEach(type -> content.putObject(type.asText()).set("schema", schema(SCHEMAS, schema.asText())));
    }

    /// A schema by its name; what has none is text, for example a log.
    ///
    /// @param where schemas stand in the document
    static ObjectNode schema(String where, String name) {
        return name.isEmpty()
                ? Json.object().put("type", "string")
                : Json.object().put("$ref", where + name);
    }

    private static void query(ArrayNode list, String name) {
        list.addObject().put("name", name).put("in", "query").set("schema", type(name));
    }

    /// The schema of a kind that stands in every group says here of which group it is.
    private static JsonNode ofVersion(JsonNode schema, String prefix) {
        JsonNode kinds = schema.path(KIND);
        if (kinds.size() < 2) {
            return schema;
        }
        ArrayNode own = Json.array();
        for (JsonNode kind : kinds) {
            String group = kind.path("group").asText("");
            String path = (group.isEmpty() ? "/api/" : "/apis/" + group + "/")
                    + kind.path("version").asText("") + "/";
            if (path.equals(prefix)) {
                own.add(kind);
            }
        }
        return own.isEmpty() ? schema : ((ObjectNode) schema.deepCopy()).set(KIND, own);
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
