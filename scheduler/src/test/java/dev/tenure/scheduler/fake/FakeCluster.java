package dev.tenure.scheduler.fake;

import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.testkit.cluster.MemoryApi;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// A cluster in memory as the scheduler needs one: pods are bound, and some only get a deletion timestamp
/// when they are deleted. For one thread.
public final class FakeCluster implements ApiEndpoint {
    /// Kinds that it serves; any other is not found.
    private static final List<ResourceType> SERVED = List.of(
            ResourceTypes.NODES,
            ResourceTypes.PODS,
            ResourceTypes.NAMESPACES,
            ResourceTypes.SERVICES,
            ResourceTypes.REPLICA_SETS,
            ResourceTypes.POD_DISRUPTION_BUDGETS,
            new ResourceType("events.k8s.io", "v1", "events", "Event", ResourceType.Scope.NAMESPACED));

    private final MemoryApi api = new MemoryApi(SERVED.toArray(ResourceType[]::new));
    private final Set<String> gracefully;
    private Function<ApiRequest, Optional<Status>> fault = request -> Optional.empty();
    private long calls;

    /// @param gracefully names of pods that only get a deletion timestamp when they are deleted
    public FakeCluster(Set<String> gracefully) {
        this.gracefully = gracefully;
    }

    /// Lets requests but watches fail as `faults` says.
    public void failing(Function<ApiRequest, Optional<Status>> faults) {
        fault = faults;
    }

    /// How many requests but watches there have been.
    public long calls() {
        return calls;
    }

    private static Optional<ResourceType> served(String resource) {
        return SERVED.stream().filter(type -> type.resource().equals(resource)).findFirst();
    }

    private static ResourceType type(String resource) {
        return served(resource).orElseThrow(() -> new IllegalArgumentException(resource + " is not served"));
    }

    /// Puts an object there or replaces it.
    public void put(String resource, ObjectNode object) {
        api.put(type(resource), object.path("metadata").path("namespace").asText(""), object);
    }

    public void remove(String resource, String namespace, String name) {
        api.remove(type(resource), namespace, name);
    }

    public Optional<ObjectNode> get(String resource, String namespace, String name) {
        return served(resource)
                .flatMap(type -> api.get(type, namespace, name))
                .map(object -> Json.readObject(object.json()));
    }

    /// All objects of a kind, in order of key.
    public List<ObjectNode> all(String resource) {
        return api.all(type(resource)).stream()
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
        Optional<ResourceType> type =
                served(target.resource()).filter(found -> found.group().equals(target.group()));
        if (type.isEmpty()) {
            return missing(target);
        }
        Optional<StoredObject> there = api.get(type.get(), target.namespace(), target.name());
        boolean binds = target.subresource().equals("binding");
        if (there.isPresent() && request.verb() == Verb.CREATE && binds) {
            return bind(there.get(), Json.readObject(request.body().bytes()));
        }
        if (there.isPresent() && request.verb() == Verb.DELETE && gracefully.contains(target.name())) {
            return markDeleted(type.get(), there.get());
        }
        return binds ? missing(target) : api.call(request);
    }

    private static ApiReply missing(Target target) {
        return failure(404, "NotFound", target.resource() + " \"" + target.name() + "\" not found");
    }

    private static ApiReply failure(int code, String reason, String message) {
        return new ApiReply.Failure(new Status(code, reason, message, Optional.empty()), List.of());
    }

    private ApiReply bind(StoredObject old, ObjectNode binding) {
        ObjectNode pod = Json.readObject(old.json());
        ObjectNode spec = pod.withObjectProperty("spec");
        if (spec.has("nodeName")) {
            return failure(
                    409,
                    "Conflict",
                    "Operation cannot be fulfilled on pods/binding \"%1$s\": pod %1$s is already assigned to node \"%2$s\""
                            .formatted(old.key().name(), spec.path("nodeName").asText()));
        }
        spec.put("nodeName", binding.path("target").path("name").asText());
        ObjectNode status = pod.withObjectProperty("status");
        status.remove("nominatedNodeName");
        setScheduled(status.withArrayProperty("conditions"));
        api.put(ResourceTypes.PODS, old.key().namespace(), pod);
        return new ApiReply.Document(201, Json.write(Json.object()), List.of());
    }

    private static void setScheduled(ArrayNode conditions) {
        ObjectNode scheduled = Json.object().put("type", "PodScheduled").put("status", "True");
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).path("type").equals(scheduled.path("type"))) {
                conditions.set(i, scheduled);
                return;
            }
        }
        conditions.add(scheduled);
    }

    private ApiReply markDeleted(ResourceType type, StoredObject old) {
        ObjectNode object = Json.readObject(old.json());
        object.withObjectProperty("metadata")
                .put("deletionTimestamp", "2026-01-01T00:00:30Z")
                .put("deletionGracePeriodSeconds", 30);
        return new ApiReply.One(200, api.put(type, old.key().namespace(), object), List.of());
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        return served(request.target().resource()).isEmpty()
                ? new WatchReply.Refused(new Status(404, "NotFound", "not served", Optional.empty()))
                : api.watch(request);
    }

    /// How many watches are open.
    public int watches() {
        return Math.toIntExact(api.watches());
    }
}
