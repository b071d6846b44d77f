package dev.tenure.apiserver.audit;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.model.meta.AuditNotes;
import dev.tenure.model.meta.Caller;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// One request that is written down, from its arrival to its end: gathers what events say and sends one at
/// each stage that is not left out. Used by the thread of the request. Upstream:
/// apiserver/pkg/audit/context.go, request.go.
public final class AuditedRequest {
    private static final int AGENT_MAX = 1024;
    private static final int OK = 200;
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final AuditPolicy.Verdict verdict;
    private final Attributes attributes;
    private final Sender sender;
    private final Consumer<ObjectNode> sink;
    private final Supplier<Instant> clock;
    private final Map<String, String> annotations = new TreeMap<>();
    private final ObjectNode user = Json.object();
    private final Set<AuditStage> written = EnumSet.noneOf(AuditStage.class);
    private Optional<ObjectNode> impersonated = Optional.empty();
    private Optional<JsonNode> metadata = Optional.empty();
    private Optional<ObjectNode> status = Optional.empty();
    private Optional<JsonNode> requestObject = Optional.empty();
    private Optional<JsonNode> responseObject = Optional.empty();

    /// Where a request comes from.
    ///
    /// @param id the header `Audit-Id` of its answer
    /// @param uri path and query
    /// @param addresses of the client, proxies that it names included
    /// @param lasting whether it goes on for long, as watches do
    public record Sender(
            String id, String uri, List<String> addresses, String agent, boolean lasting, Instant received) {
        public Sender {
            addresses = List.copyOf(addresses);
        }
    }

    AuditedRequest(
            AuditPolicy.Verdict verdict,
            Attributes attributes,
            Sender sender,
            Consumer<ObjectNode> sink,
            Supplier<Instant> clock) {
        this.verdict = verdict;
        this.attributes = attributes;
        this.sender = sender;
        this.sink = sink;
        this.clock = clock;
    }

    private boolean isAtLeast(AuditLevel level) {
        return verdict.level().isAtLeast(level);
    }

    void received() {
        fill(user, attributes.caller());
        write(AuditStage.REQUEST_RECEIVED);
    }

    void notAuthenticated(String shown) {
        status().put("message", shown);
    }

    /// The request is carried out for somebody else.
    public void impersonates(Caller caller) {
        impersonated = Optional.of(fill(Json.object(), caller));
    }

    /// Whether the request is allowed, and why.
    public void decided(Decision decision) {
        switch (decision) {
            case Decision.Allow(String reason) -> annotate("allow", reason);
            case Decision.Refuse(String reason) -> annotate("forbid", reason);
        }
    }

    private void annotate(String decision, String reason) {
        annotations.put("authorization.k8s.io/decision", decision);
        annotations.put("authorization.k8s.io/reason", reason);
    }

    /// What those who carried out the request have noted; it changes nothing that is known already.
    public void notes(AuditNotes notes) {
        notes.all().forEach(annotations::putIfAbsent);
        if (isAtLeast(AuditLevel.REQUEST)) {
            notes.detailed().forEach(annotations::putIfAbsent);
        }
    }

    /// The body of the request.
    ///
    /// @param patch whether it says what changes, instead of being an object
    /// @param body read only when something of it is written down; empty when there is none, or it is no JSON
    public void requests(boolean patch, Supplier<Optional<JsonNode>> body) {
        if (patch && !isAtLeast(AuditLevel.REQUEST)) {
            return;
        }
        Optional<JsonNode> read = body.get();
        if (!patch) {
            metadata = read.map(object -> object.path("metadata"));
        }
        if (isAtLeast(AuditLevel.REQUEST)) {
            requestObject = read.map(this::shown);
        }
    }

    /// The status that the request is answered with, instead of an object.
    ///
    /// @param document of kind Status
    public void answers(ObjectNode document) {
        status = Optional.empty();
        ObjectNode answer = status();
        for (String field : List.of("status", "message", "reason", "details", "code")) {
            JsonNode value = document.get(field);
            if (value != null) {
                answer.set(field, value);
            }
        }
        answers(() -> document);
    }

    /// The object or list that the request is answered with.
    ///
    /// @param document made only when it is written down
    public void answers(Supplier<? extends JsonNode> document) {
        if (isAtLeast(AuditLevel.REQUEST_RESPONSE)) {
            responseObject = Optional.of(shown(document.get()));
        }
    }

    /// The head of the answer is sent. Only the first call counts.
    public void responds(int code) {
        ObjectNode answer = status();
        if (!answer.has("code") || answer.path("code").intValue() == 0) {
            answer.put("code", code);
        }
        if (sender.lasting() || user.isEmpty()) {
            write(AuditStage.RESPONSE_STARTED);
        }
    }

    /// Nothing more is sent.
    public void ends() {
        if (user.isEmpty()) {
            return;
        }
        if (status.isEmpty()) {
            status().put("status", "Success").put("message", "Connection closed early");
            responds(OK);
        }
        write(AuditStage.RESPONSE_COMPLETE);
    }

    private ObjectNode status() {
        if (status.isEmpty()) {
            ObjectNode made = Json.object();
            made.putObject("metadata");
            status = Optional.of(made);
        }
        return status.get();
    }

    /// What the path leaves open of an object stands in it.
    private ObjectNode objectRef() {
        ObjectNode ref = Json.object();
        put(ref, "resource", attributes.resource());
        put(ref, "namespace", known(attributes.namespace(), "namespace"));
        put(ref, "name", known(attributes.name(), "name"));
        put(ref, "uid", known("", "uid"));
        put(ref, "apiGroup", attributes.group());
        put(ref, "apiVersion", attributes.version());
        put(ref, "resourceVersion", known("", "resourceVersion"));
        put(ref, "subresource", attributes.subresource());
        return ref;
    }

    private String known(String ofPath, String field) {
        return ofPath.isEmpty()
                ? metadata.map(object -> object.path(field).asText("")).orElse("")
                : ofPath;
    }

    private JsonNode shown(JsonNode tree) {
        if (!verdict.omitManagedFields() || !tree.isObject()) {
            return tree;
        }
        JsonNode copy = tree.deepCopy();
        bare(copy);
        copy.path("items").forEach(AuditedRequest::bare);
        copy.path("rows").forEach(row -> bare(row.path("object")));
        return copy;
    }

    private static void bare(JsonNode object) {
        if (object.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
        }
    }

    private static ObjectNode fill(ObjectNode into, Caller caller) {
        into.put("username", caller.user());
        put(into, "uid", caller.uid());
        if (!caller.groups().isEmpty()) {
            ArrayNode groups = into.putArray("groups");
            caller.groups().forEach(groups::add);
        }
        if (!caller.extra().isEmpty()) {
            ObjectNode extra = into.putObject("extra");
            new TreeMap<>(caller.extra()).forEach((key, values) -> {
                ArrayNode list = extra.putArray(key);
                values.forEach(list::add);
            });
        }
        return into;
    }

    private void write(AuditStage stage) {
        if (verdict.omitStages().contains(stage) || !written.add(stage)) {
            return;
        }
        ObjectNode event = Json.object();
        event.put("kind", "Event")
                .put("apiVersion", "audit.k8s.io/v1")
                .put("level", verdict.level().word())
                .put("auditID", sender.id())
                .put("stage", stage.word())
                .put("requestURI", sender.uri())
                .put("verb", attributes.verb())
                .set("user", user);
        impersonated.ifPresent(other -> event.set("impersonatedUser", other));
        if (!sender.addresses().isEmpty()) {
            ArrayNode addresses = event.putArray("sourceIPs");
            sender.addresses().forEach(addresses::add);
        }
        put(event, "userAgent", agent());
        if (!attributes.aboutPath()) {
            event.set("objectRef", objectRef());
        }
        status.ifPresent(answer -> event.set("responseStatus", answer));
        requestObject.ifPresent(object -> event.set("requestObject", object));
        responseObject.ifPresent(object -> event.set("responseObject", object));
        event.put("requestReceivedTimestamp", MICROS.format(sender.received()))
                .put("stageTimestamp", MICROS.format(clock.get()));
        if (!annotations.isEmpty()) {
            ObjectNode noted = event.putObject("annotations");
            annotations.forEach(noted::put);
        }
        sink.accept(event);
    }

    private String agent() {
        String agent = sender.agent();
        return agent.length() > AGENT_MAX ? agent.substring(0, AGENT_MAX) + "...TRUNCATED" : agent;
    }

    private static void put(ObjectNode into, String field, String text) {
        if (!text.isEmpty()) {
            into.put(field, text);
        }
    }
}
