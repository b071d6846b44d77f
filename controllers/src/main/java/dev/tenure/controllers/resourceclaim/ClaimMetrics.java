package dev.tenure.controllers.resourceclaim;

import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is counted of claims of devices, under upstream's names. Confined to one loop. Upstream:
/// resourceclaim/metrics/metrics.go.
public final class ClaimMetrics {
    private final Counter creates;
    private final Gauge claims;
    private final Map<ObjectKey, List<String>> known = new HashMap<>();
    private final Map<List<String>, Integer> counts = new HashMap<>();

    public ClaimMetrics(PrometheusRegistry registry) {
        creates = Counter.builder()
                .name("resourceclaim_controller_creates_total")
                .help("Requests to create a ResourceClaim, by what came of them and whether for admin access.")
                .labelNames("status", "admin_access")
                .withoutExemplars()
                .register(registry);
        claims = Gauge.builder()
                .name("resourceclaim_controller_resource_claims")
                .help(
                        "ResourceClaims, by whether they are allocated, whether for admin access, and where they come from.")
                .labelNames("allocated", "admin_access", "source")
                .withoutExemplars()
                .register(registry);
    }

    void created(boolean succeeded, boolean admin) {
        creates.labelValues(succeeded ? "success" : "failure", Boolean.toString(admin))
                .inc();
    }

    /// Nothing is known any more.
    void clear() {
        known.clear();
        counts.clear();
        claims.clear();
    }

    void seen(StoredObject claim) {
        gone(claim.key());
        List<String> labels = labels(claim.view(ResourceClaim.class));
        known.put(claim.key(), labels);
        count(labels, 1);
    }

    void gone(ObjectKey claim) {
        Optional.ofNullable(known.remove(claim)).ifPresent(labels -> count(labels, -1));
    }

    private void count(List<String> labels, int more) {
        int now = counts.merge(labels, more, Integer::sum);
        String[] values = labels.toArray(String[]::new);
        if (now == 0) {
            counts.remove(labels);
            claims.remove(values);
        } else {
            claims.labelValues(values).set(now);
        }
    }

    private static List<String> labels(ResourceClaim claim) {
        boolean admin = claim.requests().stream()
                .flatMap(request -> request.alternatives().stream())
                .anyMatch(ResourceClaim.Devices::isAdmin);
        return List.of(Boolean.toString(claim.use().allocated()), Boolean.toString(admin), source(claim));
    }

    private static String source(ResourceClaim claim) {
        if (claim.isExtended()) {
            return "extended_resource";
        }
        return claim.meta().annotations().getOrDefault(ClaimCalls.POD_CLAIM, "").isEmpty()
                ? ""
                : "resource_claim_template";
    }
}
