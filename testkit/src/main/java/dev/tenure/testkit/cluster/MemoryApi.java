package dev.tenure.testkit.cluster;

import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.MergePatch;
import dev.tenure.wire.patch.Patch;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.Schema;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// Objects in memory with revisions, pages, watches from a revision on, and conflicts. It accepts whatever it
/// is sent: an apply is merged member by member, a subresource is written as the object itself, and an
/// object that is deleted or evicted goes at once; a name that is to be made up ends with the revision. An
/// update or a patch that changes nothing is no write. Selectors of lists and watches are passed over.
/// Watches can be held back and can expire, requests can be refused. For one thread.
public final class MemoryApi implements ApiEndpoint {
    private final List<ResourceType> served;
    private final Map<ObjectKey, StoredObject> objects = new TreeMap<>();
    private final List<MemoryCursor> cursors = new ArrayList<>();
    private final List<ApiRequest> requests = new ArrayList<>();
    private Function<ApiRequest, Optional<Status>> refusal = _ -> Optional.empty();
    private int pageSizeMax = Integer.MAX_VALUE;
    private long revision = 100;

    public MemoryApi(ResourceType... served) {
        this.served = List.of(served);
    }

    /// From now on requests, watches too, are refused as `chosen` says.
    public void refuse(Function<ApiRequest, Optional<Status>> chosen) {
        refusal = chosen;
    }

    /// From now on no page of a list is longer, whatever the client asks for.
    public void pagesOf(int objects) {
        pageSizeMax = objects;
    }

    /// A refusal with an HTTP status and a reason.
    public static Status status(int code, String reason) {
        return new Status(code, reason, reason + " for a test", Optional.empty());
    }

    /// All requests so far, in order, refused ones too.
    public List<ApiRequest> requests() {
        return List.copyOf(requests);
    }

    /// How many requests of one verb there have been.
    public long count(Verb verb) {
        return requests.stream().filter(request -> request.verb() == verb).count();
    }

    /// Watches that nobody has closed.
    public long watches() {
        return cursors.stream().filter(cursor -> !cursor.closed()).count();
    }

    /// Ends all watches as a server does that no longer has their revision: 410.
    public void expireWatches() {
        send(_ -> true, new WatchEvent.Failed(status(410, "Expired")));
    }

    /// From now on watches hear of nothing, as when a connection hangs, until they expire.
    public void muteWatches() {
        cursors.forEach(MemoryCursor::mute);
    }

    /// Writes an object, new or not, as somebody else does.
    ///
    /// @return as it is stored
    public StoredObject put(ResourceType type, String namespace, ObjectNode object) {
        return store(type, namespace, object);
    }

    /// Deletes an object, as somebody else does.
    public void remove(ResourceType type, String namespace, String name) {
        StoredObject last = objects.remove(type.key(namespace, name));
        if (last != null) {
            send(cursor -> cursor.follows(type), new WatchEvent.Deleted(last.withRevision(++revision)));
        }
    }

    public Optional<StoredObject> get(ResourceType type, String namespace, String name) {
        return Optional.ofNullable(objects.get(type.key(namespace, name)));
    }

    /// All objects of a kind, in order of key.
    public List<StoredObject> all(ResourceType type) {
        return objects.values().stream()
                .filter(object -> object.key().group().equals(type.group())
                        && object.key().resource().equals(type.resource()))
                .toList();
    }

    private StoredObject store(ResourceType type, String namespace, ObjectNode object) {
        ObjectNode meta = object.withObject("/metadata");
        meta.remove("resourceVersion");
        if (!meta.has("name")) {
            meta.put("name", meta.path("generateName").asText() + (revision + 1));
        }
        if (!namespace.isEmpty()) {
            meta.put("namespace", namespace);
        }
        ObjectKey key = type.key(namespace, meta.path("name").asText());
        StoredObject before = objects.get(key);
        long next = ++revision;
        if (!meta.has("uid")) {
            meta.put("uid", before == null ? "uid-" + next : before.uid());
        }
        var stored = new StoredObject(header(key, Views.meta(object)), Json.write(object), next, Views.reader(type));
        objects.put(key, stored);
        send(
                cursor -> cursor.follows(type),
                before == null ? new WatchEvent.Added(stored) : new WatchEvent.Modified(stored));
        return stored;
    }

    private static StoredObject.Header header(ObjectKey key, ObjectMeta meta) {
        List<String> owners =
                meta.ownerReferences().stream().map(OwnerReference::uid).toList();
        return new StoredObject.Header(key, meta.uid(), meta.labels(), owners, Map.of(), meta.deleting());
    }

    private void send(Function<MemoryCursor, Boolean> whom, WatchEvent event) {
        List.copyOf(cursors).stream().filter(whom::apply).forEach(cursor -> cursor.send(event));
    }

    @Override
    public ApiReply call(ApiRequest request) {
        requests.add(request);
        Optional<Status> refused = refusal.apply(request);
        if (refused.isPresent()) {
            return new ApiReply.Failure(refused.get(), List.of());
        }
        Target target = request.target();
        ResourceType type = type(target);
        Optional<StoredObject> before = get(type, target.namespace(), target.name());
        if (target.subresource().equals("eviction")) {
            return before.isEmpty() ? failure(404, "NotFound") : deleted(type, before.get());
        }
        return switch (request.verb()) {
            case LIST -> list(type, request);
            case CREATE -> create(type, request);
            case GET, UPDATE, PATCH, DELETE ->
                before.isEmpty() ? failure(404, "NotFound") : with(type, request, before.get());
            case DELETE_COLLECTION -> deleteAll(type, target.namespace());
            case WATCH -> failure(405, "MethodNotAllowed");
        };
    }

    private ApiReply deleted(ResourceType type, StoredObject gone) {
        remove(type, gone.key().namespace(), gone.key().name());
        return new ApiReply.One(200, gone, List.of());
    }

    private ApiReply deleteAll(ResourceType type, String namespace) {
        List<StoredObject> gone = all(type).stream()
                .filter(object ->
                        namespace.isEmpty() || object.key().namespace().equals(namespace))
                .toList();
        gone.forEach(
                object -> remove(type, object.key().namespace(), object.key().name()));
        return new ApiReply.Many(type, revision, gone, Optional.empty(), Optional.empty(), List.of());
    }

    private ApiReply create(ResourceType type, ApiRequest request) {
        ObjectNode object = Json.readObject(request.body().bytes());
        String namespace = request.target().namespace();
        return get(type, namespace, object.path("metadata").path("name").asText())
                        .isPresent()
                ? failure(409, "AlreadyExists")
                : new ApiReply.One(201, store(type, namespace, object), List.of());
    }

    private ApiReply with(ResourceType type, ApiRequest request, StoredObject before) {
        return switch (request.verb()) {
            case UPDATE -> update(type, request, before);
            case PATCH -> changed(type, before, patched(type, before, request));
            case DELETE -> deleted(type, before);
            default -> new ApiReply.One(200, before, List.of());
        };
    }

    private static ObjectNode patched(ResourceType type, StoredObject before, ApiRequest request) {
        ObjectNode original = Json.readObject(before.json());
        byte[] patch = request.body().bytes();
        Optional<ObjectType> known = request.body().contentType().equals(Body.STRATEGIC_MERGE_PATCH)
                ? Schema.builtIn().kind(type.apiVersion(), type.kind())
                : Optional.empty();
        return known.map(structure ->
                        Patch.read(Patch.Kind.STRATEGIC, patch, false).apply(original, structure))
                .orElseGet(() -> MergePatch.apply(original, Json.readObject(patch)));
    }

    private ApiReply update(ResourceType type, ApiRequest request, StoredObject before) {
        ObjectNode object = Json.readObject(request.body().bytes());
        String seen = object.path("metadata").path("resourceVersion").asText();
        return seen.isEmpty() || seen.equals(Long.toString(before.revision()))
                ? changed(type, before, object)
                : failure(409, "Conflict");
    }

    /// As a server has it, a write that changes nothing is none.
    private ApiReply changed(ResourceType type, StoredObject before, ObjectNode after) {
        after.withObject("/metadata").remove("resourceVersion");
        boolean same = after.equals(Json.readObject(before.json()));
        return new ApiReply.One(200, same ? before : store(type, before.key().namespace(), after), List.of());
    }

    /// Pages of `limit` objects; what is behind the page begins at the name in `continue`.
    private ApiReply list(ResourceType type, ApiRequest request) {
        int limit = request.parameter("limit").map(Integer::parseInt).orElse(pageSizeMax);
        String from = request.parameter("continue").orElse("");
        List<StoredObject> rest = all(type).stream()
                .filter(object -> object.key().name().compareTo(from) >= 0)
                .filter(object -> request.target().namespace().isEmpty()
                        || object.key().namespace().equals(request.target().namespace()))
                .toList();
        List<StoredObject> page = rest.subList(0, Math.min(Math.min(limit, pageSizeMax), rest.size()));
        Optional<String> next = page.size() < rest.size()
                ? Optional.of(rest.get(page.size()).key().name())
                : Optional.empty();
        Optional<Long> remaining = next.map(_ -> (long) rest.size() - page.size());
        return new ApiReply.Many(type, revision, page, next, remaining, List.of());
    }

    private static ApiReply failure(int code, String reason) {
        return new ApiReply.Failure(status(code, reason), List.of());
    }

    private ResourceType type(Target target) {
        return served.stream()
                .filter(type ->
                        type.group().equals(target.group()) && type.resource().equals(target.resource()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(target.resource() + " is not served"));
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        requests.add(request);
        Optional<Status> refused = refusal.apply(request);
        if (refused.isPresent()) {
            return new WatchReply.Refused(refused.get());
        }
        long from = request.parameter("resourceVersion").map(Long::parseLong).orElse(0L);
        if (from != revision) {
            throw new IllegalStateException("this fake keeps no history: a watch begins where a list has just ended");
        }
        ResourceType type = type(request.target());
        var cursor = new MemoryCursor(type);
        cursors.add(cursor);
        return new WatchReply.Started(type, cursor);
    }
}
