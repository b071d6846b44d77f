package dev.tenure.node.streaming;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.runtime.io.Sha256;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// Asks the API server whose a token is, and what somebody may do with the node, and remembers the answers
/// for a time. Its methods wait for the API server. Safe for use by several threads. Upstream:
/// cmd/kubelet/app/auth.go.
public final class ClientReviews {
    private static final ResourceType TOKENS =
            new ResourceType("authentication.k8s.io", "v1", "tokenreviews", "TokenReview", ResourceType.Scope.CLUSTER);
    private static final ResourceType SUBJECTS = new ResourceType(
            "authorization.k8s.io", "v1", "subjectaccessreviews", "SubjectAccessReview", ResourceType.Scope.CLUSTER);
    private static final int REMEMBERED_MAX = 1000;
    /// How many wait for the API server at a time, so that strangers leave threads for those who are trusted.
    private static final int UNDER_WAY_MAX = 8;

    /// How long answers hold.
    ///
    /// @param tokens whose a token is, or that it is nobody's
    /// @param allowed that somebody may do something
    /// @param refused that somebody may not
    public record Keeping(Duration tokens, Duration allowed, Duration refused) {
        /// As a kubelet keeps them.
        public static final Keeping STANDARD =
                new Keeping(Duration.ofMinutes(2), Duration.ofMinutes(5), Duration.ofSeconds(30));
    }

    private record Remembered<T>(T answer, Tick until) {}

    private record Question(Caller who, String verb, String subresource) {}

    private final ClusterClient client;
    private final TimeSource time;
    private final String node;
    private final Keeping keeping;
    private final Map<String, Remembered<Optional<Caller>>> owners = new ConcurrentHashMap<>();
    private final Map<Question, Remembered<Boolean>> rights = new ConcurrentHashMap<>();

    private final Semaphore underWay = new Semaphore(UNDER_WAY_MAX);

    /// @param node the name of the node that requests are about
    public ClientReviews(ClusterClient client, TimeSource time, String node, Keeping keeping) {
        this.client = client;
        this.time = time;
        this.node = node;
        this.keeping = keeping;
    }

    /// Whose a token is.
    ///
    /// @throws IllegalStateException when the API server does not say
    Optional<Caller> owner(String token) {
        // so that no token stays in memory
        String key = Sha256.hex(token.getBytes(StandardCharsets.UTF_8));
        return known(owners, key).orElseGet(() -> {
            Optional<Caller> found = askOwner(token);
            remember(owners, key, found, keeping.tokens());
            return found;
        });
    }

    /// Whether somebody may do something with a subresource of the node.
    ///
    /// @throws IllegalStateException when the API server does not say
    boolean may(Caller who, String verb, String subresource) {
        var question = new Question(who, verb, subresource);
        return known(rights, question).orElseGet(() -> {
            boolean allowed = askRight(question);
            remember(rights, question, allowed, allowed ? keeping.allowed() : keeping.refused());
            return allowed;
        });
    }

    private <K, T> Optional<T> known(Map<K, Remembered<T>> answers, K key) {
        Tick now = time.now();
        return Optional.ofNullable(answers.get(key))
                .filter(answer -> answer.until().isAfter(now))
                .map(Remembered::answer);
    }

    private <K, T> void remember(Map<K, Remembered<T>> answers, K key, T answer, Duration keep) {
        Tick now = time.now();
        if (answers.size() >= REMEMBERED_MAX) {
            answers.values().removeIf(each -> !each.until().isAfter(now));
        }
        if (answers.size() < REMEMBERED_MAX) {
            answers.put(key, new Remembered<>(answer, now.plus(keep)));
        }
    }

    private Optional<Caller> askOwner(String token) {
        ObjectNode review = review(TOKENS);
        review.putObject("spec").put("token", token);
        JsonNode status = ask(TOKENS, review);
        if (!status.path("authenticated").asBoolean(false)) {
            return Optional.empty();
        }
        JsonNode user = status.path("user");
        var extra = new LinkedHashMap<String, List<String>>();
        user.path("extra").properties().forEach(each -> extra.put(each.getKey(), texts(each.getValue())));
        return Optional.of(new Caller(
                user.path("username").asText(), user.path("uid").asText(""), texts(user.path("groups")), extra, ""));
    }

    private boolean askRight(Question question) {
        ObjectNode review = review(SUBJECTS);
        Caller who = question.who();
        ObjectNode spec = review.putObject("spec").put("user", who.user()).put("uid", who.uid());
        put(spec, "groups", who.groups());
        ObjectNode extra = spec.putObject("extra");
        who.extra().forEach((name, values) -> put(extra, name, values));
        spec.putObject("resourceAttributes")
                .put("verb", question.verb())
                .put("version", "v1")
                .put("resource", "nodes")
                .put("subresource", question.subresource())
                .put("name", node);
        return ask(SUBJECTS, review).path("allowed").asBoolean(false);
    }

    private static ObjectNode review(ResourceType type) {
        return Json.object().put("apiVersion", type.apiVersion()).put("kind", type.kind());
    }

    private JsonNode ask(ResourceType type, ObjectNode review) {
        if (!underWay.tryAcquire()) {
            throw new IllegalStateException("too many others wait for a review");
        }
        try {
            return status(client.create(type, "", Document.of(review)));
        } finally {
            underWay.release();
        }
    }

    private static JsonNode status(ApiReply reply) {
        return switch (reply) {
            case ApiReply.Document(var _, byte[] json, var _) ->
                Json.readObject(json).path("status");
            case ApiReply.One(var _, var stored, var _) ->
                Json.readObject(stored.json()).path("status");
            case ApiReply.Failure(var status, var _) -> throw new IllegalStateException(status.message());
            case ApiReply.Many _ -> throw new IllegalStateException("a review was answered with a list");
        };
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    private static void put(ObjectNode into, String field, List<String> texts) {
        var list = into.putArray(field);
        texts.forEach(list::add);
    }
}
