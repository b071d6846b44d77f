package dev.tenure.controllers.legacytokencleaner;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.Deletion;
import dev.tenure.controllers.legacytokencleaner.LegacyTokenRule.Fate;
import dev.tenure.controllers.legacytokencleaner.LegacyTokenRule.Token;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One look at all tokens that Secrets hold, with what follows of it. It is made once a day, so what it needs
/// is read then and not followed. What is called here blocks.
final class LegacyTokenCalls {
    private static final String LAST_USED = "kubernetes.io/legacy-token-last-used";
    private static final String INVALID_SINCE = "kubernetes.io/legacy-token-invalid-since";
    private static final String NAMESPACE = "kube-system";
    private static final String TRACKING = "kube-apiserver-legacy-service-account-token-tracking";
    private static final Map<String, String> TOKENS =
            Map.of("fieldSelector", "type=kubernetes.io/service-account-token");

    private final ClusterClient client;
    private final Duration period;
    /// The Secrets that pods name, by namespace, as far as this look needed to know; nothing where pods
    /// cannot be read.
    private final Map<String, Optional<Set<String>>> mounted = new HashMap<>();

    /// @param period how long a token may be unused
    LegacyTokenCalls(ClusterClient client, Duration period) {
        this.client = client;
        this.period = period;
    }

    /// Where nobody notes who uses which token, nothing is done. What cannot be read or written now is met
    /// again with the next look.
    void clean(Instant now) {
        ApiReply tracking = client.get(ResourceTypes.CONFIG_MAPS, NAMESPACE, TRACKING);
        if (!(tracking instanceof ApiReply.One(var _, StoredObject noted, var _))
                || !LegacyTokenRule.isTrackedLongEnough(
                        tree(noted).path("data").path("since").asText(""), period, now)) {
            return;
        }
        if (!(client.list(ResourceTypes.SECRETS, "", TOKENS) instanceof ApiReply.Many secrets)) {
            return;
        }
        for (StoredObject secret : secrets.items()) {
            Token token = token(tree(secret));
            if (LegacyTokenRule.isUnused(token, period, now) && isOfItsAccount(secret) && !isMounted(secret)) {
                carryOut(LegacyTokenRule.fate(token, period, now), secret);
            }
        }
    }

    private static ObjectNode tree(StoredObject object) {
        return Document.of(object.content()).tree();
    }

    private static Token token(ObjectNode secret) {
        JsonNode metadata = secret.path("metadata");
        return new Token(
                Instant.parse(metadata.path("creationTimestamp").asText("")),
                metadata.has("deletionTimestamp"),
                label(metadata, LAST_USED),
                label(metadata, INVALID_SINCE));
    }

    private static Optional<String> label(JsonNode metadata, String key) {
        JsonNode labels = metadata.path("labels");
        return labels.has(key) ? Optional.of(labels.path(key).asText("")) : Optional.empty();
    }

    /// Whether the account lists the Secret: of others it is not known that nobody made them by hand.
    private boolean isOfItsAccount(StoredObject secret) {
        JsonNode annotations = tree(secret).path("metadata").path("annotations");
        String name = annotations.path("kubernetes.io/service-account.name").asText("");
        String uid = annotations.path("kubernetes.io/service-account.uid").asText("");
        if (name.isEmpty()) {
            return false;
        }
        ApiReply found = client.get(ResourceTypes.SERVICE_ACCOUNTS, secret.key().namespace(), name);
        if (!(found instanceof ApiReply.One(var _, StoredObject account, var _))
                || !(uid.isEmpty() || uid.equals(account.uid()))) {
            return false;
        }
        for (JsonNode reference : tree(account).path("secrets")) {
            if (reference.path("name").asText("").equals(secret.key().name())) {
                return true;
            }
        }
        return false;
    }

    /// Whether a pod may name it.
    private boolean isMounted(StoredObject secret) {
        return mounted.computeIfAbsent(secret.key().namespace(), this::namedByPods)
                .map(names -> names.contains(secret.key().name()))
                .orElse(true);
    }

    private Optional<Set<String>> namedByPods(String namespace) {
        if (!(client.list(ResourceTypes.PODS, namespace, Map.of()) instanceof ApiReply.Many pods)) {
            return Optional.empty();
        }
        Set<String> names = new HashSet<>();
        pods.items().forEach(pod -> names.addAll(PodSecrets.names(tree(pod))));
        return Optional.of(names);
    }

    private void carryOut(Fate fate, StoredObject secret) {
        String namespace = secret.key().namespace();
        String name = secret.key().name();
        switch (fate) {
            case Fate.Keep() -> {}
            case Fate.MarkInvalid(var since) -> {
                ObjectNode patch = Json.object();
                ObjectNode metadata = patch.putObject("metadata").put("uid", secret.uid());
                metadata.putObject("labels").put(INVALID_SINCE, since.toString());
                client.patch(
                        ResourceTypes.SECRETS, namespace, name, "", new Body(Body.MERGE_PATCH, Document.of(patch)));
            }
            case Fate.Delete() -> {
                client.delete(ResourceTypes.SECRETS, namespace, name, Deletion.BY_NAME.at(secret.revision()));
            }
        }
    }
}
