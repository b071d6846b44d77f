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
import dev.tenure.runtime.io.Pause;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The Scale of a kind that was defined at run time, while others write its object: a webhook that is asked
/// about the Scale changes the object before it answers for the first time.
class DefinedScaleTest {
    private static final Target LAMPS = new Target("zoo.test", "v1", "lamps", "default", "", "");
    private static final Target LAMP = new Target("zoo.test", "v1", "lamps", "default", "one", "");
    private static final Target SCALE = new Target("zoo.test", "v1", "lamps", "default", "one", "scale");

    private final RunningServer server = new RunningServer();
    private final StandInWebhook webhook = new StandInWebhook();

    @BeforeEach
    void define() {
        server.create(new Target("apiextensions.k8s.io", "v1", "customresourcedefinitions", "", "", ""), """
                {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
                 'metadata': {'name': 'lamps.zoo.test'},
                 'spec': {'group': 'zoo.test', 'scope': 'Namespaced', 'names': {'plural': 'lamps', 'kind': 'Lamp'},
                  'versions': [{'name': 'v1', 'served': true, 'storage': true,
                   'subresources': {'scale': {'specReplicasPath': '.spec.replicas', 'statusReplicasPath': '.status.replicas'}},
                   'schema': {'openAPIV3Schema': {'type': 'object', 'properties': {'spec': {'type': 'object',
                    'properties': {'replicas': {'type': 'integer'}, 'colour': {'type': 'string'}}}}}}},
                   {'name': 'v2', 'served': true, 'storage': false,
                   'subresources': {'scale': {'specReplicasPath': '.spec.replicas', 'statusReplicasPath': '.status.replicas'}},
                   'schema': {'openAPIV3Schema': {'type': 'object', 'properties': {'spec': {'type': 'object',
                    'properties': {'replicas': {'type': 'integer'}, 'colour': {'type': 'string'}}}}}}}]}}""");
        until(() -> server.call(Verb.LIST, LAMPS) instanceof ApiReply.Many);
        server.create(
                LAMPS,
                "{'apiVersion': 'zoo.test/v1', 'kind': 'Lamp', 'metadata': {'name': 'one'}, 'spec': {'replicas': 1}}");
        webhook.at("/scale", this::answer);
        server.create(
                new Target("admissionregistration.k8s.io", "v1", "validatingwebhookconfigurations", "", "", ""),
                """
                {'apiVersion': 'admissionregistration.k8s.io/v1', 'kind': 'ValidatingWebhookConfiguration',
                 'metadata': {'name': 'scales'},
                 'webhooks': [{'name': 'scales.zoo.test', 'admissionReviewVersions': ['v1'], 'sideEffects': 'None',
                  'clientConfig': {'url': '%s', 'caBundle': '%s'},
                  'rules': [{'apiGroups': ['zoo.test'], 'apiVersions': ['v1'], 'operations': ['UPDATE'],
                   'resources': ['lamps/scale']}]}]}""".formatted(webhook.url("/scale"), webhook.bundle()));
        until(() -> {
            scale("{'replicas': 2}", "");
            return !webhook.asked().isEmpty();
        });
        webhook.forgetAsked();
    }

    @AfterEach
    void close() {
        server.close();
        webhook.close();
    }

    private void until(BooleanSupplier happened) {
        for (int tries = 0; !happened.getAsBoolean(); tries++) {
            assertThat(tries).isLessThan(500);
            Pause.of(Duration.ofMillis(10), server.time());
        }
    }

    private Reply answer(ObjectNode review) {
        if (webhook.asked().size() == 1) {
            server.patch(LAMP, Body.MERGE_PATCH, "{'metadata': {'labels': {'colour': 'red'}}}");
        }
        return StandInWebhook.allow(review);
    }

    private ApiReply scale(String spec, String metadata) {
        byte[] body = """
                {'apiVersion': 'autoscaling/v1', 'kind': 'Scale', 'metadata': {'name': 'one', 'namespace': 'default'%s},
                 'spec': %s}""".formatted(metadata, spec).replace('\'', '"').getBytes(UTF_8);
        return server.api()
                .call(new ApiRequest(Verb.UPDATE, SCALE, Map.of(), new Body(Body.JSON, body), RunningServer.ADMIN));
    }

    private StoredObject stored() {
        return ((ApiReply.One) server.call(Verb.GET, LAMP)).object();
    }

    private JsonNode lamp() {
        return Json.read(stored().json());
    }

    @Test
    void isWrittenAgainWhenItStatesNoRevisionAndAnotherWriteCameFirst() {
        server.patch(LAMP, Body.MERGE_PATCH, "{'metadata': {'labels': null}}");
        assertThat(scale("{'replicas': 3}", "")).isInstanceOf(ApiReply.Document.class);
        assertThat(webhook.asked()).hasSize(2);
        assertThat(lamp().at("/spec/replicas").asInt()).isEqualTo(3);
        assertThat(lamp().at("/metadata/labels/colour").asText()).isEqualTo("red");
    }

    @Test
    void isRefusedWhenTheRevisionThatItStatesIsNoLongerThere() {
        server.patch(LAMP, Body.MERGE_PATCH, "{'metadata': {'labels': null}}");
        long revision = stored().revision();
        ApiReply refused = scale("{'replicas': 3}", ", 'resourceVersion': '" + revision + "'");
        assertThat(refused).isInstanceOf(ApiReply.Failure.class);
        assertThat(((ApiReply.Failure) refused).status().code()).isEqualTo(409);
        assertThat(lamp().at("/spec/replicas").asInt()).isEqualTo(2);
    }

    @Test
    void whoWroteInAnotherVersionKeepsWhatTheScaleDoesNotWrite() {
        var second = new Target("zoo.test", "v2", "lamps", "default", "one", "");
        server.patch(second, Body.MERGE_PATCH, "{'spec': {'colour': 'red', 'replicas': 7}}");
        scale("{'replicas': 3}", "");
        JsonNode managers = lamp().at("/metadata/managedFields");
        assertThat(managers.toString())
                .contains("'apiVersion':'zoo.test/v2'".replace('\'', '"'))
                .contains("'fieldsV1':{'f:spec':{'f:colour':{}}}".replace('\'', '"'));
    }
}
