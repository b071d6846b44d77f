package dev.tenure.apiserver.authn;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.Store;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

/// Tokens of service accounts that are kept in Secrets of type `kubernetes.io/service-account-token`, as the
/// serviceaccount-token-controller makes them. They name neither an end nor an audience, and are good for as
/// long as the Secret holds them and the account lives, unless a label of the Secret says that they are
/// invalid. The day on which one was shown last is noted at its Secret. Safe for use by several threads.
/// Upstream: pkg/serviceaccount/legacy.go.
final class SecretTokens {
    /// Who issues them, whatever the server's own issuer is called.
    static final String ISSUER = "kubernetes/serviceaccount";

    private static final String CLAIM = "kubernetes.io/serviceaccount/";
    private static final List<Needed> NEEDED = List.of(
            new Needed("namespace", "namespace"),
            new Needed("secret.name", "secretName"),
            new Needed("service-account.name", "serviceAccountName"),
            new Needed("service-account.uid", "serviceAccountUID"));
    private static final String INVALID_SINCE = "kubernetes.io/legacy-token-invalid-since";
    private static final String NOTE = "authentication.k8s.io/legacy-token-";
    private static final String LISTED = "Use tokens from the TokenRequest API or manually created secret-based tokens"
            + " instead of auto-generated secret-based tokens.";

    private final Store store;
    private final TimeSource time;
    private final Published<Consumer<KeptTokenUse>> uses = new Published<>(_ -> {});

    /// What a token has to say.
    ///
    /// @param word what it is called when it is missing
    private record Needed(String claim, String word) {}

    SecretTokens(Store store, TimeSource time) {
        this.store = store;
        this.time = time;
    }

    /// Has uses noted from now on.
    void noteUses(Consumer<KeptTokenUse> noting) {
        uses.publish(noting);
    }

    /// What a token says.
    ///
    /// @param uid of the account
    /// @param secret the name of the Secret that holds it
    static ObjectNode claims(String namespace, String account, String uid, String secret) {
        return Json.object()
                .put("iss", ISSUER)
                .put(CLAIM + "namespace", namespace)
                .put(CLAIM + "secret.name", secret)
                .put(CLAIM + "service-account.name", account)
                .put(CLAIM + "service-account.uid", uid)
                .put("sub", ServiceAccountTokens.PREFIX + namespace + ":" + account);
    }

    /// Whose a token is.
    ///
    /// @param claims of the token, whose signature is good
    /// @param token as it was sent
    Optional<User> user(JsonNode claims, String token, TokenRemarks remarks) {
        String namespace = claim(claims, "namespace");
        String name = claim(claims, "service-account.name");
        String secret = claim(claims, "secret.name");
        String uid = claim(claims, "service-account.uid");
        String username = ServiceAccountTokens.PREFIX + namespace + ":" + name;
        ObjectKey key = ResourceTypes.SECRETS.key(namespace, secret);
        Optional<ObjectNode> held = living(key);
        Optional<ObjectNode> account = read(ResourceTypes.SERVICE_ACCOUNTS.key(namespace, name));
        Optional<String> fault =
                incomplete(claims, username).or(() -> ofSecret(held, token)).or(() -> ofAccount(account, claims));
        if (fault.isPresent()) {
            remarks.refuse(fault.get());
            return Optional.empty();
        }
        JsonNode metadata = held.orElseThrow().path("metadata");
        boolean valid = label(metadata, INVALID_SINCE).isEmpty();
        if (!valid) {
            remarks.note(NOTE + "invalidated", secret + "/" + namespace);
            remarks.refuse(("the token in secret %s/%s for service account %s/%s has been marked invalid. Use"
                            + " tokens from the TokenRequest API or manually created secret-based tokens, or remove the '%s' label from the"
                            + " secret to temporarily allow use of this token")
                    .formatted(namespace, secret, namespace, name, INVALID_SINCE));
        } else if (lists(account.orElseThrow(), secret)) {
            remarks.warn(LISTED);
            remarks.note(NOTE + "autogenerated-secret", secret);
        } else {
            remarks.note(NOTE + "manual-secret", secret);
        }
        noteUse(key, metadata);
        return valid
                ? Optional.of(new User(username, uid, ServiceAccountTokens.groups(namespace), Map.of()))
                : Optional.empty();
    }

    private static Optional<String> incomplete(JsonNode claims, String username) {
        String subject = claims.path("sub").asText("");
        if (subject.isEmpty()) {
            return Optional.of("sub claim is missing");
        }
        for (Needed needed : NEEDED) {
            if (claim(claims, needed.claim()).isEmpty()) {
                return Optional.of(needed.word() + " claim is missing");
            }
        }
        return subject.equals(username) ? Optional.empty() : Optional.of("sub claim is invalid");
    }

    private static Optional<String> ofSecret(Optional<ObjectNode> secret, String token) {
        if (secret.isEmpty()) {
            return Optional.of("Token has been invalidated");
        }
        return holds(secret.get(), token) ? Optional.empty() : Optional.of("Token does not match server's copy");
    }

    private static Optional<String> ofAccount(Optional<ObjectNode> account, JsonNode claims) {
        String name = claim(claims, "service-account.name");
        if (account.isEmpty()) {
            return Optional.of("serviceaccounts %s not found".formatted(Quoted.of(name)));
        }
        JsonNode metadata = account.get().path("metadata");
        if (metadata.has("deletionTimestamp")) {
            return Optional.of("ServiceAccount %s/%s has been deleted".formatted(claim(claims, "namespace"), name));
        }
        String uid = metadata.path("uid").asText("");
        String claimed = claim(claims, "service-account.uid");
        return uid.equals(claimed)
                ? Optional.empty()
                : Optional.of("ServiceAccount UID (%s) does not match claim (%s)".formatted(uid, claimed));
    }

    /// Whether the account has the Secret among its own, as those have that were made with it.
    private static boolean lists(ObjectNode account, String secret) {
        return StreamSupport.stream(account.path("secrets").spliterator(), false)
                .anyMatch(reference -> reference.path("name").asText("").equals(secret));
    }

    /// A day that is noted is right though it is that of tomorrow: another server's clock may be ahead.
    private void noteUse(ObjectKey secret, JsonNode metadata) {
        LocalDate today = LocalDate.ofInstant(time.wall(), ZoneOffset.UTC);
        String noted = label(metadata, KeptTokenUse.LABEL);
        if (!noted.equals(today.toString()) && !noted.equals(today.plusDays(1).toString())) {
            uses.get().accept(new KeptTokenUse(secret, metadata.path("uid").asText(""), today));
        }
    }

    private static String label(JsonNode metadata, String key) {
        return metadata.path("labels").path(key).asText("");
    }

    private static String claim(JsonNode claims, String name) {
        return claims.path(CLAIM + name).asText("");
    }

    private Optional<ObjectNode> read(ObjectKey key) {
        return store.get(key).map(object -> Document.of(object.content()).tree());
    }

    private Optional<ObjectNode> living(ObjectKey key) {
        return read(key).filter(tree -> tree.at("/metadata/deletionTimestamp").isMissingNode());
    }

    /// Compares in a time that does not tell how much is right.
    private static boolean holds(ObjectNode secret, String token) {
        try {
            byte[] held =
                    Base64.getDecoder().decode(secret.path("data").path("token").asText(""));
            return MessageDigest.isEqual(held, token.getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
