package dev.tenure.apiserver.authn;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.Store;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Whose the tokens are that somebody asked for: they are good for a while, and while their account and what
/// they are bound to live. Who is behind a clock that goes a minute wrong is still let in. Safe for use by
/// several threads. Upstream: pkg/serviceaccount/claims.go.
final class BoundTokens {
    static final String CLAIM = "kubernetes.io";

    private static final Duration LEEWAY = Duration.ofMinutes(1);
    private static final String OVER = "service account token has been invalidated";

    private final Store store;
    private final TimeSource time;

    BoundTokens(Store store, TimeSource time) {
        this.store = store;
        this.time = time;
    }

    /// @param claims of a token whose signature is good
    /// @param remarks takes why it is no longer good
    Optional<User> user(JsonNode claims, TokenRemarks remarks) {
        JsonNode own = claims.path(CLAIM);
        String namespace = own.path("namespace").asText("");
        Optional<String> fault = untimely(claims)
                .or(() -> ofAccount(namespace, own.path("serviceaccount")))
                .or(() -> ofBound(own, namespace));
        if (fault.isPresent()) {
            remarks.refuse(fault.get());
            return Optional.empty();
        }
        JsonNode account = own.path("serviceaccount");
        return Optional.of(new User(
                ServiceAccountTokens.PREFIX + namespace + ":"
                        + account.path("name").asText(""),
                account.path("uid").asText(""),
                ServiceAccountTokens.groups(namespace),
                extra(claims)));
    }

    private Optional<String> untimely(JsonNode claims) {
        long now = time.wall().getEpochSecond();
        long leeway = LEEWAY.toSeconds();
        if (claims.path("nbf").asLong(0) > now + leeway) {
            return Optional.of("service account token is not valid yet");
        }
        if (claims.path("exp").asLong(0) < now - leeway) {
            return Optional.of("service account token has expired");
        }
        return claims.path("iat").asLong(0) > now + leeway
                ? Optional.of("service account token is issued in the future")
                : Optional.empty();
    }

    private Optional<String> ofAccount(String namespace, JsonNode reference) {
        String name = reference.path("name").asText("");
        if (name.isEmpty()) {
            return Optional.of("resource name may not be empty");
        }
        Optional<StoredObject> account = store.get(ResourceTypes.SERVICE_ACCOUNTS.key(namespace, name));
        if (account.isEmpty()) {
            return Optional.of("serviceaccounts %s not found".formatted(Quoted.of(name)));
        }
        String uid = reference.path("uid").asText("");
        if (!account.get().uid().equals(uid)) {
            return Optional.of("service account UID (%s) does not match claim (%s)"
                    .formatted(account.get().uid(), uid));
        }
        return isLong(account.get())
                ? Optional.of("service account %s/%s has been deleted".formatted(namespace, name))
                : Optional.empty();
    }

    /// The node of a pod is only told of.
    private Optional<String> ofBound(JsonNode own, String namespace) {
        Optional<String> fault = own.has("secret")
                ? ofOne(own, "secret", ResourceTypes.SECRETS.key(namespace, name(own, "secret")))
                : Optional.empty();
        if (own.has("pod")) {
            return fault.or(() -> ofOne(own, "pod", ResourceTypes.PODS.key(namespace, name(own, "pod"))));
        }
        return own.has("node")
                ? fault.or(() -> ofOne(own, "node", ResourceTypes.NODES.key("", name(own, "node"))))
                : fault;
    }

    private static String name(JsonNode own, String kind) {
        return own.path(kind).path("name").asText("");
    }

    private Optional<String> ofOne(JsonNode own, String kind, ObjectKey key) {
        Optional<StoredObject> there = store.get(key);
        if (there.isEmpty()) {
            return Optional.of(OVER);
        }
        String uid = own.path(kind).path("uid").asText("");
        if (!there.get().uid().equals(uid)) {
            return Optional.of("%s UID (%s) does not match service account %s ref claim (%s)"
                    .formatted(kind, there.get().uid(), kind, uid));
        }
        return isLong(there.get()) ? Optional.of(OVER) : Optional.empty();
    }

    /// Whether it should have been gone for so long that its tokens are over though something holds it up.
    private boolean isLong(StoredObject object) {
        JsonNode end = Document.of(object.content()).tree().at("/metadata/deletionTimestamp");
        return !end.isMissingNode()
                && Instant.parse(end.asText("")).isBefore(time.wall().minus(LEEWAY));
    }

    private static Map<String, List<String>> extra(JsonNode claims) {
        var extra = new LinkedHashMap<String, List<String>>();
        extra.put(
                "authentication.kubernetes.io/credential-id",
                List.of("JTI=" + claims.path("jti").asText("")));
        for (String kind : List.of("pod", "node")) {
            JsonNode bound = claims.path(CLAIM).path(kind);
            if (bound.has("name")) {
                extra.put(
                        "authentication.kubernetes.io/" + kind + "-name",
                        List.of(bound.path("name").asText("")));
                if (!bound.path("uid").asText("").isEmpty()) {
                    extra.put(
                            "authentication.kubernetes.io/" + kind + "-uid",
                            List.of(bound.path("uid").asText("")));
                }
            }
        }
        return extra;
    }
}
