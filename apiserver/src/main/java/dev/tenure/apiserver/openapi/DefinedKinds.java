package dev.tenure.apiserver.openapi;

import dev.tenure.apiserver.openapi.OpenApiFacts.Operation;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.schema.CustomKind;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The schemas and operations of kinds that were defined at run time, in the form of the recorded facts.
/// Upstream: apiextensions-apiserver/pkg/controller/openapi/builder.
final class DefinedKinds {
    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
    private static final String SCALE = "io.k8s.api.autoscaling.v1.Scale";
    private static final List<String> PATCHES =
            List.of("application/apply-patch+yaml", "application/json-patch+json", "application/merge-patch+json");
    private static final List<String> FORMATS = List.of("application/json", "application/yaml");
    private static final List<String> WRITE_QUERY = List.of("dryRun", "fieldManager", "fieldValidation", "pretty");
    private static final List<String> DELETE_QUERY = List.of(
            "dryRun",
            "gracePeriodSeconds",
            "ignoreStoreReadErrorWithClusterBreakingPotential",
            "orphanDependents",
            "pretty",
            "propagationPolicy");
    private static final List<String> LIST_QUERY = List.of(
            "allowWatchBookmarks",
            "continue",
            "fieldSelector",
            "labelSelector",
            "limit",
            "pretty",
            "resourceVersion",
            "resourceVersionMatch",
            "sendInitialEvents",
            "shardSelector",
            "timeoutSeconds",
            "watch");

    private final KindEntry entry;
    private final CustomKind custom;
    private final Descriptions descriptions;
    private final String model;
    private final String listModel;
    private final List<Operation> operations = new ArrayList<>();

    DefinedKinds(KindEntry entry, CustomKind custom, Descriptions descriptions) {
        this.entry = entry;
        this.custom = custom;
        this.descriptions = descriptions;
        ResourceType type = entry.type();
        List<String> parts = new ArrayList<>(Arrays.asList(type.group().split("\\.")));
        Collections.reverse(parts);
        String front = String.join(".", parts) + "." + type.version() + ".";
        this.model = front + type.kind();
        this.listModel = front + custom.listKind();
    }

    /// The name of the schema of its objects.
    String model() {
        return model;
    }

    /// Adds what is to be known of the kind.
    void addTo(ObjectNode definitions, List<Operation> into) {
        definitions.set(model, schema());
        definitions.set(listModel, listSchema());
        describe();
        into.addAll(operations);
    }

    private ObjectNode schema() {
        ObjectNode schema = Json.object();
        Optional<Structural> structural = custom.schema();
        if (structural.isPresent() && structural.get().source() instanceof ObjectNode source) {
            schema.setAll(PublishedSchema.of(source));
        }
        schema.put("type", "object");
        ObjectNode properties = schema.withObjectProperty("properties");
        properties.putObject("apiVersion").put("type", "string");
        properties.putObject("kind").put("type", "string");
        properties.set("metadata", reference(META + "ObjectMeta"));
        schema.set(
                "x-kubernetes-group-version-kind",
                Json.array().add(gvk(entry.type().kind())));
        selectable(schema);
        descriptions.describeEnvelope(entry.type().kind(), schema, Set.of("apiVersion", "kind", "metadata"));
        return schema;
    }

    private void selectable(ObjectNode schema) {
        if (entry.fields().isEmpty()) {
            return;
        }
        ArrayNode list = schema.putArray("x-kubernetes-selectable-fields");
        entry.fields().forEach(field -> list.addObject().put("fieldPath", field.name()));
    }

    private ObjectNode listSchema() {
        ObjectNode schema = Json.object().put("type", "object");
        schema.putArray("required").add("items");
        ObjectNode properties = schema.putObject("properties");
        properties.putObject("apiVersion").put("type", "string");
        properties
                .putObject("items")
                .put("type", "array")
                .set("items", Json.object().put("$ref", "#/components/schemas/" + model));
        properties.putObject("kind").put("type", "string");
        properties.set("metadata", reference(META + "ListMeta"));
        schema.set("x-kubernetes-group-version-kind", Json.array().add(gvk(custom.listKind())));
        selectable(schema);
        descriptions.describeEnvelope("List", schema, Set.of("apiVersion", "items", "kind", "metadata"));
        return schema;
    }

    private static ObjectNode reference(String name) {
        return PublishedSchema.reference(name);
    }

    private ObjectNode gvk(String kind) {
        return Json.object()
                .put("group", entry.type().group())
                .put("kind", kind)
                .put("version", entry.type().version());
    }

    private void describe() {
        ResourceType type = entry.type();
        String root = "/apis/" + type.group() + "/" + type.version() + "/";
        String all = root + type.resource();
        String collection = root + (type.namespaced() ? "namespaces/{namespace}/" : "") + type.resource();
        if (type.namespaced()) {
            read(all, "list", "", listModel, LIST_QUERY);
        }
        read(collection, "list", "", listModel, LIST_QUERY);
        ObjectNode post = begin("post", WRITE_QUERY, model, "200", "201", "202");
        add(collection, "post", "", withBody(post, model, FORMATS));
        add(collection, "delete", "", begin("deletecollection", LIST_QUERY, META + "Status", "200"));
        whole(collection + "/{name}", "", model);
        ObjectNode delete = begin("delete", DELETE_QUERY, META + "Status", "200", "202");
        add(collection + "/{name}", "delete", "", withBody(delete, META + "DeleteOptions", FORMATS));
        if (entry.subresource("status").isPresent()) {
            whole(collection + "/{name}/status", "status", model);
        }
        if (entry.subresource("scale").isPresent()) {
            whole(collection + "/{name}/scale", "scale", SCALE);
        }
    }

    /// GET, PUT and PATCH of an object or a part of it.
    private void whole(String path, String part, String schema) {
        read(path, "get", part, schema, List.of("pretty", "resourceVersion"));
        add(path, "put", part, withBody(begin("put", WRITE_QUERY, schema, "200", "201"), schema, FORMATS));
        List<String> query = new ArrayList<>(WRITE_QUERY);
        query.add("force");
        add(path, "patch", part, withBody(begin("patch", query, schema, "200"), META + "Patch", PATCHES));
    }

    private void read(String path, String action, String part, String schema, List<String> query) {
        add(path, "get", part, begin(action, query, schema, "200"));
    }

    private void add(String path, String verb, String part, ObjectNode facts) {
        operations.add(new Operation(path, verb, facts, Optional.of(entry), part));
    }

    private ObjectNode begin(String action, List<String> query, String schema, String... codes) {
        ObjectNode facts = Json.object().put("action", action);
        facts.set("gvk", gvk(entry.type().kind()));
        facts.set("produces", texts(FORMATS));
        facts.set("query", texts(query.stream().sorted().toList()));
        ObjectNode responses = facts.putObject("responses");
        for (String code : codes) {
            responses.putArray(code).add(schema);
        }
        responses.putArray("401");
        return facts;
    }

    private static ObjectNode withBody(ObjectNode facts, String schema, List<String> mediaTypes) {
        facts.putArray("body").add(schema);
        facts.set("consumes", texts(mediaTypes));
        return facts;
    }

    private static JsonNode texts(List<String> texts) {
        ArrayNode list = Json.array();
        texts.forEach(list::add);
        return list;
    }
}
