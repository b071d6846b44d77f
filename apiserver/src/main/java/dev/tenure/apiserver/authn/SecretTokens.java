package dev.tenure.apiserver.authn;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.store.Store;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/// Tokens of service accounts that are kept in Secrets of type `kubernetes.io/service-account-token`, as the
/// serviceaccount-token-controller makes them. They name neither an end nor an audience, and are good for as long as
/// the Secret holds them and the account lives. The day of the last use is not noted at the Secret. Safe for use by
/// several threads. Upstream: pkg/serviceaccount/legacy.go.
final class SecretTokens {
    /// Who issues them, whatever the server's own issuer is called.
    static final String ISSUER = "kubernetes/serviceaccount";

    private static final String CLAIM = "kubernetes.io/serviceaccount/";
    private static final String INVALID_SINCE = "kubernetes.io/legacy-token-invalid-since";

    private final Store store;

    SecretTokens(Store store) {
        this.store = store;
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
    Optional<User> user(JsonNode claims, String token) {
        String namespace = claim(claims, "namespace");
        String name = claim(claims, "service-account.name");
        String secret = claim(claims, "secret.name");
        String uid = claim(claims, "service-account.uid");
        String username = ServiceAccountTokens.PREFIX + namespace + ":" + name;
        boolean whole = !namespace.isEmpty() && !name.isEmpty() && !secret.isEmpty() && !uid.isEmpty();
        if (!whole || !claims.path("sub").asText("").equals(username)) {
            return Optional.empty();
        }
        return living(ResourceTypes.SECRETS.key(namespace, secret))
                .filter(tree -> holds(tree, token))
                .flatMap(_ -> living(ResourceTypes.SERVICE_ACCOUNTS.key(namespace, name)))
                .filter(account -> account.at("/metadata/uid").asText("").equals(uid))
                .map(_ -> new User(username, uid, ServiceAccountTokens.groups(namespace), Map.of()));
    }

    private static String claim(JsonNode claims, String name) {
        return claims.path(CLAIM + name).asText("");
    }

    private Optional<ObjectNode> living(ObjectKey key) {
        return store.get(key)
                .map(object -> Document.of(object.content()).tree())
                .filter(tree -> tree.at("/metadata/deletionTimestamp").isMissingNode());
    }

    /// Compares in a time that does not tell how much is right.
    private static boolean holds(ObjectNode secret, String token) {
        if (!secret.path("metadata")
                .path("labels")
                .path(INVALID_SINCE)
                .asText("")
                .isEmpty()) {
            return false;
        }
        try {
            byte[] held =
                    Base64.getDecoder().decode(secret.path("data").path("token").asText(""));
            return MessageDigest.isEqual(held, token.getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
