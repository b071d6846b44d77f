package dev.tenure.node.environment;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.io.Ahead;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Reads from the cluster what pods refer to. Every method waits for the API; while that is gone, what it
/// said last still holds. Safe for use by several threads.
public final class ConfigSource {
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;

    static final int REMEMBERED_MAX = 1000;
    /// How long somebody waits for the news of what is known already: a server that hangs holds up no restart
    /// for longer.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ClusterClient client;
    /// What the API said last; it is all there is while the API is gone.
    private final Map<String, ApiReply> remembered = new ConcurrentHashMap<>();
    /// What is asked at the moment about things that are known already; each thing once.
    private final Map<String, Ahead<ApiReply>> underWay = new ConcurrentHashMap<>();

    private final Duration patience;

    public ConfigSource(ClusterClient client) {
        this(client, PATIENCE);
    }

    /// @param patience for news of what is known
    ConfigSource(ClusterClient client, Duration patience) {
        this.client = client;
        this.patience = patience;
    }

    /// A config map as a document, if it exists.
    ///
    /// @throws ConfigException when the API does not say
    public Optional<JsonNode> configMap(String namespace, String name) {
        return get(ResourceTypes.CONFIG_MAPS, namespace, name);
    }

    public Optional<JsonNode> secret(String namespace, String name) {
        return get(ResourceTypes.SECRETS, namespace, name);
    }

    /// A service account as a document, if it exists.
    ///
    /// @throws ConfigException when the API does not say
    public Optional<JsonNode> serviceAccount(String namespace, String name) {
        return get(ResourceTypes.SERVICE_ACCOUNTS, namespace, name);
    }

    /// A class of runtimes as a document, if it exists.
    ///
    /// @throws ConfigException when the API does not say
    public Optional<JsonNode> runtimeClass(String name) {
        return get(ResourceTypes.RUNTIME_CLASSES, "", name);
    }

    /// The services of a namespace as documents.
    public List<JsonNode> services(String namespace) {
        return switch (asked("services " + namespace, () -> client.list(ResourceTypes.SERVICES, namespace, Map.of()))) {
            case ApiReply.Many many -> {
                var services = new ArrayList<JsonNode>();
                many.items().forEach(stored -> services.add(tree(stored)));
                yield services;
            }
            case ApiReply.Failure(var status, var _) -> throw new ConfigException(status.message());
            case ApiReply.One _, ApiReply.Document _ -> List.of();
        };
    }

    /// A token of the pod's service account, bound to the pod.
    ///
    /// @param audience empty for the API server's own
    public String token(JsonNode pod, String audience, long expirationSeconds) {
        ObjectNode request =
                Json.object().put("apiVersion", "authentication.k8s.io/v1").put("kind", "TokenRequest");
        ObjectNode spec = request.putObject("spec").put("expirationSeconds", expirationSeconds);
        if (!audience.isEmpty()) {
            spec.putArray("audiences").add(audience);
        }
        JsonNode meta = pod.path("metadata");
        spec.putObject("boundObjectRef")
                .put("apiVersion", "v1")
                .put("kind", "Pod")
                .put("name", meta.path("name").asText())
                .put("uid", meta.path("uid").asText());
        String account = pod.path("spec").path("serviceAccountName").asText("default");
        ApiReply reply;
        try {
            reply = client.create(
                    ResourceTypes.SERVICE_ACCOUNTS,
                    meta.path("namespace").asText(),
                    account,
                    "token",
                    Document.of(request));
        } catch (ConnectionException e) {
            throw new ConfigException(String.valueOf(e.getMessage()));
        }
        return switch (reply) {
            case ApiReply.Document(var _, byte[] json, var _) ->
                Json.readObject(json).path("status").path("token").asText();
            case ApiReply.One(var _, StoredObject stored, var _) ->
                tree(stored).path("status").path("token").asText();
            case ApiReply.Failure(var status, var _) -> throw new ConfigException(status.message());
            case ApiReply.Many _ -> throw new ConfigException("the API server answers a token request with a list");
        };
    }

    /// What is known is not waited for long, and what somebody waited for in vain is not waited for again
    /// before it is there.
    private ApiReply asked(String what, Supplier<ApiReply> question) {
        ApiReply last = remembered.get(what);
        if (last == null) {
            return answer(what, question);
        }
        Ahead<ApiReply> before = underWay.get(what);
        if (before != null) {
            return before.within(Duration.ZERO).orElse(last);
        }
        return underWay.computeIfAbsent(what, _ -> Ahead.fetch("config", () -> news(what, question)))
                .within(patience)
                .orElse(last);
    }

    private ApiReply news(String what, Supplier<ApiReply> question) {
        try {
            return answer(what, question);
        } finally {
            underWay.remove(what);
        }
    }

    /// A server that is overloaded or half up says nothing; what was said last holds then as well.
    private ApiReply answer(String what, Supplier<ApiReply> question) {
        ApiReply last = remembered.get(what);
        try {
            ApiReply reply = question.get();
            if (reply instanceof ApiReply.Failure(var status, var _) && unable(status.code())) {
                return last == null ? reply : last;
            }
            remember(what, reply);
            return reply;
        } catch (ConnectionException e) {
            if (last == null) {
                throw new ConfigException(String.valueOf(e.getMessage()));
            }
            return last;
        }
    }

    private void remember(String what, ApiReply reply) {
        if (remembered.size() >= REMEMBERED_MAX && !remembered.containsKey(what)) {
            // any of them: most are of pods that are gone, and what is still in use is asked for again
            remembered.keySet().stream().findAny().ifPresent(remembered::remove);
        }
        remembered.put(what, reply);
    }

    private static boolean unable(int code) {
        return code == TOO_MANY || code >= SERVER_ERROR;
    }

    private Optional<JsonNode> get(ResourceType type, String namespace, String name) {
        return switch (asked(type.resource() + " " + namespace + "/" + name, () -> client.get(type, namespace, name))) {
            case ApiReply.One(var _, StoredObject stored, var _) -> Optional.of(tree(stored));
            case ApiReply.Failure(var status, var _) -> {
                if (status.isNotFound()) {
                    yield Optional.empty();
                }
                throw new ConfigException(status.message());
            }
            case ApiReply.Many _, ApiReply.Document _ -> Optional.empty();
        };
    }

    private static JsonNode tree(StoredObject stored) {
        return Document.of(stored.content()).tree().deepCopy();
    }
}
