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
            "stdin",
            "stdout",
            "stderr",
            "tty",
            "follow",
            "previous",
            "timestamps",
            "insecureSkipTLSVerifyBackend");
    private static final Set<String> NUMBERS =
            Set.of("gracePeriodSeconds", "limit", "timeoutSeconds", "limitBytes", "ports", "sinceSeconds", "tailLines");
    /// Groups that publish no kinds of their own to clients, so that the documents of defined kinds do not
    /// know them.
    private static final Set<String> INNER =
            Set.of("admission.k8s.io", "apiextensions.k8s.io", "apiregistration.k8s.io", "imagepolicy.k8s.io");
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
    private static final String KIND = "x-kubernetes-group-version-kind";
    private static final String SCHEMAS = "#/components/schemas/";

    private OpenApiV3() {}

    /// What a document says of itself.
    ///
    /// @param secured whether it says how clients show who they are
    record Head(String title, String version, boolean secured) {
        /// Of definitions, whatever the version of the server.
        static final Head OF_DEFINED = new Head("Kubernetes CRD Swagger", "v0.1.0", false);

        static Head ofServer(String version) {
            return new Head("Kubernetes", version, true);
        }

        private ObjectNode begin() {
            ObjectNode document = Json.object().put("openapi", "3.0.0");
            document.putObject("info").put("title", title).put("version", version);
            return document;
        }

        private void end(ObjectNode components) {
            if (secured) {
                components
                        .putObject("securitySchemes")
                        .putObject("BearerToken")
                        .put("type", "apiKey")
                        .put("description", "A bearer token says who asks.")
                        .put("name", "authorization")
                        .put("in", "header");
            }
        }
    }

    static ObjectNode document(OpenApiFacts facts, String prefix, Head head) {
        List<Operation> operations = facts.operations(prefix);
        ObjectNode document = head.begin();
        ObjectNode paths = document.putObject("paths");
        for (Operation operation : operations) {
            ObjectNode item = paths.withObjectProperty(operation.path());
            item.set(operation.verb(), operation(operation, shared(operation.path(), operations)));
        }
        paths.properties().forEach(path -> parameters((ObjectNode) path.getValue(), path.getKey(), operations));
        ObjectNode components = document.putObject("components");
        ObjectNode schemas = components.putObject("schemas");
        facts.needed(operations)
                .forEach(name -> schemas.set(name, ofVersion(facts.definition(name), prefix, head.secured())));
        head.end(components);
        return document;
    }

    /// The document of one page that is no version of a group: the list of groups, a group, the version of
    /// the server.
    ///
    /// @param path for example `/apis/apps/`
    /// @param answer the schema of the answer; empty for plain text
    static ObjectNode page(OpenApiFacts facts, String path, String answer, Head head) {
        ObjectNode document = head.begin();
        ObjectNode get = document.putObject("paths").putObject(path).putObject("get");
        get.putArray("tags").add(OperationNames.tagOfPage(path));
        get.put("operationId", OperationNames.ofPage(path));
        ObjectNode responses = get.putObject("responses");
        ObjectNode content = responses.putObject("200").putObject("content");
        mediaTypes(path).forEach(type -> content.putObject(type).set("schema", schema(SCHEMAS, answer)));
        responses.putObject("401");
        ObjectNode components = document.putObject("components");
        Set<String> needed = facts.neededOf(List.of(answer));
        if (!needed.isEmpty()) {
            ObjectNode schemas = components.putObject("schemas");
            needed.forEach(name -> schemas.set(name, facts.definition(name)));
        }
        head.end(components);
        return document;
    }

    private static List<String> mediaTypes(String path) {
        if (path.startsWith("/api")) {
            return List.of("application/json", "application/vnd.kubernetes.protobuf", "application/yaml");
        }
        return List.of(path.startsWith("/openid") ? "application/jwk-set+json" : "application/json");
    }

    /// What all operations of a path share: its variables, and the parameters that each of them has.
    private static void parameters(ObjectNode item, String path, List<Operation> operations) {
        var variables = new TreeSet<String>();
        Matcher variable = VARIABLE.matcher(path);
        while (variable.find()) {
            variables.add(variable.group(1));
        }
        Set<String> queries = shared(path, operations);
        var names = new TreeSet<>(variables);
        names.addAll(queries);
        ArrayNode list = Json.object().putArray("parameters");
        for (String name : names) {
            if (variables.contains(name)) {
                list.addObject()
                        .put("name", name)
                        .put("in", "path")
                        .put("required", true)
                        .set("schema", type(name));
            }
            if (queries.contains(name)) {
                query(list, name);
            }
        }
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
        node.putArray("tags").add(OperationNames.tag(operation));
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

    /// The schema of a kind that stands in every group says here of which group it is, and that it is of the
    /// core; to defined kinds, which have none of it, it tells all.
    private static JsonNode ofVersion(JsonNode schema, String prefix, boolean builtIn) {
        JsonNode kinds = schema.path(KIND);
        if (kinds.size() < 2) {
            return schema;
        }
        ArrayNode own = Json.array();
        for (JsonNode kind : kinds) {
            String group = kind.path("group").asText("");
            String path = (group.isEmpty() ? "/api/" : "/apis/" + group + "/")
                    + kind.path("version").asText("") + "/";
            if (builtIn ? group.isEmpty() || path.equals(prefix) : !INNER.contains(group)) {
                own.add(kind);
            }
        }
        return ((ObjectNode) schema.deepCopy()).set(KIND, own);
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
