package dev.tenure.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.openapi.OpenApiDocuments;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The OpenAPI documents of all versions of groups that a server can serve, those of measured usage among
/// them.
final class ServedDocumentsTest {
    @Test
    void eachVersionHasPathsAndSchemasAndNothingRefersToWhatIsNotThere() {
        var table = KindList.measured(KindList.standard());
        OpenApiDocuments documents = OpenApiDocuments.of(table);
        List<String> names = new ArrayList<>();
        table.groups()
                .forEach((group, versions) -> versions.forEach(version -> names.add(
                        group.isEmpty() ? "api/" + version.version() : "apis/" + group + "/" + version.version())));
        assertThat(names).contains("api/v1", "apis/metrics.k8s.io/v1beta1").allSatisfy(name -> {
            JsonNode document = Json.read(documents.v3(name).orElseThrow().bytes());
            JsonNode schemas = document.path("components").path("schemas");
            assertThat(document.path("paths").size()).isPositive();
            assertThat(schemas.size()).isPositive();
            List<String> references = new ArrayList<>();
            references(document, references);
            assertThat(references).isNotEmpty().allMatch(schemas::has);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "api, /api/, getCoreAPIVersions, core, 3",
        "apis, /apis/, getAPIVersions, apis, 3",
        "apis/apps, /apis/apps/, getAppsAPIGroup, apps, 3",
        "apis/rbac.authorization.k8s.io, /apis/rbac.authorization.k8s.io/, getRbacAuthorizationAPIGroup, rbacAuthorization, 3",
        "version, /version/, getCodeVersion, version, 1",
        "api/v1, /api/v1/, getCoreV1APIResources, core_v1, 3",
        "apis/apps/v1, /apis/apps/v1/, getAppsV1APIResources, apps_v1, 3",
        "apis/flowcontrol.apiserver.k8s.io/v1, /apis/flowcontrol.apiserver.k8s.io/v1/, getFlowcontrolApiserverV1APIResources, flowcontrolApiserver_v1, 3",
        "openid/v1/jwks, /openid/v1/jwks/, getServiceAccountIssuerOpenIDKeyset, openid, 1",
        ".well-known/openid-configuration, /.well-known/openid-configuration/, getServiceAccountIssuerOpenIDConfiguration, WellKnown, 1"
    })
    void pagesAreToldWithTheirNamesFormsAndSchemas(String name, String path, String id, String tag, int forms) {
        OpenApiDocuments documents = OpenApiDocuments.of(KindList.standard());
        JsonNode document = Json.read(documents.v3(name).orElseThrow().bytes());
        JsonNode get = document.path("paths").path(path).path("get");
        assertThat(get.path("operationId").asText()).isEqualTo(id);
        assertThat(get.path("tags").path(0).asText()).isEqualTo(tag);
        assertThat(get.at("/responses/200/content").size()).isEqualTo(forms);
        List<String> references = new ArrayList<>();
        references(document, references);
        JsonNode schemas = document.path("components").path("schemas");
        assertThat(references).allMatch(schemas::has);
        assertThat(document.at("/components/securitySchemes/BearerToken/name").asText())
                .isEqualTo("authorization");
        assertThat(document.at("/info/version").asText()).isEqualTo("1.36");
    }

    @Test
    void whatEnterPodsIsNamedByItsMethodAndFlagsAreFlags() {
        OpenApiDocuments documents = OpenApiDocuments.of(KindList.standard());
        JsonNode paths = Json.read(documents.v3("api/v1").orElseThrow().bytes()).path("paths");
        JsonNode exec = paths.path("/api/v1/namespaces/{namespace}/pods/{name}/exec");
        assertThat(exec.at("/get/operationId").asText()).isEqualTo("connectCoreV1GetNamespacedPodExec");
        assertThat(exec.at("/post/operationId").asText()).isEqualTo("connectCoreV1PostNamespacedPodExec");
        assertThat(paths.path("/api/v1/nodes/{name}/proxy/{path}")
                        .at("/put/operationId")
                        .asText())
                .isEqualTo("connectCoreV1PutNodeProxyWithPath");
        assertThat(paths.path("/api/v1/nodes/{name}/proxy/{path}")
                        .path("parameters")
                        .valueStream()
                        .map(one -> one.path("name").asText() + " in "
                                + one.path("in").asText()))
                .containsExactly("name in path", "path in path", "path in query");
        JsonNode tty = exec.path("parameters")
                .valueStream()
                .filter(one -> one.path("name").asText().equals("tty"))
                .findFirst()
                .orElseThrow();
        assertThat(tty.at("/schema/type").asText()).isEqualTo("boolean");
    }

    @Test
    void optionsOfDeletionsAreOfTheCoreAndOfTheGroupOfTheDocument() {
        OpenApiDocuments documents = OpenApiDocuments.of(KindList.standard());
        for (var each : Map.of("api/v1", List.of(""), "apis/batch/v1", List.of("", "batch"))
                .entrySet()) {
            JsonNode document =
                    Json.read(documents.v3(each.getKey()).orElseThrow().bytes());
            JsonNode kinds = document.path("components")
                    .path("schemas")
                    .path("io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions")
                    .path("x-kubernetes-group-version-kind");
            assertThat(kinds.valueStream().map(kind -> kind.path("group").asText()))
                    .containsExactlyElementsOf(each.getValue());
        }
    }

    @Test
    void theDocumentOfTheSecondVersionRefersToNothingThatIsNotThere() {
        OpenApiDocuments documents = OpenApiDocuments.of(KindList.measured(KindList.standard()));
        JsonNode document = Json.read(documents.v2().bytes());
        List<String> references = new ArrayList<>();
        references(document, references);
        assertThat(references).isNotEmpty().allMatch(document.path("definitions")::has);
        assertThat(document.at(
                                "/paths/~1api~1v1~1namespaces~1{namespace}~1pods~1{name}~1log/get/responses/200/schema/type")
                        .asText())
                .isEqualTo("string");
    }

    @Test
    void theSecondVersionTellsWhichWordsAFieldMayHave() {
        JsonNode document =
                Json.read(OpenApiDocuments.of(KindList.standard()).v2().bytes());
        assertThat(document.at("/definitions/io.k8s.api.core.v1.Taint/properties/effect/enum")
                        .valueStream()
                        .map(JsonNode::asText))
                .containsExactly("NoExecute", "NoSchedule", "PreferNoSchedule");
        assertThat(document.at("/paths/~1api~1v1~1/get/tags/0").asText()).isEqualTo("core_v1");
        assertThat(document.at("/paths/~1api~1v1~1nodes/get/schemes/0").asText())
                .isEqualTo("https");
    }

    @Test
    void whatIsSaidOfUsageIsDescribed() {
        OpenApiDocuments documents = OpenApiDocuments.of(KindList.measured(KindList.standard()));
        JsonNode definitions = Json.read(documents.v2().bytes()).path("definitions");
        for (String kind : List.of("NodeMetrics", "PodMetrics", "ContainerMetrics", "PodMetricsList")) {
            JsonNode schema = definitions.path("io.k8s.metrics.pkg.apis.metrics.v1beta1." + kind);
            assertThat(schema.has("description")).as(kind).isTrue();
            assertThat(schema.path("properties").properties())
                    .isNotEmpty()
                    .allMatch(field -> field.getValue().has("description"), kind);
        }
    }

    private static void references(JsonNode node, List<String> into) {
        String reference = node.path("$ref").asText("");
        if (node.path("$ref").isTextual()) {
            into.add(reference.substring(reference.lastIndexOf('/') + 1));
        }
        node.forEach(child -> references(child, into));
    }
}
