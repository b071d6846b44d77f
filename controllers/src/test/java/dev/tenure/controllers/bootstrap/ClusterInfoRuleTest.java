package dev.tenure.controllers.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.bootstrap.ClusterInfoRule.Token;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ClusterInfoRuleTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Map<String, String> INFO = Map.of("kubeconfig", "where it is");

    private static Token token(String... changes) {
        Map<String, String> data = new HashMap<>(
                Map.of("token-id", "abcdef", "token-secret", "0123456789abcdef", "usage-bootstrap-signing", "true"));
        for (int i = 0; i < changes.length; i += 2) {
            data.put(changes[i], changes[i + 1]);
        }
        return new Token("bootstrap-token-abcdef", data);
    }

    /// The vector of upstream's cluster-bootstrap/token/jws/jws_test.go.
    @Test
    void aSignatureIsThatOfUpstream() {
        assertThat(ClusterInfoRule.signature(
                        "Hello from the other side. I must have called a thousand times.",
                        "joshua",
                        "my voice is my passcode"))
                .isEqualTo("eyJhbGciOiJIUzI1NiIsImtpZCI6Impvc2h1YSJ9..VShe2taLd-YTrmWuRkcL_8QTNDHYxQIEBsAYYiIj1_8");
    }

    @Test
    void eachTokenThatLastsSignsAndOthersSignNoMore() {
        Map<String, String> before = Map.of("kubeconfig", "where it is", "jws-kubeconfig-gone00", "x", "other", "kept");
        Map<String, String> after =
                ClusterInfoRule.signed(before, List.of(token("expiration", "2026-01-01T00:00:01Z")), NOW);
        assertThat(after).containsOnlyKeys("kubeconfig", "other", "jws-kubeconfig-abcdef");
        assertThat(after.get("jws-kubeconfig-abcdef"))
                .isEqualTo(ClusterInfoRule.signature("where it is", "abcdef", "0123456789abcdef"));
    }

    @Test
    void whatIsOverOrNotForThatDoesNotSign() {
        for (Token other : List.of(
                token("expiration", "2026-01-01T00:00:00Z"),
                token("expiration", "some day"),
                token("usage-bootstrap-signing", "yes"),
                token("token-id", "ABCDEF"),
                token("token-id", "ghijkl"),
                token("token-secret", ""))) {
            assertThat(ClusterInfoRule.signed(INFO, List.of(other), NOW))
                    .as("%s", other.data())
                    .isEqualTo(INFO);
        }
    }

    /// By a secret of another length nobody can join, but upstream signs with it all the same.
    @Test
    void aSecretOfAnyLengthSigns() {
        for (String secret : List.of("s", "tokenSecret", "0123456789abcdef0123456789abcdef")) {
            assertThat(ClusterInfoRule.signed(INFO, List.of(token("token-secret", secret)), NOW))
                    .containsEntry("jws-kubeconfig-abcdef", ClusterInfoRule.signature("where it is", "abcdef", secret));
        }
    }

    @Test
    void onlyWhatStandsThereIsSignedAndTheRestLeftAlone() {
        Map<String, String> other = Map.of("note", "kept", "jws-kubeconfig-abcdef", "old");
        assertThat(ClusterInfoRule.signed(other, List.of(token()), NOW)).isEqualTo(other);
        assertThat(ClusterInfoRule.signed(Map.of("kubeconfig", ""), List.of(token()), NOW))
                .containsEntry("jws-kubeconfig-abcdef", ClusterInfoRule.signature("", "abcdef", "0123456789abcdef"));
    }

    @Test
    void aTokenIsOverAtItsMomentAndWhenNobodyCanReadIt() {
        assertThat(token().left(NOW)).isEmpty();
        assertThat(token("expiration", "2026-01-01T00:00:30Z").left(NOW)).hasValue(Duration.ofSeconds(30));
        assertThat(token("expiration", "2026-01-01T01:00:00+01:00").left(NOW)).hasValue(Duration.ZERO);
        assertThat(token("expiration", "2025-01-01T00:00:00Z").left(NOW)).hasValue(Duration.ZERO);
        assertThat(token("expiration", "some day").left(NOW)).hasValue(Duration.ZERO);
    }
}
