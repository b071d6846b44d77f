package dev.tenure.sim.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Who manages what after a definition has changed what is owned as a whole. Each case has the schema of
/// `spec` before and after, the writes under the one, and under the other with what kube-apiserver 1.36.3
/// answers to them.
final class ChangedDefinitionsTest {
    private static final String GROUP = "x.test";

    @TestFactory
    Stream<DynamicTest> managersAreWhoTheyAreUpstream() throws IOException {
        try (var in = ChangedDefinitionsTest.class.getResourceAsStream("changed-definitions.json")) {
            JsonNode cases =
                    Yaml.read(Objects.requireNonNull(in).readAllBytes()).value();
            assertThat(cases.size()).isGreaterThan(50);
            return cases.valueStream().toList().stream()
                    .map(each -> DynamicTest.dynamicTest(each.path("name").asText(), () -> play(each)));
        }
    }

    private static void play(JsonNode each) {
        Stage stage = Stage.of(Semantics.DOCUMENTED)
                .create(DefinedTypes.DEFINITIONS, definition(each, "before"))
                .begin()
                .pass(1);
        each.path("first").forEach(write -> write(stage, write));
        ObjectNode changed = Json.object();
        changed.set("spec", definition(each, "after").path("spec"));
        stage.patch(DefinedTypes.DEFINITIONS, "cases." + GROUP, changed.toString())
                .pass(1);
        for (JsonNode write : each.path("then")) {
            ApiReply reply = write(stage, write);
            assertThat(told(reply)).as("%s", write).isEqualTo(expected(write.path("answer")));
            assertThat(reply instanceof ApiReply.One)
                    .as("%s", write)
                    .isEqualTo(write.path("code").asInt() < 300);
        }
    }

    private static Object expected(JsonNode answer) {
        if (answer.isTextual()) {
            return answer.asText();
        }
        var managers = new HashMap<String, String>();
        answer.properties()
                .forEach(each -> managers.put(each.getKey(), each.getValue().toString()));
        return managers;
    }

    /// The message, or the fields of each manager.
    private static Object told(ApiReply reply) {
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            return status.message();
        }
        var managers = new HashMap<String, String>();
        if (reply instanceof ApiReply.One(var _, var object, var _)) {
            for (JsonNode entry : Json.readObject(object.json()).at("/metadata/managedFields")) {
                String id = String.join(
                        " ",
                        entry.path("manager").asText(),
                        entry.path("operation").asText(),
                        entry.path("apiVersion").asText(),
                        entry.path("subresource").asText(""));
                managers.put(id.strip(), entry.path("fieldsV1").toString());
            }
        }
        return managers;
    }

    private static List<String> versions(JsonNode each) {
        List<String> named =
                each.path("versions").valueStream().map(JsonNode::asText).toList();
        return named.isEmpty() ? List.of("v1") : named;
    }

    private static ObjectNode definition(JsonNode each, String when) {
        ObjectNode object =
                Json.object().put("apiVersion", "apiextensions.k8s.io/v1").put("kind", "CustomResourceDefinition");
        object.putObject("metadata").put("name", "cases." + GROUP);
        ObjectNode spec = object.putObject("spec").put("group", GROUP).put("scope", "Cluster");
        spec.putObject("names").put("plural", "cases").put("kind", "Case");
        ArrayNode list = spec.putArray("versions");
        for (String name : versions(each)) {
            ObjectNode version = list.addObject()
                    .put("name", name)
                    .put("served", true)
                    .put("storage", name.equals(versions(each).getLast()));
            ObjectNode properties = version.putObject("schema")
                    .putObject("openAPIV3Schema")
                    .put("type", "object")
                    .putObject("properties");
            properties.set("spec", each.has("versions") ? each.path(when).path(name) : each.path(when));
            if (each.has("status")) {
                properties.set("status", each.path("status").path(when));
                version.putObject("subresources").putObject("status");
            }
        }
        return object;
    }

    private static ApiReply write(Stage stage, JsonNode write) {
        String version = write.path("version").asText("v1");
        String subresource = write.path("sub").asBoolean(false) ? "status" : "";
        Map<String, String> query = new HashMap<>();
        query.put("fieldManager", write.path("by").asText());
        if (write.path("force").asBoolean(false)) {
            query.put("force", "true");
        }
        ObjectNode body = Json.readObject(write.path("body").toString().getBytes(StandardCharsets.UTF_8));
        var object = new Target(GROUP, version, "cases", "", "o", subresource);
        return switch (write.path("verb").asText()) {
            case "create" ->
                stage.client()
                        .call(
                                Verb.CREATE,
                                new Target(GROUP, version, "cases", "", "", ""),
                                query,
                                body(Body.JSON, named(body, version)));
            case "apply" ->
                stage.client().call(Verb.PATCH, object, query, body(Body.APPLY_PATCH, named(body, version)));
            case "merge" -> stage.client().call(Verb.PATCH, object, query, body(Body.MERGE_PATCH, body));
            case "put" -> {
                ApiReply there = stage.client().call(Verb.GET, object, Map.of(), Body.NONE);
                StoredObject stored = ((ApiReply.One) there).object();
                ObjectNode whole = Json.readObject(stored.json());
                whole.withObjectProperty("metadata").put("resourceVersion", Long.toString(stored.revision()));
                yield stage.client().call(Verb.UPDATE, object, query, body(Body.JSON, merged(whole, body)));
            }
            default -> throw new IllegalArgumentException(write.toString());
        };
    }

    private static ObjectNode named(ObjectNode body, String version) {
        body.put("apiVersion", GROUP + "/" + version).put("kind", "Case");
        body.withObjectProperty("metadata").put("name", "o");
        return body;
    }

    private static ObjectNode merged(ObjectNode into, JsonNode from) {
        for (Map.Entry<String, JsonNode> field : new ArrayList<>(from.properties())) {
            if (field.getValue().isObject() && into.get(field.getKey()) instanceof ObjectNode below) {
                merged(below, field.getValue());
            } else {
                into.set(field.getKey(), field.getValue());
            }
        }
        return into;
    }

    private static Body body(String contentType, ObjectNode object) {
        return new Body(contentType, Document.of(object));
    }
}
