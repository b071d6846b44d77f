package dev.tenure.apiserver.http.page;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `/healthz`, `/livez` and `/readyz` with their sub-paths, and how often each check succeeded. Upstream:
/// apiserver/pkg/server/healthz, component-base/metrics/prometheus/slis.
public final class HealthPages {
    static final int ROOT_CHARS_MAX = "/healthz".length();
    private static final List<String> ROOTS = List.of("healthz", "livez", "readyz");

    private static final String READY = "readyz";

    /// What an API server has done before it listens, under upstream's names for it and in upstream's order.
    private static final List<String> DONE = List.of(
            "poststarthook/start-apiserver-admission-initializer",
            "poststarthook/generic-apiserver-start-informers",
            "poststarthook/priority-and-fairness-config-consumer",
            "poststarthook/priority-and-fairness-filter",
            "poststarthook/start-apiextensions-informers",
            "poststarthook/start-apiextensions-controllers",
            "poststarthook/crd-informer-synced",
            "poststarthook/start-system-namespaces-controller",
            "poststarthook/start-cluster-authentication-info-controller",
            "poststarthook/start-kube-apiserver-identity-lease-controller",
            "poststarthook/start-kube-apiserver-identity-lease-garbage-collector",
            "poststarthook/storage-readiness",
            "poststarthook/start-legacy-token-tracking-controller",
            "poststarthook/start-service-ip-repair-controllers",
            "poststarthook/rbac/bootstrap-roles",
            "poststarthook/scheduling/bootstrap-system-priority-classes",
            "poststarthook/priority-and-fairness-config-producer",
            "poststarthook/bootstrap-controller",
            "poststarthook/start-kubernetes-service-cidr-controller",
            "poststarthook/start-kube-aggregator-informers",
            "poststarthook/apiservice-status-local-available-controller",
            "poststarthook/apiservice-status-remote-available-controller",
            "poststarthook/apiservice-registration-controller",
            "poststarthook/apiservice-discovery-controller",
            "poststarthook/kube-apiserver-autoregistration",
            "autoregister-completion",
            "poststarthook/apiservice-openapi-controller",
            "poststarthook/apiservice-openapiv3-controller");

    private final Map<String, BooleanSupplier> checks;
    private final Map<String, BooleanSupplier> readiness;
    private final PrometheusRegistry indicators = new PrometheusRegistry();
    private final Gauge last = Gauge.builder()
            .name("kubernetes_healthcheck")
            .help("This metric records the result of a single healthcheck.")
            .labelNames("name", "type")
            .register(indicators);
    private final Counter all = Counter.builder()
            .name("kubernetes_healthchecks_total")
            .help("This metric records the results of all healthcheck.")
            .labelNames("name", "status", "type")
            .register(indicators);

    /// @param code 200 or 500
    public record Answer(int code, String text) {}

    /// @param checks by name, in the order in which they are shown; none may block, for the threads of the
    ///     socket ask
    /// @param readiness those of `/readyz`: a server that cannot take new objects lives all the same
    /// @param begun the wall clock when the server began
    public HealthPages(Map<String, BooleanSupplier> checks, Map<String, BooleanSupplier> readiness, Instant begun) {
        this.checks = new LinkedHashMap<>(checks);
        this.readiness = new LinkedHashMap<>(readiness);
        Gauge.builder()
                .name("process_start_time_seconds")
                .help("Start time of the process since unix epoch in seconds.")
                .register(indicators)
                .set((double) begun.getEpochSecond());
    }

    /// Those of an API server.
    ///
    /// @param reaches whether it reaches its store, which upstream's says of etcd
    /// @param writes whether its store takes new objects
    public static HealthPages ofServer(BooleanSupplier reaches, BooleanSupplier writes, Instant begun) {
        Map<String, BooleanSupplier> checks = begin(reaches);
        Map<String, BooleanSupplier> readiness = begin(writes);
        readiness.put("etcd-readiness", writes);
        // a server that answers has read what there was, and does not end just now
        readiness.put("informer-sync", () -> true);
        for (String name : DONE) {
            checks.put(name, () -> true);
            readiness.put(name, () -> true);
        }
        readiness.put("shutdown", () -> true);
        return new HealthPages(checks, readiness, begun);
    }

    private static Map<String, BooleanSupplier> begin(BooleanSupplier store) {
        Map<String, BooleanSupplier> checks = new LinkedHashMap<>();
        checks.put("ping", () -> true);
        checks.put("log", () -> true);
        checks.put("etcd", store);
        return checks;
    }

    /// Where all of this is.
    public List<String> paths() {
        return ROOTS.stream()
                .flatMap(root -> Stream.concat(
                        Stream.of("/" + root), of(root).keySet().stream().map(name -> "/" + root + "/" + name)))
                .toList();
    }

    /// What came of the checks so far: what `/metrics/slis` shows.
    public PrometheusRegistry indicators() {
        return indicators;
    }

    /// Whether the path is one of the three that probes ask for.
    static boolean isRoot(String path) {
        return path.length() > 1 && ROOTS.contains(path.substring(1));
    }

    /// @return empty when the path is not one of health
    Optional<Answer> answer(String path, boolean verbose, List<String> excluded) {
        String[] parts = path.split("/", 3);
        if (parts.length < 2 || !ROOTS.contains(parts[1])) {
            return Optional.empty();
        }
        if (parts.length == 2) {
            return Optional.of(all(parts[1], verbose, excluded));
        }
        BooleanSupplier check = of(parts[1]).get(parts[2]);
        return Optional.ofNullable(check)
                .map(c -> c.getAsBoolean()
                        ? new Answer(200, "ok")
                        : new Answer(500, "internal server error: " + parts[2] + " failed\n"));
    }

    private Map<String, BooleanSupplier> of(String root) {
        return root.equals(READY) ? readiness : checks;
    }

    private Answer all(String root, boolean verbose, List<String> excluded) {
        var lines = new StringBuilder();
        boolean good = true;
        for (var check : of(root).entrySet()) {
            if (excluded.contains(check.getKey())) {
                lines.append("[+]").append(check.getKey()).append(" excluded: ok\n");
                continue;
            }
            boolean ok = check.getValue().getAsBoolean();
            last.labelValues(check.getKey(), root).set(ok ? 1 : 0);
            all.labelValues(check.getKey(), ok ? "success" : "error", root).inc();
            good &= ok;
            lines.append(ok ? "[+]" : "[-]").append(check.getKey()).append(ok ? " ok\n" : " failed: reason withheld\n");
        }
        String unknown = new TreeSet<>(excluded)
                .stream()
                        .filter(name -> !of(root).containsKey(name))
                        .map(name -> '"' + name + '"')
                        .collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            lines.append("warn: some health checks cannot be excluded: no matches for ")
                    .append(unknown)
                    .append('\n');
        }
        if (!good) {
            return new Answer(500, lines.append(root).append(" check failed\n").toString());
        }
        return new Answer(
                200, verbose ? lines.append(root).append(" check passed\n").toString() : "ok");
    }
}
