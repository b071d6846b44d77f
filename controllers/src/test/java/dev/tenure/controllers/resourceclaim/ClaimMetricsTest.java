package dev.tenure.controllers.resourceclaim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Which claims are counted as what, while they come, change and go.
final class ClaimMetricsTest {
    private static final String PLAIN = "{'name': 'r', 'exactly': {'deviceClassName': 'gold'}}";
    private static final String ADMIN = "{'name': 'a', 'exactly': {'deviceClassName': 'gold', 'adminAccess': true}}";
    private static final String ALLOCATED = "'allocation': {}";

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final ClaimMetrics metrics = new ClaimMetrics(registry);

    private static StoredObject claim(String name, String annotations, String requests, String status) {
        String json = """
                {'apiVersion': 'resource.k8s.io/v1', 'kind': 'ResourceClaim',
                 'metadata': {'name': '%s', 'namespace': 'd', 'uid': 'u-%s', 'annotations': {%s}},
                 'spec': {'devices': {'requests': [%s]}}, 'status': {%s}}
                """.formatted(name, name, annotations, requests, status);
        ObjectNode tree = Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        var header = new StoredObject.Header(
                ResourceTypes.RESOURCE_CLAIMS.key("d", name), "u-" + name, Map.of(), List.of(), Map.of(), false);
        return new StoredObject(header, Json.write(tree), 1, _ -> Views.view(ResourceTypes.RESOURCE_CLAIMS, tree));
    }

    /// How many there are, by `allocated admin source`.
    private Map<String, Double> counted() {
        var counted = new TreeMap<String, Double>();
        registry.scrape(name -> name.equals("resourceclaim_controller_resource_claims")).stream()
                .flatMap(family -> ((GaugeSnapshot) family).getDataPoints().stream())
                .forEach(point -> counted.put(
                        "%s %s %s"
                                .formatted(
                                        point.getLabels().get("allocated"),
                                        point.getLabels().get("admin_access"),
                                        point.getLabels().get("source")),
                        point.getValue()));
        return counted;
    }

    @Test
    void oneRequestForAdminAccessMakesAClaimOne() {
        metrics.seen(claim("a", "", PLAIN, ""));
        metrics.seen(claim("b", "", PLAIN + "," + ADMIN, ""));
        metrics.seen(claim("c", "", ADMIN, ALLOCATED));
        assertThat(counted()).isEqualTo(Map.of("false false ", 1.0, "false true ", 1.0, "true true ", 1.0));
    }

    @Test
    void claimsOfPodsAreToldApart() {
        metrics.seen(claim("a", "'resource.kubernetes.io/pod-claim-name': 'x'", PLAIN, ""));
        assertThat(counted()).isEqualTo(Map.of("false false resource_claim_template", 1.0));
    }

    @Test
    void aClaimCountsOnceAndAsWhatItIsNow() {
        metrics.seen(claim("a", "", PLAIN, ""));
        metrics.seen(claim("b", "", PLAIN, ""));
        metrics.seen(claim("a", "", PLAIN, ALLOCATED));
        assertThat(counted()).isEqualTo(Map.of("false false ", 1.0, "true false ", 1.0));
        metrics.gone(ResourceTypes.RESOURCE_CLAIMS.key("d", "a"));
        metrics.gone(ResourceTypes.RESOURCE_CLAIMS.key("d", "unknown"));
        assertThat(counted()).isEqualTo(Map.of("false false ", 1.0));
        metrics.clear();
        assertThat(counted()).isEmpty();
    }
}
