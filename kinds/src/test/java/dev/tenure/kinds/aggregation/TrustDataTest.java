package dev.tenure.kinds.aggregation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.pki.Pem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What stands in extension-apiserver-authentication.
class TrustDataTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String ONE = Pem.of(new Issuer(NOW).authority("one").certificate());
    private static final String OTHER =
            Pem.of(new Issuer(NOW).authority("other").certificate());
    private static final String PAST = Pem.of(
            new Issuer(NOW.minus(Duration.ofDays(4_000))).authority("past").certificate());

    @Test
    void aServerTellsWhomToBelieve() {
        var own = new FrontProxy.Trust(ONE, OTHER, List.of("front-proxy-client"));
        Map<String, String> data = TrustData.combined(Map.of(), own, NOW);
        assertThat(data)
                .containsEntry("client-ca-file", ONE)
                .containsEntry("requestheader-client-ca-file", OTHER)
                .containsEntry("requestheader-allowed-names", "[\"front-proxy-client\"]")
                .containsEntry("requestheader-username-headers", "[\"X-Remote-User\"]")
                .containsEntry("requestheader-uid-headers", "[\"X-Remote-Uid\"]")
                .containsEntry("requestheader-group-headers", "[\"X-Remote-Group\"]")
                .containsEntry("requestheader-extra-headers-prefix", "[\"X-Remote-Extra-\"]")
                .hasSize(7);
        assertThat(TrustData.combined(data, own, NOW)).isEqualTo(data);
    }

    @Test
    void whatOtherServersHaveToldStaysUntilItEnds() {
        var own = new FrontProxy.Trust(ONE, OTHER, List.of("mine"));
        Map<String, String> there = Map.of(
                "client-ca-file",
                OTHER + PAST,
                "requestheader-client-ca-file",
                ONE,
                "requestheader-allowed-names",
                "[\"theirs\"]",
                "else",
                "goes");
        assertThat(TrustData.combined(there, own, NOW))
                .containsEntry("client-ca-file", OTHER + ONE)
                .containsEntry("requestheader-client-ca-file", ONE + OTHER)
                .containsEntry("requestheader-allowed-names", "[\"theirs\",\"mine\"]")
                .doesNotContainKey("else");
    }

    @Test
    void withoutFrontProxiesNothingIsToldOfThem() {
        assertThat(TrustData.combined(Map.of(), new FrontProxy.Trust(ONE, "", List.of()), NOW))
                .containsOnly(Map.entry("client-ca-file", ONE));
    }
}
