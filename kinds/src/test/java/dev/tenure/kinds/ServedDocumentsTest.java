package dev.tenure.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.openapi.OpenApiDocuments;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

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
