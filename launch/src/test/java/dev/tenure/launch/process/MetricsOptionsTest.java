package dev.tenure.launch.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.testkit.fake.FreePort;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

final class MetricsOptionsTest {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final StringWriter printed = new StringWriter();

    @Command
    private static final class Component {
        @Mixin
        private final MetricsOptions options;

        Component(int usualPort) {
            options = new MetricsOptions("component", usualPort);
        }
    }

    private MetricsOptions.Opened open(int usualPort, String... flags) {
        var component = new Component(usualPort);
        new CommandLine(component).parseArgs(flags);
        return component.options.open(registry, new LoggedFaults(), new PrintWriter(printed));
    }

    private static HttpResponse<String> get(MetricsOptions.Opened opened, String path)
            throws IOException, InterruptedException {
        int port = opened.server().orElseThrow().port();
        try (HttpClient client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .build();
            return client.send(request, BodyHandlers.ofString());
        }
    }

    @Test
    void itServesHealthAndWhatIsCounted() throws IOException, InterruptedException {
        Counter counter =
                Counter.builder().name("evictions_total").help("Evictions.").register(registry);
        counter.inc(3);
        try (var opened = open(1, "--metrics-address=127.0.0.1:0")) {
            for (String path : new String[] {"/healthz", "/livez", "/readyz", "/readyz/ping"}) {
                assertThat(get(opened, path).body()).as(path).isEqualTo("ok");
            }
            assertThat(get(opened, "/metrics").body()).contains("evictions_total 3.0");
            assertThat(get(opened, "/version").body()).contains("gitVersion");
            assertThat(get(opened, "/api/v1/nodes").statusCode()).isEqualTo(404);
            assertThat(get(opened, "/statusz").body()).startsWith("\ncomponent statusz\n");
            assertThat(get(opened, "/flagz").body()).containsPattern("\nmetrics-address[:= ]{1,2}127\\.0\\.0\\.1:0\n");
            int port = opened.server().orElseThrow().port();
            assertThat(printed.toString()).contains("health and metrics at http://127.0.0.1:" + port);
        }
    }

    @Test
    void zeroSwitchesItOff() {
        try (var opened = open(1, "--metrics-address=0")) {
            assertThat(opened.server()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "9090", ":9090", "127.0.0.1:65536", "::1:9090", ""})
    void whatIsNoAddressIsRefused(String address) {
        assertThatThrownBy(() -> open(1, "--metrics-address=" + address))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("\"" + address + "\" is not valid");
    }

    @Test
    void aPortThatIsTakenFailsOnlyWhereItWasAskedFor() throws IOException {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = other.getLocalPort();
            assertThatThrownBy(() -> open(1, "--metrics-address=127.0.0.1:" + port))
                    .isInstanceOf(CommandFailure.class)
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + port);
            try (var opened = open(port)) {
                assertThat(opened.server()).isEmpty();
            }
        }
    }

    @Test
    void withoutTheFlagTheUsualPortIsServedAtLoopback() throws IOException, InterruptedException {
        try (var opened = open(FreePort.next())) {
            assertThat(get(opened, "/healthz").statusCode()).isEqualTo(200);
            assertThat(printed.toString()).isEmpty();
        }
    }
}
