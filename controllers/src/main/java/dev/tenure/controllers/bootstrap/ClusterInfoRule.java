package dev.tenure.controllers.bootstrap;

import dev.tenure.model.meta.Frozen;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The signatures in `cluster-info`: one for each token that lasts and is for that, made with the token's
/// secret, so that who has a token knows that the one who wrote it had it too. Pure. Upstream:
/// cluster-bootstrap/token/jws.
final class ClusterInfoRule {
    static final String SIGNED = "kubeconfig";

    private static final String PREFIX = "jws-kubeconfig-";
    private static final String ID = "[a-z0-9]{6}";
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private ClusterInfoRule() {}

    /// A token as it stands in its Secret.
    ///
    /// @param data of the Secret, decoded
    public record Token(String name, Map<String, String> data) {
        public Token {
            data = Frozen.map(data);
        }

        private String word(String key) {
            return data.getOrDefault(key, "");
        }

        /// Whether it may sign now. What cannot be read as a moment is over. A secret of any length will do;
        /// machines join only by one of 16 characters.
        private boolean signs(Instant now) {
            return word("usage-bootstrap-signing").equals("true")
                    && word("token-id").matches(ID)
                    && !word("token-secret").isEmpty()
                    && name.equals("bootstrap-token-" + word("token-id"))
                    && left(now).map(span -> !span.isZero()).orElse(true);
        }

        /// How much longer it lasts: nothing when for ever, zero when it is over.
        Optional<Duration> left(Instant now) {
            if (word("expiration").isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(end().filter(now::isBefore)
                    .map(end -> Duration.between(now, end))
                    .orElse(Duration.ZERO));
        }

        private Optional<Instant> end() {
            try {
                return Optional.of(OffsetDateTime.parse(word("expiration")).toInstant());
            } catch (DateTimeException _) {
                return Optional.empty();
            }
        }
    }

    /// What the ConfigMap is to hold. One in which nothing stands that could be signed is left as it is.
    ///
    /// @param data what it holds
    /// @param now the wall clock
    static Map<String, String> signed(Map<String, String> data, List<Token> tokens, Instant now) {
        String content = data.get(SIGNED);
        if (content == null) {
            return data;
        }
        Map<String, String> wanted = new TreeMap<>();
        data.forEach((key, value) -> {
            if (!key.startsWith(PREFIX)) {
                wanted.put(key, value);
            }
        });
        for (Token token : tokens) {
            if (token.signs(now)) {
                String id = token.word("token-id");
                wanted.put(PREFIX + id, signature(content, id, token.word("token-secret")));
            }
        }
        return wanted;
    }

    /// A signature whose content stands elsewhere: RFC 7515, appendix F, with HMAC and SHA-256.
    static String signature(String content, String id, String secret) {
        String head = ENCODER.encodeToString(
                "{\"alg\":\"HS256\",\"kid\":\"%s\"}".formatted(id).getBytes(StandardCharsets.UTF_8));
        String body = ENCODER.encodeToString(content.getBytes(StandardCharsets.UTF_8));
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] made = mac.doFinal((head + "." + body).getBytes(StandardCharsets.US_ASCII));
            return head + ".." + ENCODER.encodeToString(made);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HMAC with SHA-256", e);
        }
    }
}
