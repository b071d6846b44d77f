package dev.tenure.kinds.core;

import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Accounts of pods. Upstream: pkg/registry/core/serviceaccount/strategy.go.
public final class ServiceAccountStrategy implements PlainKind {
    private static final String ENFORCED = "kubernetes.io/enforce-mountable-secrets";

    @Override
    public void prepareForCreate(ObjectNode account) {
        keepNamesOfSecrets(account);
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        keepNamesOfSecrets(next);
    }

    /// Secrets are always those of the account's namespace: of a reference only the name stays.
    private static void keepNamesOfSecrets(ObjectNode account) {
        JsonNode secrets = account.path("secrets");
        for (int i = 0; i < secrets.size(); i++) {
            ObjectNode kept = Json.object();
            JsonNode name = secrets.path(i).path("name");
            if (!name.asText("").isEmpty()) {
                kept.set("name", name);
            }
            account.withArray("secrets").set(i, kept);
        }
    }

    @Override
    public List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        return isEnforced(next)
                        && old.filter(ServiceAccountStrategy::isEnforced).isEmpty()
                ? List.of("metadata.annotations[" + ENFORCED
                        + "]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets")
                : List.of();
    }

    private static boolean isEnforced(ObjectNode account) {
        return account.path("metadata").path("annotations").has(ENFORCED);
    }
}
