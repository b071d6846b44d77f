package dev.tenure.apiserver.http.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class HealthPagesTest {
    private boolean writes = true;
    private boolean reaches = true;
    private final HealthPages pages =
            new HealthPages(Map.of("ping", () -> true), readiness(), Instant.ofEpochSecond(1_700_000_000));

    private Map<String, BooleanSupplier> readiness() {
        Map<String, BooleanSupplier> checks = new LinkedHashMap<>();
        checks.put("ping", () -> true);
        checks.put("store", () -> writes);
        return checks;
    }

    private int code(String path) {
        return pages.answer(path, false, List.of()).orElseThrow().code();
    }

    @Test
    void aServerThatCannotWriteLivesButIsNotReady() {
        assertThat(code("/readyz")).isEqualTo(200);
        writes = false;
        assertThat(code("/readyz")).isEqualTo(500);
        assertThat(code("/readyz/store")).isEqualTo(500);
        assertThat(code("/livez")).isEqualTo(200);
        assertThat(code("/healthz")).isEqualTo(200);
        assertThat(pages.answer("/livez/store", false, List.of())).isEmpty();
        assertThat(pages.answer("/readyz", true, List.of("store")).orElseThrow().text())
                .isEqualTo("[+]ping ok\n[+]store excluded: ok\nreadyz check passed\n");
    }

    @Test
    void whatIsLeftOutThoughItIsNoCheckIsTold() {
        assertThat(pages.answer("/livez", true, List.of("store", "ping", "etcd"))
                        .orElseThrow()
                        .text())
                .isEqualTo("""
                        [+]ping excluded: ok
                        warn: some health checks cannot be excluded: no matches for "etcd", "store"
                        livez check passed
                        """);
    }

    @Test
    void anApiServersChecksHaveUpstreamsNamesAndOrder() {
        HealthPages own = HealthPages.ofServer(() -> reaches, () -> writes, Instant.EPOCH);
        String living = """
                [+]ping ok
                [+]log ok
                [+]etcd ok
                [+]poststarthook/start-apiserver-admission-initializer ok
                [+]poststarthook/generic-apiserver-start-informers ok
                [+]poststarthook/priority-and-fairness-config-consumer ok
                [+]poststarthook/priority-and-fairness-filter ok
                [+]poststarthook/start-apiextensions-informers ok
                [+]poststarthook/start-apiextensions-controllers ok
                [+]poststarthook/crd-informer-synced ok
                [+]poststarthook/start-system-namespaces-controller ok
                [+]poststarthook/start-cluster-authentication-info-controller ok
                [+]poststarthook/start-kube-apiserver-identity-lease-controller ok
                [+]poststarthook/start-kube-apiserver-identity-lease-garbage-collector ok
                [+]poststarthook/storage-readiness ok
                [+]poststarthook/start-legacy-token-tracking-controller ok
                [+]poststarthook/start-service-ip-repair-controllers ok
                [+]poststarthook/rbac/bootstrap-roles ok
                [+]poststarthook/scheduling/bootstrap-system-priority-classes ok
                [+]poststarthook/priority-and-fairness-config-producer ok
                [+]poststarthook/bootstrap-controller ok
                [+]poststarthook/start-kubernetes-service-cidr-controller ok
                [+]poststarthook/start-kube-aggregator-informers ok
                [+]poststarthook/apiservice-status-local-available-controller ok
                [+]poststarthook/apiservice-status-remote-available-controller ok
                [+]poststarthook/apiservice-registration-controller ok
                [+]poststarthook/apiservice-discovery-controller ok
                [+]poststarthook/kube-apiserver-autoregistration ok
                [+]autoregister-completion ok
                [+]poststarthook/apiservice-openapi-controller ok
                [+]poststarthook/apiservice-openapiv3-controller ok
                """;
        assertThat(own.answer("/livez", true, List.of()).orElseThrow().text())
                .isEqualTo(living + "livez check passed\n");
        String ready = living.replace("etcd ok\n", "etcd ok\n[+]etcd-readiness ok\n[+]informer-sync ok\n");
        assertThat(own.answer("/readyz", true, List.of()).orElseThrow().text())
                .isEqualTo(ready + "[+]shutdown ok\nreadyz check passed\n");
        for (String path : own.paths()) {
            assertThat(own.answer(path, false, List.of())).as(path).isPresent();
        }
        assertThat(own.paths())
                .contains("/healthz", "/readyz/etcd", "/livez/etcd", "/livez/poststarthook/rbac/bootstrap-roles")
                .doesNotContain("/livez/shutdown", "/healthz/informer-sync");
    }

    @Test
    void aServerThatDoesNotReachItsStoreDoesNotLiveAndOneThatCannotWriteDoes() {
        HealthPages own = HealthPages.ofServer(() -> reaches, () -> writes, Instant.EPOCH);
        writes = false;
        for (String path : List.of("/readyz/etcd", "/readyz/etcd-readiness", "/readyz")) {
            assertThat(code(own, path)).as(path).isEqualTo(500);
        }
        assertThat(own.answer("/readyz", false, List.of("etcd", "etcd-readiness"))
                        .orElseThrow()
                        .code())
                .isEqualTo(200);
        assertThat(code(own, "/livez")).isEqualTo(200);
        reaches = false;
        for (String path : List.of("/livez", "/healthz", "/livez/etcd", "/healthz/etcd")) {
            assertThat(code(own, path)).as(path).isEqualTo(500);
        }
        assertThat(own.answer("/livez", false, List.of("etcd")).orElseThrow().code())
                .isEqualTo(200);
    }

    private static int code(HealthPages pages, String path) {
        return pages.answer(path, false, List.of()).orElseThrow().code();
    }

    @Test
    void onlyWholeNamesAreChecks() {
        HealthPages own = HealthPages.ofServer(() -> true, () -> true, Instant.EPOCH);
        for (String path : List.of("/livez/", "/livez/ping/", "/livez/poststarthook", "/livez/none", "/health/ping")) {
            assertThat(own.answer(path, false, List.of())).as(path).isEmpty();
        }
    }

    private String indicators() {
        var bytes = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.builder()
                    .build()
                    .write(bytes, pages.indicators().scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whatCameOfChecksIsCounted() {
        code("/readyz");
        writes = false;
        code("/readyz");
        pages.answer("/readyz", false, List.of("ping"));
        code("/readyz/store");
        assertThat(indicators().lines().filter(line -> !line.startsWith("#")))
                .containsExactlyInAnyOrder(
                        "process_start_time_seconds 1.7E9",
                        "kubernetes_healthcheck{name=\"ping\",type=\"readyz\"} 1.0",
                        "kubernetes_healthcheck{name=\"store\",type=\"readyz\"} 0.0",
                        "kubernetes_healthchecks_total{name=\"ping\",status=\"success\",type=\"readyz\"} 2.0",
                        "kubernetes_healthchecks_total{name=\"store\",status=\"error\",type=\"readyz\"} 2.0",
                        "kubernetes_healthchecks_total{name=\"store\",status=\"success\",type=\"readyz\"} 1.0");
    }
}
