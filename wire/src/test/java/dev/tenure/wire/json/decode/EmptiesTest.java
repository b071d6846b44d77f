package dev.tenure.wire.json.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What was empty in a text is known by its place, and is not in the object.
final class EmptiesTest {
    private static final GroupVersionKind JOB = new GroupVersionKind("batch", "v1", "Job");
    private static final ObjectCodec CODEC = ObjectCodec.builtIn();
    private static final String TEXT = """
        {"metadata": {"name": "j", "labels": {}}, "spec": {
          "podFailurePolicy": {"rules": []},
          "template": {"metadata": {"annotations": {}}, "spec": {
            "nodeSelector": {}, "securityContext": {},
            "containers": [{"name": "c", "env": []}, {"name": "d", "ports": [{"containerPort": 1}]}]}}}}""";
    private static final List<String> LISTS =
            List.of("spec.podFailurePolicy.rules", "spec.template.spec.containers[0].env");
    private static final List<String> MAPS =
            List.of("metadata.labels", "spec.template.metadata.annotations", "spec.template.spec.nodeSelector");

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Decoded decoded() {
        return CODEC.decode(ObjectCodec.Format.JSON, bytes(TEXT), JOB);
    }

    private static void areKnown(Empties empties) {
        LISTS.forEach(place -> assertThat(empties.at(place)).as(place).hasValue(Json.array()));
        MAPS.forEach(place -> assertThat(empties.at(place)).as(place).hasValue(Json.object()));
        assertThat(empties.at("spec.template.spec.securityContext")).isEmpty();
        assertThat(empties.at("spec.template.spec.containers[1].env")).isEmpty();
    }

    @Test
    void aTextTellsWhatIsEmptyInIt() {
        areKnown(decoded().empties());
        assertThat(decoded().object().path("metadata").has("labels")).isFalse();
    }

    @Test
    void aTreeTellsTheSame() {
        ObjectNode tree = Json.readObject(bytes(TEXT));
        ObjectNode base =
                CODEC.decode(ObjectCodec.Format.JSON, bytes("{}"), JOB).object();
        tree.put("kind", "Job").put("apiVersion", "batch/v1");
        areKnown(CODEC.canonical(tree, base, JOB).empties());
    }

    @Test
    void aPartIsShownWithWhatWasEmptyInIt() {
        JsonNode spec = decoded().object().path("spec").path("template").path("spec");
        JsonNode shown = decoded().empties().in("spec.template.spec", spec);
        assertThat(shown.path("nodeSelector")).isEqualTo(Json.object());
        assertThat(shown.path("containers").path(0).path("env")).isEqualTo(Json.array());
        assertThat(spec.has("nodeSelector")).isFalse();
        JsonNode other = spec.path("containers").path(1);
        assertThat(decoded().empties().in("spec.template.spec.containers[1]", other))
                .isSameAs(other);
        assertThat(decoded().empties().in("metadata.labels", MissingNode.INSTANCE))
                .isEqualTo(Json.object());
    }

    @Test
    void whatIsStoredDoesNotTellEmptyFromAbsent() {
        ObjectNode job = decoded().object();
        assertThat(job.at("/spec/podFailurePolicy/rules")).isEqualTo(Json.array());
        decoded().empties().forget(job);
        assertThat(job.at("/spec/podFailurePolicy/rules").isNull()).isTrue();
    }

    @Test
    void aKeyMayBeSpelledAsPlacesAre() {
        var kind = new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition");
        String text = """
            {"kind": "CustomResourceDefinition", "apiVersion": "apiextensions.k8s.io/v1", "spec": {"versions": [
              {"name": "v1", "schema": {"openAPIV3Schema": {"properties": {
                "]": {"required": []}, "a].b[0]": {"properties": {}}, "a": {"enum": []}, "[x": {"required": []}}}}}]}}""";
        Decoded read = CODEC.decode(ObjectCodec.Format.JSON, bytes(text), kind);
        Decoded taken = CODEC.canonical(Json.readObject(bytes(text)), Json.object(), kind);
        for (Decoded decoded : List.of(read, taken)) {
            String place = "spec.versions[0].schema.openAPIV3Schema.properties";
            assertThat(decoded.empties().at(place + "[]].required")).hasValue(Json.array());
            ObjectNode object = decoded.object();
            ObjectNode properties = (ObjectNode) object.at("/spec/versions/0/schema/openAPIV3Schema/properties");
            JsonNode shown = decoded.empties().in(place + "[a]", properties.path("a"));
            assertThat(shown).isEqualTo(Json.readObject(bytes("{\"enum\": []}")));
            assertThat(decoded.empties().in(place, properties).path("]").path("required"))
                    .isEqualTo(Json.array());
            decoded.empties().forget(object);
            assertThat(properties.path("]").path("required").isEmpty()).isTrue();
        }
    }
}
