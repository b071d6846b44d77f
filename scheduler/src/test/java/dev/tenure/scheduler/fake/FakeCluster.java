package dev.tenure.scheduler.fake;

import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Objects in memory behind the port of the API: list, watch, create, patch of a pod's status, bind and
/// delete, without any validation. For one thread.
public final class FakeCluster implements ApiEndpoint {
    /// Kinds that it serves; any other is not found.
    private static final Map<String, ResourceType> SERVED = new HashMap<>();

    static {
        for (ResourceType type : List.of(
                ResourceTypes.NODES,
                ResourceTypes.PODS,
                ResourceTypes.NAMESPACES,
                ResourceTypes.SERVICES,
                ResourceTypes.REPLICA_SETS,
                ResourceTypes.POD_DISRUPTION_BUDGETS)) {
            SERVED.put(type.resource(), type);
        }
        SERVED.put("events", new ResourceType("events.k8s.io", "v1", "events", "Event", ResourceType.Scope.NAMESPACED));
    }

    private final Map<ObjectKey, StoredObject> objects = new TreeMap<>();
    private final List<FakeCursor> cursors = new ArrayList<>();
    private final Set<String> gracefully;
    private Function<ApiRequest, Optional<Status>> fault = request -> Optional.empty();
    private long revision;
    private long calls;

    /// @param gracefully names of pods that only get a deletion timestamp when they are deleted
    public FakeCluster(Set<String> gracefully) {
        this.gracefully = gracefully;
    }

    /// Lets requests fail as `fault` says.
    public void failing(Function<ApiRequest, Optional<Status>> faults) {
        fault = faults;
    }

    /// How many requests there have been.
    public long calls() {
        return calls;
    }

    /// Puts an object there or replaces it.
    public void put(String resource, ObjectNode object) {
        ResourceType type = SERVED.get(resource);
        if (type == null) {
            throw new IllegalArgumentException(resource + " is not served");
        }
        JsonNode meta = object.path("metadata");
        ObjectKey key =
                type.key(meta.path("namespace").asText(""), meta.path("name").asText());
        if (meta.path("uid").isMissingNode()) {
            ((ObjectNode) object.path("metadata")).put("uid", "uid-" + key.qualifiedName() + "-" + revision);
        }
        store(type, key, object);
    }

    private StoredObject store(ResourceType type, ObjectKey key, ObjectNode object) {
        var header = new StoredObject.Header(
                key, object.path("metadata").path("uid").asText(), Map.of(), List.of(), Map.of(), false);
        var stored = new StoredObject(header, Json.write(object), ++revision, Views.reader(type));
        StoredObject old = objects.put(key, stored);
        send(type, old == null ? new WatchEvent.Added(stored) : new WatchEvent.Modified(stored));
        return stored;
    }

    public void remove(String resource, String namespace, String name) {
        ResourceType type = SERVED.get(resource);
        if (type == null) {
            throw new IllegalArgumentException(resource + " is not served");
        }
        StoredObject old = objects.remove(type.key(namespace, name));
        if (old != null) {
            send(type, new WatchEvent.Deleted(old.withRevision(++revision)));
        }
    }

    private void send(ResourceType type, WatchEvent event) {
        for (FakeCursor cursor : List.copyOf(cursors)) {
            if (cursor.type.equals(type)) {
                cursor.send(event);
            }
        }
    }

    public Optional<ObjectNode> get(String resource, String namespace, String name) {
        ResourceType type = SERVED.get(resource);
        return type == null
                ? Optional.empty()
                : Optional.ofNullable(objects.get(type.key(namespace, name)))
                        .map(object -> Json.readObject(object.json()));
    }

    /// All objects of a kind, in order of key.
    public List<ObjectNode> all(String resource) {
        return objects.values().stream()
                .filter(object -> object.key().resource().equals(resource))
                .map(object -> Json.readObject(object.json()))
                .toList();
    }

    @Override
    public ApiReply call(ApiRequest request) {
        calls++;
        Optional<Status> broken = fault.apply(request);
        if (broken.isPresent()) {
            return new ApiReply.Failure(broken.get(), List.of());
        }
        Target target = request.target();
        ResourceType type = SERVED.get(target.resource());
        if (type == null || !type.group().equals(target.group())) {
            return missing(target);
        }
        return switch (request.verb()) {
            case LIST ->
                new ApiReply.Many(
                        type,
                        revision,
                        objects.values().stream()
                                .filter(object -> object.key().resource().equals(type.resource())
                                        && object.key().group().equals(type.group()))
                                .toList(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of());
            case CREATE ->
                target.subresource().equals("binding")
                        ? bind(type, target, Json.readObject(request.body().bytes()))
                        : create(type, target, Json.readObject(request.body().bytes()));
            case PATCH -> patch(type, target, Json.readObject(request.body().bytes()));
            case DELETE -> delete(type, target);
            default -> missing(target);
        };
    }

    private static ApiReply missing(Target target) {
        return failure(404, "NotFound", target.resource() + " \"" + target.name() + "\" not found");
    }

    private static ApiReply failure(int code, String reason, String message) {
        return new ApiReply.Failure(new Status(code, reason, message, Optional.empty()), List.of());
    }

    private ApiReply create(ResourceType type, Target target, ObjectNode object) {
        ((ObjectNode) object.path("metadata")).put("uid", "uid-" + revision);
        ObjectKey key = type.key(
                target.namespace(), object.path("metadata").path("name").asText());
        return new ApiReply.One(201, store(type, key, object), List.of());
    }

    private ApiReply bind(ResourceType type, Target target, ObjectNode binding) {
        ObjectKey key = type.key(target.namespace(), target.name());
        StoredObject old = objects.get(key);
        if (old == null) {
            return missing(target);
        }
        ObjectNode pod = Json.readObject(old.json());
        if (pod.path("spec").has("nodeName")) {
            return failure(
                    409,
                    "Conflict",
                    "Operation cannot be fulfilled on pods/binding \"%s\": pod %s is already assigned to node \"%s\""
                            .formatted(
                                    target.name(),
                                    target.name(),
                                    pod.path("spec").path("nodeName").asText()));
        }
        ((ObjectNode) pod.path("spec"))
                .put("nodeName", binding.path("target").path("name").asText());
        ObjectNode status = pod.withObjectProperty("status");
        status.remove("nominatedNodeName");
        setCondition(status, Json.object().put("type", "PodScheduled").put("status", "True"));
        store(type, key, pod);
        return new ApiReply.Document(201, Json.write(Json.object()), List.of());
    }

    private ApiReply patch(ResourceType type, Target target, ObjectNode patch) {
        ObjectKey key = type.key(target.namespace(), target.name());
        StoredObject old = objects.get(key);
        if (old == null) {
            return missing(target);
        }
        ObjectNode object = Json.readObject(old.json());
        if (target.subresource().equals("status")) {
            ObjectNode status = object.withObjectProperty("status");
            JsonNode change = patch.path("status");
            change.path("conditions").forEach(condition -> setCondition(status, (ObjectNode) condition));
            if (change.has("nominatedNodeName")) {
                if (change.path("nominatedNodeName").isNull()) {
                    status.remove("nominatedNodeName");
                } else {
                    status.set("nominatedNodeName", change.path("nominatedNodeName"));
                }
            }
        } else {
            object.setAll(patch);
        }
        return new ApiReply.One(200, store(type, key, object), List.of());
    }

    private static void setCondition(ObjectNode status, ObjectNode condition) {
        ArrayNode conditions = status.withArrayProperty("conditions");
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).path("type").equals(condition.path("type"))) {
                conditions.set(i, condition);
                return;
            }
        }
        conditions.add(condition);
    }

    private ApiReply delete(ResourceType type, Target target) {
        ObjectKey key = type.key(target.namespace(), target.name());
        StoredObject old = objects.get(key);
        if (old == null) {
            return missing(target);
        }
        if (gracefully.contains(target.name())) {
            ObjectNode object = Json.readObject(old.json());
            ((ObjectNode) object.path("metadata"))
                    .put("deletionTimestamp", "2026-01-01T00:00:30Z")
                    .put("deletionGracePeriodSeconds", 30);
            return new ApiReply.One(200, store(type, key, object), List.of());
        }
        remove(type.resource(), target.namespace(), target.name());
        return new ApiReply.One(200, old, List.of());
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        ResourceType type = SERVED.get(request.target().resource());
        if (type == null) {
            return new WatchReply.Refused(new Status(404, "NotFound", "not served", Optional.empty()));
        }
        var cursor = new FakeCursor(type);
        cursors.add(cursor);
        return new WatchReply.Started(type, cursor);
    }

    /// How many watches are open.
    public int watches() {
        return cursors.size();
    }

    private final class FakeCursor implements WatchCursor {
        private final ResourceType type;
        private final ArrayDeque<WatchEvent> events = new ArrayDeque<>();
        private @Nullable Runnable signal;

        FakeCursor(ResourceType type) {
            this.type = type;
        }

        void send(WatchEvent event) {
            events.add(event);
            fire();
        }

        private void fire() {
            Runnable due = signal;
            if (due != null && !events.isEmpty()) {
                signal = null;
                due.run();
            }
        }

        @Override
        public List<WatchEvent> poll(int max) {
            var batch = new ArrayList<WatchEvent>();
            while (batch.size() < max && !events.isEmpty()) {
                batch.add(events.removeFirst());
            }
            return batch;
        }

        @Override
        public void onReady(Runnable newSignal) {
            signal = newSignal;
            fire();
        }

        @Override
        public void close() {
            cursors.remove(this);
        }
    }
}
