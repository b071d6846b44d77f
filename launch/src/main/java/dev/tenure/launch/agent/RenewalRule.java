package dev.tenure.launch.agent;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

/// When a certificate is to be made anew: at a moment between 70 % and 90 % of its life, so that not all
/// machines of a cluster that were set up together ask together. Pure. Upstream: client-go/util/certificate
/// (nextRotationDeadline).
final class RenewalRule {
    private static final double FROM = 0.7;
    private static final double SPREAD = 0.2;

    private RenewalRule() {}

    /// @param share where between the two bounds, from 0 to 1; drawn once per certificate
    static Instant due(X509Certificate certificate, double share) {
        Instant from = certificate.getNotBefore().toInstant();
        Duration life = Duration.between(from, certificate.getNotAfter().toInstant());
        return from.plusSeconds(Math.round(life.toSeconds() * (FROM + SPREAD * share)));
    }
}
