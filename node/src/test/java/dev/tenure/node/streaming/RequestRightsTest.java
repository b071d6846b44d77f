package dev.tenure.node.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestRightsTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            GET, /pods, get, pods proxy
            GET, /pods/, get, pods proxy
            GET, /runningpods/, get, pods proxy
            GET, /healthz/ping, get, healthz proxy
            GET, /configz, get, configz proxy
            GET, /stats/summary, get, stats
            GET, /metrics/cadvisor, get, metrics
            GET, /metricsx, get, proxy
            GET, /logs/, get, log
            POST, /checkpoint/a/b/c, create, checkpoint
            POST, /exec/a/b/c, create, proxy
            PUT, /, update, proxy
            PATCH, /, patch, proxy
            DELETE, /, delete, proxy
            HEAD, /containerLogs/a/b/c, '', proxy
            """)
    void eachRequestNeedsItsRight(String method, String path, String verb, String subresources) {
        RequestRights rights = RequestRights.of(method, path);
        assertThat(rights.verb()).isEqualTo(verb);
        assertThat(String.join(" ", rights.subresources())).isEqualTo(subresources);
    }
}
