package dev.tenure.controllers.serviceaccounttoken;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// What belongs in the Secret of an account. Pure. Upstream: generateTokenIfNeeded.
final class AccountSecrets {
    private static final String ACCOUNT = "kubernetes.io/service-account.name";
    private static final String UID = "kubernetes.io/service-account.uid";
    private static final String CERTIFICATES = "ca.crt";
    private static final String NAMESPACE = "namespace";
    private static final String TOKEN = "token";
    private static final List<String> KEYS = List.of(CERTIFICATES, NAMESPACE, TOKEN);

    private AccountSecrets() {}

    /// Whose Secret it is.
    ///
    /// @param uid empty while nobody has looked the account up
    record Account(String name, String uid) {
        /// @param secret as a tree
        static Account of(ObjectNode secret) {
            JsonNode annotations = secret.path("metadata").path("annotations");
            return new Account(
                    annotations.path(ACCOUNT).asText(""), annotations.path(UID).asText(""));
        }

        /// Whether this is the account with that uid, as far as is known.
        boolean mayBe(String other) {
            return uid.isEmpty() || uid.equals(other);
        }
    }

    /// The Secret with what it lacks. What it holds stays, certificates too, which upstream replaces by its
    /// own: a kube-controller-manager beside this one may have others, and both would write for ever.
    ///
    /// @param secret as a tree, which is changed
    /// @param certificates PEM, of the cluster's authority
    /// @return empty when it lacks nothing
    static Optional<ObjectNode> filled(
            ObjectNode secret, Account account, String certificates, AccountTokenLoop.TokenMaker tokens) {
        JsonNode held = secret.path("data");
        if (KEYS.stream().noneMatch(key -> held.path(key).asText("").isEmpty())) {
            return Optional.empty();
        }
        String namespace = secret.path("metadata").path("namespace").asText();
        String name = secret.path("metadata").path("name").asText();
        ObjectNode data = secret.withObjectProperty("data");
        fill(data, CERTIFICATES, () -> certificates);
        fill(data, NAMESPACE, () -> namespace);
        fill(data, TOKEN, () -> tokens.token(namespace, account.name(), account.uid(), name));
        secret.withObjectProperty("metadata")
                .withObjectProperty("annotations")
                .put(ACCOUNT, account.name())
                .put(UID, account.uid());
        return Optional.of(secret);
    }

    private static void fill(ObjectNode data, String key, Supplier<String> text) {
        if (data.path(key).asText("").isEmpty()) {
            data.put(key, Base64.getEncoder().encodeToString(text.get().getBytes(StandardCharsets.UTF_8)));
        }
    }

    /// The account without its reference to a Secret that is gone.
    ///
    /// @param account as a tree, which is changed
    /// @return empty when it has none
    static Optional<ObjectNode> without(ObjectNode account, String secret) {
        if (!(account.path("secrets") instanceof ArrayNode references)) {
            return Optional.empty();
        }
        var kept = Json.array();
        references.forEach(reference -> {
            if (!reference.path("name").asText("").equals(secret)) {
                kept.add(reference);
            }
        });
        if (kept.size() == references.size()) {
            return Optional.empty();
        }
        account.set("secrets", kept);
        return Optional.of(account);
    }
}
