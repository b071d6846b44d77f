package dev.tenure.sim.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Kinds that are defined while the API server runs.
final class DefinedKindsTest {
    private static final ResourceType WOMBATS =
            new ResourceType("zoo.test", "v1", "wombats", "Wombat", Scope.NAMESPACED);
    private static final String DEFINITION = "wombats.zoo.test";

    private static ObjectNode definition(String plural, String group, String kind) {
        return StageManifests.json("""
            {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
             'metadata': {'name': '%1$s.%2$s'},
             'spec': {'group': '%2$s', 'scope': 'Namespaced', 'names': {'plural': '%1$s', 'kind': '%3$s'},
              'versions': [
               {'name': 'v1', 'served': true, 'storage': true,
                'selectableFields': [{'jsonPath': '.spec.colour'}],
                'subresources': {'status': {}, 'scale':
                 {'specReplicasPath': '.spec.replicas', 'statusReplicasPath': '.status.replicas'}},
                'schema': {'openAPIV3Schema': {'type': 'object', 'properties': {
                 'spec': {'type': 'object', 'required': ['name'], 'properties': {
                  'name': {'type': 'string'},
                  'colour': {'type': 'string', 'default': 'brown'},
                  'replicas': {'type': 'integer', 'minimum': 0},
                  'kept': {'type': 'object', 'x-kubernetes-embedded-resource': true,
                   'x-kubernetes-preserve-unknown-fields': true},
                  'loose': {'type': 'object', 'x-kubernetes-preserve-unknown-fields': true}}},
                 'status': {'type': 'object', 'properties': {'replicas': {'type': 'integer'}}}}}}},
               {'name': 'v2', 'served': true, 'storage': false, 'schema': {'openAPIV3Schema':
                {'type': 'object', 'x-kubernetes-preserve-unknown-fields': true}}}]}}\
            """.formatted(plural, group, kind));
    }

    private static Stage stage() {
        return Stage.of(Semantics.DOCUMENTED)
                .create(DefinedTypes.DEFINITIONS, definition("wombats", "zoo.test", "Wombat"))
                .begin();
    }

    private static ApiReply make(Stage stage, String name, String spec) {
        return stage.client().create(WOMBATS, "default", Document.of(StageManifests.json("""
            {'apiVersion': 'zoo.test/v1', 'kind': 'Wombat', 'metadata': {'name': '%s'}, 'spec': {%s}}\
            """.formatted(name, spec))));
    }

    private static ObjectNode see(Stage stage, ResourceType type, String name) {
        return Json.readObject(stage.find(type, name).map(StoredObject::json).orElseThrow());
    }

    private static int code(ApiReply reply) {
        return reply instanceof ApiReply.Failure(var status, var _) ? status.code() : 0;
    }

    private static String message(ApiReply reply) {
        return reply instanceof ApiReply.Failure(var status, var _) ? status.message() : "";
    }

    private static Optional<String> condition(Stage stage, String definition, String type) {
        for (JsonNode condition :
                see(stage, DefinedTypes.DEFINITIONS, definition).path("status").path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return Optional.of(condition.path("status").asText() + " "
                        + condition.path("reason").asText());
            }
        }
        return Optional.empty();
    }

    @Test
    void aDefinedKindIsServedAtOnce() {
        Stage stage = stage();
        assertThat(condition(stage, DEFINITION, "NamesAccepted")).contains("True NoConflicts");
        assertThat(condition(stage, DEFINITION, "Established")).contains("True InitialNamesAccepted");
        assertThat(code(make(stage, "a", "'name': 'A'"))).isZero();
        assertThat(stage.all(WOMBATS)).hasSize(1);
    }

    @Test
    void aKindOfTheCommunityTellsWhoApprovedOfIt() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).begin();
        ObjectNode definition = definition("wombats", "zoo.k8s.io", "Wombat");
        String url = "https://example.com/approved";
        definition.withObjectProperty("metadata").putObject("annotations").put("api-approved.kubernetes.io", url);
        stage.create(DefinedTypes.DEFINITIONS, definition);
        String name = "wombats.zoo.k8s.io";
        String type = "KubernetesAPIApprovalPolicyConformant";
        assertThat(condition(stage, name, type)).contains("True ApprovedAnnotation");
        assertThat(see(stage, DefinedTypes.DEFINITIONS, name).path("status").toString())
                .contains("approved in " + url);
        stage.patch(DefinedTypes.DEFINITIONS, name, """
            {'metadata': {'annotations': {'api-approved.kubernetes.io': 'unapproved, a trial'}}}""");
        assertThat(condition(stage, name, type)).contains("False UnapprovedAnnotation");
        assertThat(see(stage, DefinedTypes.DEFINITIONS, name).path("status").toString())
                .contains("not approved: \\\"unapproved, a trial\\\"");
        assertThat(condition(stage(), DEFINITION, type)).isEmpty();
    }

    @Test
    void aRuleThatCouldCostTooMuchIsRefusedWithItsFactor() {
        ObjectNode definition = definition("wombats", "zoo.test", "Wombat");
        ObjectNode spec = (ObjectNode) definition.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
        ((ObjectNode) spec.path("properties")).set("burrows", StageManifests.json("""
            {'type': 'array', 'items': {'type': 'string'}, 'x-kubernetes-validations':
             [{'rule': 'self.all(a, self.all(b, self.all(c, a != b || b != c)))'}]}"""));
        Stage stage = Stage.of(Semantics.DOCUMENTED).begin();
        ApiReply refused = stage.client().create(DefinedTypes.DEFINITIONS, "", Document.of(definition));
        assertThat(code(refused)).isEqualTo(422);
        assertThat(message(refused))
                .contains("properties[burrows].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds"
                        + " budget by factor of more than 100x (try simplifying the rule, or adding maxItems,")
                .contains("estimated rule cost total for entire OpenAPIv3 schema exceeds budget");
        ((ObjectNode) spec.at("/properties/burrows")).put("maxItems", 10);
        ((ObjectNode) spec.at("/properties/burrows/items")).put("maxLength", 20);
        assertThat(code(stage.client().create(DefinedTypes.DEFINITIONS, "", Document.of(definition))))
                .isZero();
    }

    @Test
    void namesThatAreTakenAreNotAccepted() {
        Stage stage = stage();
        var rival = new ResourceType("zoo.test", "v1", "marsupials", "Wombat", Scope.NAMESPACED);
        stage.create(DefinedTypes.DEFINITIONS, definition("marsupials", "zoo.test", "Wombat"));
        assertThat(condition(stage, "marsupials.zoo.test", "NamesAccepted")).contains("False ListKindConflict");
        assertThat(condition(stage, "marsupials.zoo.test", "Established")).contains("False NotAccepted");
        assertThat(code(stage.client().list(rival, "default", Map.of()))).isEqualTo(404);
    }

    @Test
    void objectsAreHeldAgainstTheSchema() {
        Stage stage = stage();
        assertThat(message(make(stage, "a", "'replicas': -1")))
                .startsWith("Wombat.zoo.test \"a\" is invalid: [")
                .contains(
                        "spec.name: Required value",
                        "spec.replicas: Invalid value: -1: spec.replicas in body should be greater than or equal to 0");
        assertThat(message(make(stage, "a", "'name': 1"))).contains("""
            spec.name: Invalid value: "integer": spec.name in body must be of type string: "integer\"\
            """);
    }

    @Test
    void unknownFieldsArePrunedAndDefaultsFilledIn() {
        Stage stage = stage();
        make(stage, "a", "'name': 'A', 'unknown': 1, 'loose': {'unknown': 1}");
        assertThat(see(stage, WOMBATS, "a").path("spec"))
                .isEqualTo(StageManifests.json("{'name': 'A', 'colour': 'brown', 'loose': {'unknown': 1}}"));
    }

    @Test
    void versionsDifferInNothingButTheirName() {
        Stage stage = stage();
        make(stage, "a", "'name': 'A'");
        var second = new ResourceType("zoo.test", "v2", "wombats", "Wombat", Scope.NAMESPACED);
        ObjectNode seen = see(stage, second, "a");
        assertThat(seen.path("apiVersion").asText()).isEqualTo("zoo.test/v2");
        assertThat(seen.path("spec")).isEqualTo(see(stage, WOMBATS, "a").path("spec"));
    }

    @Test
    void everyServedVersionIsWritten() {
        Stage stage = stage();
        var second = new ResourceType("zoo.test", "v2", "wombats", "Wombat", Scope.NAMESPACED);
        assertThat(code(stage.client()
                        .create(
                                second,
                                "default",
                                Document.of(StageManifests.json(
                                        "{'apiVersion': 'zoo.test/v2', 'kind': 'Wombat', 'metadata': {'name': 'a'},"
                                                + " 'spec': {'name': 'A'}}")))))
                .isZero();
        stage.patch(second, "a", "{'spec': {'name': 'B'}}");
        assertThat(see(stage, WOMBATS, "a").path("spec").path("name").asText()).isEqualTo("B");
    }

    @Test
    void anObjectOfAnotherVersionThatSaysNothingIsStoredWhole() {
        Stage stage = Stage.of(Semantics.DOCUMENTED)
                .create(DefinedTypes.DEFINITIONS, bare("lamps"))
                .begin();
        var second = new ResourceType("zoo.test", "v2", "lamps", "Lamp", Scope.NAMESPACED);
        var body = Document.of(
                StageManifests.json("{'apiVersion': 'zoo.test/v2', 'kind': 'Lamp', 'metadata': {'name': 'a'}}"));
        assertThat(code(stage.client().create(second, "default", body))).isZero();
        ResourceType stored = new ResourceType("zoo.test", "v1", "lamps", "Lamp", Scope.NAMESPACED);
        assertThat(see(stage, stored, "a").path("metadata").has("managedFields"))
                .isFalse();
        stage.patch(second, "a", "{'metadata': {'labels': {'a': 'b'}}}");
        assertThat(see(stage, stored, "a").path("metadata").path("labels")).hasSize(1);
        assertThat(see(stage, stored, "a").path("metadata").has("managedFields"))
                .isFalse();
        stage.patch(second, "a", "{'metadata': {'labels': null}}");
        assertThat(see(stage, stored, "a").path("metadata").path("labels").isEmpty())
                .isTrue();
    }

    @Test
    void whatOnlyAWebhookCanConvertIsRefusedInOtherVersions() {
        ObjectNode definition = bare("lamps");
        definition
                .withObject("/spec")
                .set(
                        "conversion",
                        StageManifests.json("{'strategy': 'Webhook', 'webhook': {'conversionReviewVersions': ['v1'],"
                                + " 'clientConfig': {'service': {'name': 's', 'namespace': 'n', 'path':"
                                + " '/convert'}}}}"));
        Stage stage = Stage.of(Semantics.DOCUMENTED)
                .create(DefinedTypes.DEFINITIONS, definition)
                .begin();
        ResourceType first = new ResourceType("zoo.test", "v1", "lamps", "Lamp", Scope.NAMESPACED);
        ResourceType second = new ResourceType("zoo.test", "v2", "lamps", "Lamp", Scope.NAMESPACED);
        String failed = " failed: webhooks are not called in a simulated cluster";
        ClusterClient client = stage.client();
        assertThat(code(client.list(second, "default", Map.of()))).isZero();
        String body = "{'apiVersion': 'zoo.test/%s', 'kind': 'Lamp', 'metadata': {'name': 'a'}, 'spec': {'x': 1}}";
        Document other = Document.of(StageManifests.json(body.formatted("v2")));
        assertThat(message(client.create(second, "default", other)))
                .isEqualTo("conversion webhook for zoo.test/v2, Kind=Lamp" + failed);
        stage.create(first, StageManifests.json(body.formatted("v1")));
        String stored = "conversion webhook for zoo.test/v1, Kind=Lamp" + failed;
        var patch = new Body(Body.MERGE_PATCH, "{\"spec\": {\"x\": 2}}".getBytes(StandardCharsets.UTF_8));
        Document none = Document.of(Json.object());
        for (ApiReply refused : List.of(
                client.get(second, "default", "a"),
                client.list(second, "default", Map.of()),
                client.patch(second, "default", "a", "", patch),
                client.delete(second, "default", "a", none))) {
            assertThat(message(refused)).isEqualTo(stored);
            assertThat(code(refused)).isEqualTo(500);
        }
        assertThat(code(client.update(second, "default", "a", other))).isEqualTo(500);
        assertThat(client.watch(second, "default", Map.of())).isInstanceOf(WatchReply.Refused.class);
        assertThat(code(client.patch(first, "default", "a", "", patch))).isZero();
        assertThat(see(stage, first, "a").path("spec").path("x").asInt()).isEqualTo(2);
        stage.delete(DefinedTypes.DEFINITIONS, "lamps.zoo.test", "{}").at(10);
        assertThat(stage.find(DefinedTypes.DEFINITIONS, "lamps.zoo.test")).isEmpty();
    }

    private static ObjectNode bare(String plural) {
        return StageManifests.json("""
            {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
             'metadata': {'name': '%1$s.zoo.test'},
             'spec': {'group': 'zoo.test', 'scope': 'Namespaced', 'names': {'plural': '%1$s', 'kind': 'Lamp'},
              'versions': [
               {'name': 'v1', 'served': true, 'storage': true,
                'schema': {'openAPIV3Schema': {'type': 'object', 'x-kubernetes-preserve-unknown-fields': true}}},
               {'name': 'v2', 'served': true, 'storage': false,
                'schema': {'openAPIV3Schema': {'type': 'object', 'x-kubernetes-preserve-unknown-fields': true}}}]}}\
            """.formatted(plural));
    }

    @Test
    void theStatusIsApartFromTheRest() {
        Stage stage = stage();
        make(stage, "a", "'name': 'A', 'replicas': 1");
        stage.patch(WOMBATS, "a", "{'spec': {'replicas': 2}, 'status': {'replicas': 9}}");
        assertThat(see(stage, WOMBATS, "a").path("status").isMissingNode()).isTrue();
        stage.patch(WOMBATS, "a", "status", "{'spec': {'replicas': 7}, 'status': {'replicas': 2}}");
        ObjectNode seen = see(stage, WOMBATS, "a");
        assertThat(seen.path("spec").path("replicas").asInt()).isEqualTo(2);
        assertThat(seen.path("status").path("replicas").asInt()).isEqualTo(2);
        assertThat(seen.path("metadata").path("generation").asInt()).isEqualTo(2);
        stage.patch(WOMBATS, "a", "scale", "{'spec': {'replicas': 5}}");
        assertThat(see(stage, WOMBATS, "a").path("spec").path("replicas").asInt())
                .isEqualTo(5);
    }

    @Test
    void fieldsCanBeSelectedThatTheDefinitionNames() {
        Stage stage = stage();
        make(stage, "a", "'name': 'A'");
        make(stage, "b", "'name': 'B', 'colour': 'white'");
        var white = stage.client().list(WOMBATS, "default", Map.of("fieldSelector", "spec.colour=white"));
        assertThat(white)
                .isInstanceOfSatisfying(
                        ApiReply.Many.class,
                        page -> assertThat(page.items())
                                .extracting(item -> item.key().name())
                                .containsExactly("b"));
        var other = stage.client().list(WOMBATS, "default", Map.of("fieldSelector", "spec.name=A"));
        assertThat(message(other)).contains("field label not supported: spec.name");
        var second = new ResourceType("zoo.test", "v2", "wombats", "Wombat", Scope.NAMESPACED);
        var none = stage.client().list(second, "default", Map.of("fieldSelector", "spec.colour=white"));
        assertThat(message(none)).isEqualTo("field label not supported: spec.colour");
    }

    @Test
    void aPatchCannotMoveAnObjectToAnotherVersion() {
        Stage stage = stage();
        make(stage, "a", "'name': 'A'");
        var body = new Body(Body.MERGE_PATCH, "{\"apiVersion\": \"zoo.test/v9\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(message(stage.client().patch(WOMBATS, "default", "a", "", body)))
                .isEqualTo("Wombat.zoo.test \"a\" is invalid: apiVersion: Invalid value: \"zoo.test/v9\": must be"
                        + " zoo.test/v1");
        assertThat(see(stage, WOMBATS, "a").path("spec").path("name").asText()).isEqualTo("A");
    }

    @Test
    void metadataInsideOfObjectsIsThatOfObjects() {
        Stage stage = stage();
        make(
                stage,
                "a",
                "'name': 'A', 'kept': {'apiVersion': 'v1', 'kind': 'P', 'metadata':"
                        + " {'name': 'p', 'unknown': 1, 'creationTimestamp': null}, 'unknown': 1}");
        assertThat(see(stage, WOMBATS, "a").path("spec").path("kept"))
                .isEqualTo(StageManifests.json(
                        "{'apiVersion': 'v1', 'kind': 'P', 'metadata': {'name': 'p'}, 'unknown': 1}"));
        String front = "Wombat in version \"v1\" cannot be handled as a Wombat: spec.kept.";
        assertThat(message(make(stage, "b", "'name': 'B', 'kept': {'metadata': {'labels': {'a': 1}}}")))
                .isEqualTo(front + "metadata: Invalid value: {\"labels\":{\"a\":1}}: json: cannot unmarshal number into"
                        + " Go struct field ObjectMeta.labels of type string");
        assertThat(message(make(stage, "b", "'name': 'B', 'kept': {'kind': 1}")))
                .isEqualTo(front + "kind: Invalid value: 1: must be a string");
    }

    @Test
    void numbersAreWrittenAsGoWritesThem() {
        Stage stage = stage();
        make(stage, "a", "'name': 'A', 'loose': {'a': 2.0, 'b': [1e3, 1.5], 'c': 12345678901234567890, 'd': 1e20}");
        assertThat(see(stage, WOMBATS, "a").path("spec").path("loose").toString())
                .isEqualTo("{\"a\":2,\"b\":[1000,1.5],\"c\":12345678901234567000,\"d\":100000000000000000000}");
    }

    @Test
    void whatTheDefinitionLosesIsNotServed() {
        Stage stage = stage();
        var body = new Body(Body.JSON_PATCH, """
            [{"op": "replace", "path": "/spec/versions/1/served", "value": false}]\
            """.getBytes(StandardCharsets.UTF_8));
        stage.client().patch(DefinedTypes.DEFINITIONS, "", DEFINITION, "", body);
        stage.at(1);
        var second = new ResourceType("zoo.test", "v2", "wombats", "Wombat", Scope.NAMESPACED);
        assertThat(code(stage.client().list(second, "default", Map.of()))).isEqualTo(404);
        assertThat(code(stage.client().list(WOMBATS, "default", Map.of()))).isZero();
    }

    @Test
    void objectsGoWithTheirDefinition() {
        Stage stage = stage();
        make(stage, "a", "'name': 'A'");
        stage.delete(DefinedTypes.DEFINITIONS, DEFINITION, "{}").at(10);
        assertThat(stage.find(DefinedTypes.DEFINITIONS, DEFINITION)).isEmpty();
        assertThat(code(stage.client().list(WOMBATS, "default", Map.of()))).isEqualTo(404);
        stage.create(DefinedTypes.DEFINITIONS, definition("wombats", "zoo.test", "Wombat"));
        assertThat(stage.all(WOMBATS)).isEmpty();
    }

    @Test
    void aDefinitionWaitsForObjectsWithFinalizers() {
        Stage stage = stage();
        make(stage, "a", "'name': 'A'");
        stage.patch(WOMBATS, "a", "{'metadata': {'finalizers': ['zoo.test/keeper']}}");
        stage.delete(DefinedTypes.DEFINITIONS, DEFINITION, "{}").at(20);
        assertThat(stage.find(DefinedTypes.DEFINITIONS, DEFINITION)).isPresent();
        assertThat(code(make(stage, "b", "'name': 'B'"))).isEqualTo(403);
        stage.patch(WOMBATS, "a", "{'metadata': {'finalizers': []}}").at(60);
        assertThat(stage.find(DefinedTypes.DEFINITIONS, DEFINITION)).isEmpty();
    }
}
