package dev.tenure.apiserver.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.kinds.KindTable;
import dev.tenure.apiserver.openapi.Descriptions.Entries;
import dev.tenure.wire.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
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
    private static final int ENTRIES = 2_039;

    /// Of all fields of all served kinds; this figure may only grow.
    private static final double SHARE_OF_ALL = 1.0;

    private static final String KIND = "x-kubernetes-group-version-kind";
    private static final String CORE = "io.k8s.api.core.v1.";
    private static final String APPS = "io.k8s.api.apps.v1.";
    private static final String RBAC = "io.k8s.api.rbac.v1.";

    /// The kinds that users of taints, scheduling, evictions, workloads and node agents meet.
    private static final List<String> EVERYDAY = List.of(
            CORE + "Pod",
            CORE + "Node",
            CORE + "Namespace",
            CORE + "ConfigMap",
            CORE + "Secret",
            CORE + "Service",
            CORE + "ServiceAccount",
            CORE + "Endpoints",
            CORE + "Event",
            CORE + "LimitRange",
            CORE + "ResourceQuota",
            CORE + "PersistentVolume",
            CORE + "PersistentVolumeClaim",
            APPS + "Deployment",
            APPS + "ReplicaSet",
            APPS + "DaemonSet",
            APPS + "StatefulSet",
            APPS + "ControllerRevision",
            RBAC + "Role",
            RBAC + "RoleBinding",
            RBAC + "ClusterRole",
            RBAC + "ClusterRoleBinding",
            "io.k8s.api.batch.v1.Job",
            "io.k8s.api.batch.v1.CronJob",
            "io.k8s.api.coordination.v1.Lease",
            "io.k8s.api.policy.v1.PodDisruptionBudget",
            "io.k8s.api.policy.v1.Eviction",
            "io.k8s.api.scheduling.v1.PriorityClass",
            "io.k8s.api.node.v1.RuntimeClass",
            "io.k8s.api.storage.v1.StorageClass",
            "io.k8s.api.autoscaling.v1.Scale",
            "io.k8s.api.events.v1.Event",
            "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition",
            "io.k8s.apimachinery.pkg.apis.meta.v1.Condition",
            "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta",
            "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions",
            "io.k8s.apimachinery.pkg.apis.meta.v1.Status");

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
    void everydayKindsAreDescribedWhole() {
        OpenApiFacts facts = OpenApiFacts.load(KindTable.standard());
        var missing = new ArrayList<String>();
        int fields = 0;
        for (String name : facts.neededOf(EVERYDAY)) {
            JsonNode schema = facts.definition(name);
            if (!schema.has("description")) {
                missing.add(name);
            }
            for (var field : schema.path("properties").properties()) {
                fields++;
                if (!field.getValue().has("description")) {
                    missing.add(name + "." + field.getKey());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(fields).isGreaterThan(1_300);
    }

    @Test
    void theShareOfDescribedFieldsOfAllServedKindsOnlyGrows() {
        OpenApiFacts facts = OpenApiFacts.load(KindTable.standard());
        int fields = 0;
        int described = 0;
        for (String name : facts.needed(facts.operations())) {
            for (JsonNode field : facts.definition(name).path("properties")) {
                fields++;
                described += field.has("description") ? 1 : 0;
            }
        }
        assertThat((double) described / fields)
                .as("%d of %d", described, fields)
                .isGreaterThanOrEqualTo(SHARE_OF_ALL);
    }

    @Test
    void theOwnEntryOfATypeWinsOverAPattern() {
        Entries core = descriptions.file("io.k8s.api.core.v1");
        assertThat(core.text("PersistentVolumeClaimVolumeSource", "readOnly", false))
                .isNotEqualTo(core.text("NFSVolumeSource", "readOnly", false))
                .isPresent();
        OpenApiFacts facts = OpenApiFacts.load(KindTable.standard());
        assertThat(text(facts, CORE + "NodeCondition", "status")).contains("silent");
        assertThat(text(facts, CORE + "PodCondition", "status")).startsWith("True, False or Unknown.");
        assertThat(text(facts, "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference", "apiVersion"))
                .contains("owner");
    }

    @Test
    void whatTheAuthorOfADefinitionSaidStays() {
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

    @Test
    void bothVersionsAndTheProtobufFormSayTheSame() {
        OpenApiDocuments documents = OpenApiDocuments.of(KindTable.standard());
        String words = "Absent means for good; 0 or less means it is evicted at once.";
        assertThat(latin(documents.v3("api/v1").orElseThrow().bytes())).contains(words);
        assertThat(latin(documents.v2().bytes())).contains(words);
        assertThat(latin(documents.v2Proto().bytes())).contains(words);
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String text(OpenApiFacts facts, String type, String field) {
        return facts.definition(type)
                .path("properties")
                .path(field)
                .path("description")
                .asText();
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
