package dev.tenure.controllers.certificates;

import dev.tenure.wire.json.JsonNode;
import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/// When a request for a certificate is of no use any more. Pure. Upstream: csrcleaner (isIssuedPastDeadline
/// and the like).
final class RequestEnd {
    private static final Duration ANSWERED = Duration.ofHours(1);
    private static final Duration UNANSWERED = Duration.ofHours(24);

    private RequestEnd() {}

    /// Whether a request has been answered for more than an hour, or its certificate has run out, or for more
    /// than a day nobody has answered it, or issued what was approved.
    ///
    /// @param request as a tree
    static boolean isOver(JsonNode request, Instant now) {
        JsonNode conditions = request.path("status").path("conditions");
        if (conditions.isEmpty()) {
            return isOlder(request.path("metadata").path("creationTimestamp"), UNANSWERED, now);
        }
        String certificate = request.path("status").path("certificate").asText("");
        for (JsonNode condition : conditions) {
            JsonNode since = condition.path("lastUpdateTime");
            boolean over = switch (condition.path("type").asText("")) {
                case "Denied", "Failed" -> isOlder(since, ANSWERED, now);
                case "Approved" ->
                    certificate.isEmpty()
                            ? isOlder(since, UNANSWERED, now)
                            : isOlder(since, ANSWERED, now) || hasRunOut(certificate, now);
                default -> false;
            };
            if (over) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOlder(JsonNode since, Duration age, Instant now) {
        try {
            return since.isTextual() && Instant.parse(since.asText()).plus(age).isBefore(now);
        } catch (DateTimeException _) {
            return false;
        }
    }

    /// @param certificate PEM in base64; what is none never runs out
    private static boolean hasRunOut(String certificate, Instant now) {
        try {
            var bytes = new ByteArrayInputStream(Base64.getDecoder().decode(certificate));
            return CertificateFactory.getInstance("X.509").generateCertificate(bytes) instanceof X509Certificate read
                    && read.getNotAfter().toInstant().isBefore(now);
        } catch (CertificateException | IllegalArgumentException _) {
            return false;
        }
    }
}
