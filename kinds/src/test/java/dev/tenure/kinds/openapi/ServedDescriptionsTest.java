package dev.tenure.kinds.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.openapi.OpenApiDocuments;
import dev.tenure.kinds.KindList;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What the OpenAPI documents say of the fields of all kinds that are served.
class ServedDescriptionsTest {
    /// Of all fields of all served kinds; this figure may only grow.
    private static final double SHARE_OF_ALL = 1.0;

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

    private final OpenApiDocuments documents = OpenApiDocuments.of(KindList.standard());
    private final JsonNode definitions = Json.read(documents.v2().bytes()).path("definitions");

    @Test
    void everydayKindsAreDescribedWhole() {
        var missing = new ArrayList<String>();
        int fields = 0;
        for (String name : neededOf(EVERYDAY)) {
            JsonNode schema = definitions.path(name);
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
        int fields = 0;
        int described = 0;
        for (JsonNode schema : definitions) {
            for (JsonNode field : schema.path("properties")) {
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
        assertThat(text(CORE + "NodeCondition", "status")).contains("silent");
        assertThat(text(CORE + "PodCondition", "status")).startsWith("True, False or Unknown.");
        assertThat(text("io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference", "apiVersion"))
                .contains("owner");
    }

    @Test
    void bothVersionsAndTheProtobufFormSayTheSame() {
        String words = "Absent means for good; 0 or less means it is evicted at once.";
        assertThat(latin(documents.v3("api/v1").orElseThrow().bytes())).contains(words);
        assertThat(latin(documents.v2().bytes())).contains(words);
        assertThat(latin(documents.v2Proto().bytes())).contains(words);
    }

    private Set<String> neededOf(Collection<String> names) {
        var found = new TreeSet<String>();
        var waiting = new LinkedHashSet<>(names);
        while (!waiting.isEmpty()) {
            String name = waiting.removeFirst();
            if (found.add(name)) {
                references(definitions.path(name), waiting);
            }
        }
        return found;
    }

    private static void references(JsonNode schema, Set<String> into) {
        JsonNode reference = schema.path("$ref");
        if (reference.isTextual()) {
            String text = reference.asText();
            into.add(text.substring(text.lastIndexOf('/') + 1));
        }
        schema.forEach(child -> references(child, into));
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private String text(String type, String field) {
        return definitions
                .path(type)
                .path("properties")
                .path(field)
                .path("description")
                .asText();
    }
}
