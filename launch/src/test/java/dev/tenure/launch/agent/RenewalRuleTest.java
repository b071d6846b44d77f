package dev.tenure.launch.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.pki.Issuer;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class RenewalRuleTest {
    @Test
    void aCertificateIsRenewedBetweenSeventyAndNinetyPercentOfItsLife() {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        X509Certificate made = new Issuer(now).authority("a").certificate();
        Instant from = made.getNotBefore().toInstant();
        Duration life = Duration.between(from, made.getNotAfter().toInstant());

        assertThat(RenewalRule.due(made, 0))
                .isEqualTo(from.plus(life.multipliedBy(7).dividedBy(10)));
        assertThat(RenewalRule.due(made, 1))
                .isEqualTo(from.plus(life.multipliedBy(9).dividedBy(10)));
        assertThat(RenewalRule.due(made, 0.5))
                .isEqualTo(from.plus(life.multipliedBy(8).dividedBy(10)));
    }
}
