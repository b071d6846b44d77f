package dev.tenure.cli.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.client.rest.ConnectionException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxiesTest {
    private static final String PROXY = "http://proxy.example.org:3128";

    private static String chosen(String server, Map<String, String> environment) {
        return Proxies.of(URI.create(server), Optional.empty(), environment)
                .map(address -> address.getHostString() + ":" + address.getPort())
                .orElse("none");
    }

    @Test
    void theVariableOfTheSchemeCountsInEitherCase() {
        assertThat(chosen("https://api.example.org", Map.of("HTTPS_PROXY", PROXY)))
                .isEqualTo("proxy.example.org:3128");
        assertThat(chosen("https://api.example.org", Map.of("https_proxy", "p:8")))
                .isEqualTo("p:8");
        assertThat(chosen("https://api.example.org", Map.of("https_proxy", "http://p")))
                .isEqualTo("p:80");
        assertThat(chosen("https://api.example.org", Map.of("HTTP_PROXY", PROXY)))
                .isEqualTo("none");
        assertThat(chosen("http://api.example.org", Map.of("HTTP_PROXY", PROXY)))
                .isEqualTo("proxy.example.org:3128");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "localhost:6443 | '' | true",
                "127.0.0.1:6443 | '' | true",
                "[::1]:6443 | '' | true",
                "10.1.2.3:6443 | '' | false",
                "10.1.2.3:6443 | 10.1.0.0/16 | true",
                "10.2.2.3:6443 | 10.1.0.0/16 | false",
                "10.1.2.3 | 10.1.2.3 | true",
                "[fd00::5]:6443 | fd00::/8 | true",
                "api.example.org | example.org | true",
                "api.example.org | .example.org | true",
                "api.example.org | *.example.org | true",
                "example.org | .example.org | false",
                "example.org | example.org | true",
                "badexample.org | example.org | false",
                "api.example.org | a.org, api.example.org:443 | true",
                "api.example.org | api.example.org:6443 | false",
                "api.example.org:6443 | api.example.org:6443 | true",
                "api.example.org | * | true",
                "api.example.org | 10.0.0.0/99 | false",
                "10.1.2.3 | 10.0.0.0/99 | false",
                "10.1.2.3 | 300.1.0.0/16, 10.1.0.0/16 | true",
            })
    void noProxyNamesHostsDomainsNetworksAndPorts(String server, String spared, boolean straight) {
        String chosen = chosen("https://" + server, Map.of("HTTPS_PROXY", PROXY, "NO_PROXY", spared));

        assertThat(chosen).isEqualTo(straight ? "none" : "proxy.example.org:3128");
    }

    @Test
    void theKubeconfigsCountsAlwaysAndOthersThanHttpAreRefused() {
        assertThat(Proxies.of(URI.create("https://localhost"), Optional.of(PROXY), Map.of("NO_PROXY", "*")))
                .isPresent();
        for (String wrong :
                new String[] {"socks5://p:1", "https://p:1", "http://user:hunter2@p:1", "http://:1", "a b"}) {
            assertThatThrownBy(() -> Proxies.of(URI.create("https://x"), Optional.of(wrong), Map.of()))
                    .as(wrong)
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("http://proxy.example.org:3128")
                    .hasMessageNotContaining("hunter2");
        }
    }
}
