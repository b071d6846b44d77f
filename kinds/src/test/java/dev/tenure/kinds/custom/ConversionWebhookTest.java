package dev.tenure.kinds.custom;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.RunningServer;
import dev.tenure.kinds.admission.webhook.StandInWebhook;
import dev.tenure.kinds.admission.webhook.StandInWebhook.Reply;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.io.Pause;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A kind whose versions differ in the name of a field, which a webhook knows: v1, which is stored, has
/// `size`, and v2 has `width`.
class ConversionWebhookTest {
    private static final Target V1 = new Target("zoo.test", "v1", "lamps", "default", "", "");
    private static final Target V2 = new Target("zoo.test", "v2", "lamps", "default", "", "");

    private final RunningServer server = new RunningServer();
    private final StandInWebhook webhook = new StandInWebhook();

    @BeforeEach
    void define() {
        define("v1");
        webhook.at("/convert", ConversionWebhookTest::converted);
    }

    @AfterEach
    void close() {
        server.close();
        webhook.close();
    }

    private void define(String reviews) {
        ApiReply reply = server.create(
                new Target("apiextensions.k8s.io", "v1", "customresourcedefinitions", "", "", ""),
                """
                {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
                 'metadata': {'name': 'lamps.zoo.test'},
                 'spec': {'group': 'zoo.test', 'scope': 'Namespaced', 'names': {'plural': 'lamps', 'kind': 'Lamp'},
                  'conversion': {'strategy': 'Webhook', 'webhook': {'conversionReviewVersions': ['%s'],
                   'clientConfig': {'url': '%s', 'caBundle': '%s'}}},
                  'versions': [
                   {'name': 'v1', 'served': true, 'storage': true, 'subresources': {'status': {}},
                    'schema': {'openAPIV3Schema': {'type': 'object', 'properties': {'spec': {'type': 'object',
                     'properties': {'size': {'type': 'integer', 'default': 7}}}}}}},
                   {'name': 'v2', 'served': true, 'storage': false, 'subresources': {'status': {}},
                    'selectableFields': [{'jsonPath': '.spec.width'}],
                    'schema': {'openAPIV3Schema': {'type': 'object', 'properties': {'spec': {'type': 'object',
                     'properties': {'width': {'type': 'integer'}, 'colour': {'type': 'string', 'default': 'red'}}}}}}}]}}""".formatted(reviews, webhook.url("/convert"), webhook.bundle()));
        assertThat(reply).isInstanceOf(ApiReply.One.class);
        until(() -> server.call(Verb.LIST, V1) instanceof ApiReply.Many);
    }

    private void until(BooleanSupplier happened) {
        for (int tries = 0; !happened.getAsBoolean(); tries++) {
            assertThat(tries).isLessThan(500);
            Pause.of(Duration.ofMillis(10), server.time());
        }
    }

    private static Reply converted(ObjectNode review) {
        return changed(review, _ -> {});
    }

    private static Reply changed(ObjectNode review, Consumer<ObjectNode> change) {
        ObjectNode answer = Json.object()
                .put("kind", "ConversionReview")
                .put("apiVersion", review.path("apiVersion").asText());
        ObjectNode response = answer.putObject("response")
                .put("uid", review.at("/request/uid").asText());
        response.putObject("result").put("status", "Success");
        ArrayNode objects = response.putArray("convertedObjects");
        String desired = review.at("/request/desiredAPIVersion").asText();
        for (JsonNode object : review.at("/request/objects")) {
            ObjectNode made = (ObjectNode) object.deepCopy();
            made.put("apiVersion", desired);
            rename(
                    made.withObject("/spec"),
                    desired.endsWith("v2") ? "size" : "width",
                    desired.endsWith("v2") ? "width" : "size");
            change.accept(made);
            objects.add(made);
        }
        return Reply.json(answer);
    }

    private static void rename(ObjectNode spec, String from, String to) {
        JsonNode value = spec.remove(from);
        if (value != null) {
            spec.set(to, value);
        }
    }

    private ApiReply make(Target collection, String name, String spec) {
        return server.create(
                collection,
                "{'apiVersion': 'zoo.test/%s', 'kind': 'Lamp', 'metadata': {'name': '%s'}, 'spec': {%s}}"
                        .formatted(collection.version(), name, spec));
    }

    private static Target at(Target collection, String name) {
        return new Target(collection.group(), collection.version(), collection.resource(), "default", name, "");
    }

    private static JsonNode object(ApiReply reply) {
        assertThat(reply).isInstanceOf(ApiReply.One.class);
        return Json.read(((ApiReply.One) reply).object().json());
    }

    private static String message(ApiReply reply) {
        assertThat(reply).isInstanceOf(ApiReply.Failure.class);
        return ((ApiReply.Failure) reply).status().message();
    }

    @Test
    void objectsAreReadInEachVersion() {
        make(V1, "a", "'size': 3");
        JsonNode second = object(server.call(Verb.GET, at(V2, "a")));
        assertThat(second.path("apiVersion").asText()).isEqualTo("zoo.test/v2");
        assertThat(second.path("spec").toString()).isEqualTo("{\"width\":3}");
        assertThat(object(server.call(Verb.GET, at(V1, "a"))).path("spec").toString())
                .isEqualTo("{\"size\":3}");
    }

    @Test
    void objectsAreWrittenInEachVersion() {
        JsonNode made = object(make(V2, "a", "'width': 4"));
        assertThat(made.path("spec").path("width").asInt()).isEqualTo(4);
        assertThat(object(server.call(Verb.GET, at(V1, "a"))).path("spec").toString())
                .isEqualTo("{\"size\":4}");
        JsonNode patched = object(server.patch(at(V2, "a"), Body.MERGE_PATCH, "{'spec': {'width': 5}}"));
        assertThat(patched.path("spec").path("width").asInt()).isEqualTo(5);
        JsonNode applied = object(server.api()
                .call(new ApiRequest(
                        Verb.PATCH,
                        at(V2, "a"),
                        Map.of("fieldManager", List.of("me"), "force", List.of("true")),
                        new Body(
                                Body.APPLY_PATCH,
                                "{\"apiVersion\":\"zoo.test/v2\",\"kind\":\"Lamp\",\"metadata\":{\"name\":\"a\"},\"spec\":{\"width\":6}}"
                                        .getBytes(StandardCharsets.UTF_8)),
                        RunningServer.ADMIN)));
        assertThat(applied.path("spec").path("width").asInt()).isEqualTo(6);
        assertThat(object(server.call(Verb.GET, at(V1, "a"))).at("/spec/size").asInt())
                .isEqualTo(6);
    }

    @Test
    void defaultsOfTheStoredVersionAreFilledInBeforeTheWebhookIsAsked() {
        make(V1, "a", "");
        assertThat(object(server.call(Verb.GET, at(V2, "a"))).path("spec").toString())
                .isEqualTo("{\"width\":7}");
    }

    @Test
    void listIsConvertedInOneCall() {
        for (String name : List.of("a", "b", "c")) {
            make(V1, name, "'size': 3");
        }
        int before = webhook.asked().size();
        var many = (ApiReply.Many) server.call(Verb.LIST, V2);
        assertThat(many.items()).hasSize(3);
        assertThat(webhook.asked()).hasSize(before + 1);
        assertThat(webhook.asked().getLast().review().at("/request/objects")).hasSize(3);
        assertThat(Json.read(many.items().getFirst().json()).at("/spec/width").asInt())
                .isEqualTo(3);
    }

    @Test
    void fieldsThatOnlyAnotherVersionHasAreSelectedByInListsPagesAndWatches() {
        for (int size = 1; size <= 6; size++) {
            make(V1, "lamp-" + size, "'size': " + size % 2);
        }
        Map<String, List<String>> odd = Map.of("fieldSelector", List.of("spec.width=1"));
        assertThat(names(V2, odd)).containsExactly("lamp-1", "lamp-3", "lamp-5");
        assertThat(names(V2, Map.of("fieldSelector", List.of("spec.width!=1"))))
                .containsExactly("lamp-2", "lamp-4", "lamp-6");
        assertThat(names(V2, Map.of("fieldSelector", List.of("spec.width=1"), "limit", List.of("2"))))
                .containsExactly("lamp-1", "lamp-3");
        var started = (WatchReply.Started)
                server.api().watch(new ApiRequest(Verb.WATCH, V2, odd, Body.NONE, RunningServer.ADMIN));
        try (WatchCursor cursor = started.cursor()) {
            server.patch(at(V1, "lamp-1"), Body.MERGE_PATCH, "{'spec': {'size': 0}}");
            server.patch(at(V1, "lamp-2"), Body.MERGE_PATCH, "{'spec': {'size': 1}}");
            List<String> events = new ArrayList<>();
            until(() -> {
                cursor.poll(10).forEach(event -> events.add(told(event)));
                return events.size() >= 5;
            });
            assertThat(events)
                    .containsExactly("Added lamp-1", "Added lamp-3", "Added lamp-5", "Deleted lamp-1", "Added lamp-2");
        }
    }

    private List<String> names(Target collection, Map<String, List<String>> options) {
        ApiReply reply =
                server.api().call(new ApiRequest(Verb.LIST, collection, options, Body.NONE, RunningServer.ADMIN));
        return ((ApiReply.Many) reply)
                .items().stream().map(item -> item.key().name()).toList();
    }

    private static String told(WatchEvent event) {
        return switch (event) {
            case WatchEvent.Added(StoredObject object) ->
                "Added " + object.key().name();
            case WatchEvent.Modified(StoredObject object) ->
                "Modified " + object.key().name();
            case WatchEvent.Deleted(StoredObject object) ->
                "Deleted " + object.key().name();
            case WatchEvent.Bookmark _ -> "Bookmark";
            case WatchEvent.Failed _ -> "Failed";
        };
    }

    @Test
    void configurationThatChangesNothingLeavesTheGenerationWhereTheStoredVersionDropsADefault() {
        make(V2, "a", "'width': 4");
        JsonNode first = applied();
        JsonNode second = applied();
        assertThat(first.at("/metadata/generation").asInt()).isEqualTo(1);
        assertThat(second.at("/metadata/generation").asInt()).isEqualTo(1);
        assertThat(second.at("/metadata/resourceVersion")).isEqualTo(first.at("/metadata/resourceVersion"));
    }

    private JsonNode applied() {
        String lamp = "{'apiVersion': 'zoo.test/v2', 'kind': 'Lamp', 'metadata': {'name': 'a'}, 'spec': {'width': 4}}";
        return object(server.api()
                .call(new ApiRequest(
                        Verb.PATCH,
                        at(V2, "a"),
                        Map.of("fieldManager", List.of("me"), "force", List.of("true")),
                        new Body(Body.APPLY_PATCH, lamp.replace('\'', '"').getBytes(UTF_8)),
                        RunningServer.ADMIN)));
    }

    /// Upstream: managedfields/internal/fieldmanager.go (UpdateNoErrors).
    @Test
    void writeInTheStoredVersionGoesOnWithoutTheWebhookAndForgetsWhoManagedFieldsInAnotherVersion() {
        make(V2, "a", "'width': 4");
        webhook.at("/convert", _ -> Reply.of(500, "text/plain", "no"));
        JsonNode patched = object(server.patch(at(V1, "a"), Body.MERGE_PATCH, "{'spec': {'size': 5}}"));
        assertThat(patched.at("/spec/size").asInt()).isEqualTo(5);
        assertThat(patched.path("metadata").has("managedFields")).isFalse();
    }

    @Test
    void watchShowsWhatTheWebhookMakes() {
        make(V1, "a", "'size': 3");
        var started = (WatchReply.Started)
                server.api().watch(new ApiRequest(Verb.WATCH, V2, Map.of(), Body.NONE, RunningServer.ADMIN));
        try (WatchCursor cursor = started.cursor()) {
            make(V1, "b", "'size': 4");
            List<WatchEvent> events = new ArrayList<>();
            until(() -> {
                events.addAll(cursor.poll(10));
                return events.size() == 2;
            });
            WatchEvent.Added second = (WatchEvent.Added) events.get(1);
            assertThat(Json.read(second.object().json()).at("/spec/width").asInt())
                    .isEqualTo(4);
        }
    }

    @Test
    void whoPollsAWatchDoesNotWaitForTheWebhook() {
        var started = (WatchReply.Started)
                server.api().watch(new ApiRequest(Verb.WATCH, V2, Map.of(), Body.NONE, RunningServer.ADMIN));
        webhook.at("/convert", _ -> Reply.none());
        try (WatchCursor cursor = started.cursor()) {
            make(V1, "b", "'size': 4");
            until(() -> webhook.asked().size() > 0);
            assertThat(cursor.poll(10)).isEmpty();
        }
    }

    @Test
    void versionThatIsStoredNeedsNoWebhook() {
        webhook.at("/convert", _ -> Reply.none());
        make(V1, "a", "'size': 3");
        server.patch(at(V1, "a"), Body.MERGE_PATCH, "{'spec': {'size': 4}}");
        assertThat(server.call(Verb.LIST, V1)).isInstanceOf(ApiReply.Many.class);
        assertThat(server.call(Verb.DELETE, at(V1, "a"))).isNotInstanceOf(ApiReply.Failure.class);
        assertThat(webhook.asked()).isEmpty();
    }

    @Test
    void webhookChangesOfMetadataOnlyLabelsAndAnnotations() {
        make(V1, "a", "'size': 3");
        webhook.at(
                "/convert",
                review -> changed(review, object -> {
                    object.withObject("/metadata").putObject("labels").put("a", "b");
                    object.withObject("/metadata").putArray("finalizers").add("x/y");
                }));
        JsonNode metadata = object(server.call(Verb.GET, at(V2, "a"))).path("metadata");
        assertThat(metadata.at("/labels/a").asText()).isEqualTo("b");
        assertThat(metadata.has("finalizers")).isFalse();
    }

    @Test
    void objectsOfTheFormerStoredVersionAreConvertedWhenTheyAreRead() {
        make(V1, "a", "'size': 3");
        server.patch(
                new Target("apiextensions.k8s.io", "v1", "customresourcedefinitions", "", "lamps.zoo.test", ""),
                Body.JSON_PATCH,
                "[{'op': 'replace', 'path': '/spec/versions/0/storage', 'value': false},"
                        + " {'op': 'replace', 'path': '/spec/versions/1/storage', 'value': true}]");
        until(() -> object(server.call(Verb.GET, at(V2, "a"))).at("/spec/width").asInt() == 3);
        JsonNode second = object(server.call(Verb.GET, at(V2, "a")));
        assertThat(second.path("apiVersion").asText()).isEqualTo("zoo.test/v2");
        JsonNode first = object(server.call(Verb.GET, at(V1, "a")));
        assertThat(first.path("apiVersion").asText()).isEqualTo("zoo.test/v1");
        assertThat(first.at("/spec/size").asInt()).isEqualTo(3);
        make(V2, "b", "'width': 4");
        var many = (ApiReply.Many) server.call(Verb.LIST, V2);
        assertThat(many.items().stream()
                        .map(item -> Json.read(item.json()).at("/spec/width").asInt()))
                .containsExactly(3, 4);
        JsonNode patched = object(server.patch(at(V2, "a"), Body.MERGE_PATCH, "{'spec': {'width': 5}}"));
        assertThat(patched.at("/spec/width").asInt()).isEqualTo(5);
        webhook.at("/convert", _ -> Reply.none());
        assertThat(object(server.call(Verb.GET, at(V2, "a"))).at("/spec/width").asInt())
                .isEqualTo(5);
    }

    @Test
    void otherChangesAreRefusedInUpstreamsWords() {
        make(V1, "a", "'size': 3");
        String who = "conversion webhook for zoo.test/v1, Kind=Lamp ";
        Map<String, Consumer<ObjectNode>> changes = Map.of(
                "returned invalid object: must have the same name: a != b",
                object -> object.withObject("/metadata").put("name", "b"),
                "returned invalid object at index 0: invalid groupVersion (expected zoo.test/v2, received zoo.test/v3)",
                object -> object.put("apiVersion", "zoo.test/v3"),
                "returned invalid object at index 0: invalid kind (expected Lamp, received Torch)",
                object -> object.put("kind", "Torch"),
                "returned invalid object: must have the same namespace: default != other",
                object -> object.withObject("/metadata").put("namespace", "other"),
                "returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object",
                object -> object.withObject("/metadata").putObject("labels").put("a", 1));
        changes.forEach((words, change) -> {
            webhook.at("/convert", review -> changed(review, change));
            assertThat(message(server.call(Verb.GET, at(V2, "a")))).isEqualTo(who + words);
        });
    }

    @Test
    void webhookThatDoesNotConvertSaysWhy() {
        make(V1, "a", "'size': 3");
        String who = "conversion webhook for zoo.test/v1, Kind=Lamp failed: ";
        Map<String, Function<ObjectNode, Reply>> answers = Map.of(
                "no such lamp", review -> result(review, "{'status': 'Failure', 'message': 'no such lamp'}"),
                "response.result.status was 'Failure', not 'Success'",
                        review -> result(review, "{'status': 'Failure'}"),
                "the server could not find the requested resource", _ -> Reply.of(404, "text/plain", "no"));
        answers.forEach((words, answer) -> {
            webhook.at("/convert", answer);
            assertThat(message(server.call(Verb.GET, at(V2, "a")))).isEqualTo(who + words);
        });
        webhook.at("/convert", review -> {
            ObjectNode answer = Json.readObject(converted(review).body());
            answer.withObject("/response").putArray("convertedObjects");
            return Reply.json(answer);
        });
        assertThat(message(server.call(Verb.GET, at(V2, "a"))))
                .isEqualTo("conversion webhook for zoo.test/v1, Kind=Lamp returned 0 objects, expected 1");
    }

    private static Reply result(ObjectNode review, String result) {
        ObjectNode answer = Json.readObject(converted(review).body());
        answer.withObject("/response")
                .set("result", Json.read(result.replace('\'', '"').getBytes(UTF_8)));
        return Reply.json(answer);
    }
}
