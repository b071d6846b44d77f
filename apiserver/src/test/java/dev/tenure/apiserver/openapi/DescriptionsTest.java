package dev.tenure.apiserver.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.openapi.Descriptions.Entries;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DescriptionsTest {
    private static final int MAX_CHARACTERS = 400;
    private static final int ENTRIES = 2_069;

    private static final String KIND = "x-kubernetes-group-version-kind";

    private final Descriptions descriptions = new Descriptions();

    /// Upstream's end-to-end tests look for these words in what `kubectl explain` prints of defined kinds.
    @Test
    void textsOfTheEnvelopeBeginAsUpstreamsDo() {
        ObjectNode kind = Json.object();
        ObjectNode properties = kind.putObject("properties");
        List.of("apiVersion", "metadata").forEach(properties::putObject);
        new Descriptions().describeEnvelope("Foo", kind, Set.of("apiVersion", "metadata"));
        assertThat(properties.path("apiVersion").path("description").asText()).startsWith("APIVersion defines");
        assertThat(properties.path("metadata").path("description").asText()).startsWith("Standard object's metadata");
        ObjectNode meta =
                (ObjectNode) OpenApiFacts.definitions().path("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
        new Descriptions().describe("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta", meta);
        assertThat(meta.path("properties")
                        .path("creationTimestamp")
                        .path("description")
                        .asText())
                .startsWith("CreationTimestamp is a timestamp");
    }

    @Test
    void everyEntryNamesATypeAndAFieldOfTheSchema() throws IOException, URISyntaxException {
        ObjectNode definitions = OpenApiFacts.definitions();
        var strangers = new ArrayList<String>();
        for (Path file : files()) {
            String group = group(file);
            Entries entries = descriptions.file(group);
            entries.exact().keySet().stream()
                    .filter(key -> !names(definitions.path(group + "." + type(key)), field(key)))
                    .forEach(strangers::add);
            entries.wild().stream()
                    .filter(entry -> definitions.properties().stream()
                            .filter(one -> group.equals(Descriptions.ANY)
                                    || one.getKey().startsWith(group + "."))
                            .filter(one -> entry.matches(
                                    one.getKey().substring(one.getKey().lastIndexOf('.') + 1),
                                    one.getValue().has(KIND)))
                            .noneMatch(one -> names(one.getValue(), entry.field())))
                    .forEach(entry -> strangers.add(entry.type() + "." + entry.field()));
        }
        assertThat(strangers).isEmpty();
    }

    @Test
    void everyTextIsShortPlainAndASentence() throws IOException, URISyntaxException {
        var keys = new HashSet<String>();
        for (Path file : files()) {
            for (String line : Files.readAllLines(file)) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] parts = line.split(" = ", 2);
                assertThat(parts).as(line).hasSize(2);
                assertThat(keys.add(group(file) + " " + parts[0]))
                        .as("%s stands once", parts[0])
                        .isTrue();
                assertThat(parts[1])
                        .as(parts[0])
                        .hasSizeBetween(4, MAX_CHARACTERS)
                        .endsWith(".")
                        .matches("[ -~]+")
                        .doesNotContain("\\", "  ");
            }
        }
        assertThat(keys).hasSizeGreaterThanOrEqualTo(ENTRIES);
    }

    @Test
    void theOwnEntryOfATypeWinsOverAPattern() {
        Entries core = descriptions.file("io.k8s.api.core.v1");
        assertThat(core.text("PersistentVolumeClaimVolumeSource", "readOnly", false))
                .isNotEqualTo(core.text("NFSVolumeSource", "readOnly", false))
                .isPresent();
    }

    @Test
    void whatTheAuthorOfADefinitionWroteStays() {
        ObjectNode schema = Json.object();
        ObjectNode properties = schema.putObject("properties");
        properties.putObject("apiVersion").put("description", "Own words.");
        properties.putObject("kind");
        properties.putObject("spec");
        descriptions.describeEnvelope("Widget", schema, Set.of("apiVersion", "kind"));
        assertThat(properties.path("apiVersion").path("description").asText()).isEqualTo("Own words.");
        assertThat(properties.path("kind").path("description").asText()).contains("CamelCase");
        assertThat(properties.path("spec")).isEmpty();
    }

    private static String group(Path file) {
        return file.getFileName().toString().replaceAll("(_.*)?\\.properties", "");
    }

    private static String type(String key) {
        return key.contains(".") ? key.substring(0, key.indexOf('.')) : key;
    }

    private static String field(String key) {
        return key.contains(".") ? key.substring(key.indexOf('.') + 1) : "";
    }

    private static boolean names(JsonNode schema, String field) {
        return field.isEmpty() ? schema.isObject() : schema.path("properties").has(field);
    }

    private static List<Path> files() throws IOException, URISyntaxException {
        URI one = Objects.requireNonNull(Descriptions.class.getResource("descriptions/any.properties"))
                .toURI();
        try (var all = Files.list(Objects.requireNonNull(Path.of(one).getParent()))) {
            return all.sorted().toList();
        }
    }
}
