package dev.tenure.kinds.apiservice;

import dev.tenure.apiserver.handler.Handlers;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.kinds.custom.Conditions;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.time.Tick;
import dev.tenure.store.Store;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.Range;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Keeps an APIService for each version that a CustomResourceDefinition serves, takes away those of versions that none
/// serves any more, and says of all that are served here that they are available. State is confined to its loop.
public final class ApiServiceLoop {
    private static final ResourceId DEFINITIONS = new ResourceId("apiextensions.k8s.io", "customresourcedefinitions");
    private static final ResourceId SERVICES = new ResourceId("apiregistration.k8s.io", "apiservices");
    private static final int BATCH = 1_000;
    /// Between two looks at all of them: who defines a thousand kinds at once has them looked at together.
    private static final Duration PAUSE = Duration.ofMillis(250);

    private static final String SETTLE = "api-services";
    private static final Caller SELF = Caller.component(
            "system:apiserver", List.of(Caller.SYSTEM_MASTERS, "system:authenticated"), "kube-apiserver");

    private final Store store;
    private final KindEntry entry;
    private final Handlers handlers;
    /// Runs its present life.
    private EventLoop loop;

    private boolean busy;
    /// Before which nothing is looked at.
    private Tick next;

    /// @param entry of APIServices
    /// @param handlers carry out what this loop writes, as they do for everybody
    public ApiServiceLoop(Store store, EventLoop loop, KindEntry entry, Handlers handlers) {
        this.store = store;
        this.loop = loop;
        this.entry = entry;
        this.handlers = handlers;
        this.next = loop.time().now();
    }

    /// Begins to follow.
    public void start() {
        new Supervisor("api-services", loop, life -> () -> follow(life)).start();
    }

    private void follow(EventLoop life) {
        loop = life;
        busy = false;
        long revision = store.revision();
        for (ResourceId followed : List.of(DEFINITIONS, SERVICES)) {
            LogCursor cursor = store.watch(followed, "", revision);
            loop.supervision().atEnd(cursor::close);
            await(cursor);
        }
        settle();
    }

    private void await(LogCursor cursor) {
        cursor.onReady(() -> loop.post("api-services-changed", () -> changed(cursor)));
    }

    private void changed(LogCursor cursor) {
        while (!cursor.poll(BATCH).isEmpty()) {
            // only that something has changed counts
        }
        await(cursor);
        Tick now = loop.time().now();
        loop.alarm(SETTLE, next.isAfter(now) ? next : now, this::settle);
    }

    /// Does what is left to do, one piece of work at a time; after each it looks again.
    private void settle() {
        if (busy) {
            return;
        }
        next = loop.time().now().plus(PAUSE);
        List<ApiRequest> writes = writes();
        if (writes.isEmpty()) {
            return;
        }
        busy = true;
        loop.work("settle-api-services", () -> work(writes), outcome -> {
            busy = false;
            if (outcome instanceof Outcome.Done<Map<String, RuntimeException>>(var failed)) {
                failed.forEach((name, e) -> loop.supervision().setAside("APIService " + name, e));
            }
            loop.alarm(SETTLE, loop.time().now().plus(PAUSE), this::settle);
        });
    }

    /// @return which could not be written, and why
    private Map<String, RuntimeException> work(List<ApiRequest> writes) {
        Map<String, RuntimeException> failed = new LinkedHashMap<>();
        for (ApiRequest write : writes) {
            try {
                handlers.call(entry, write, new ArrayList<>());
            } catch (RefusedException | StoreUnavailableException _) {
                // it was changed meanwhile, or cannot be now: the next round sees it as it is then
            } catch (RuntimeException e) {
                failed.put(write.target().name(), e);
            }
        }
        return failed;
    }

    /// What differs from what is to be there.
    private List<ApiRequest> writes() {
        Map<String, ObjectNode> wanted = wanted();
        List<ApiRequest> writes = new ArrayList<>();
        for (ObjectNode there : read(SERVICES)) {
            JsonNode metadata = there.path("metadata");
            String name = ObjectTrees.text(metadata, "name");
            ObjectNode service = wanted.remove(name);
            String managed =
                    metadata.path("labels").path(LocalApiServices.MANAGED).asText("");
            if (managed.equals(LocalApiServices.ALWAYS)) {
                look(there, service, writes);
            }
            if (ApiServiceStrategy.isLocal(there) && !Conditions.isTrue(there, LocalApiServices.AVAILABLE)) {
                writes.add(available(there));
            }
        }
        wanted.forEach((_, service) -> writes.add(request(Verb.CREATE, "", "", service)));
        return writes;
    }

    private static void look(ObjectNode there, @Nullable ObjectNode wanted, List<ApiRequest> writes) {
        String name = ObjectTrees.text(there.path("metadata"), "name");
        if (wanted == null) {
            ObjectNode options = Json.object().put("kind", "DeleteOptions").put("apiVersion", "v1");
            options.putObject("preconditions").set("uid", there.path("metadata").path("uid"));
            writes.add(request(Verb.DELETE, name, "", options));
        } else if (!SameValue.same(there.path("spec"), wanted.path("spec"))) {
            ObjectNode next = there.deepCopy();
            next.set("spec", wanted.path("spec"));
            writes.add(request(Verb.UPDATE, name, "", next));
        }
    }

    private ApiRequest available(ObjectNode there) {
        ObjectNode next = there.deepCopy();
        LocalApiServices.setAvailable(next, ObjectTrees.seconds(loop.time().wall()));
        return request(Verb.UPDATE, ObjectTrees.text(there.path("metadata"), "name"), "status", next);
    }

    /// By name.
    private Map<String, ObjectNode> wanted() {
        Map<String, ObjectNode> wanted = new LinkedHashMap<>();
        for (ObjectNode definition : read(DEFINITIONS)) {
            String group = definition.path("spec").path("group").asText("");
            for (JsonNode version : definition.path("spec").path("versions")) {
                String name = version.path("name").asText("");
                if (version.path("served").asBoolean(false)) {
                    wanted.putIfAbsent(LocalApiServices.name(group, name), LocalApiServices.ofDefined(group, name));
                }
            }
        }
        return wanted;
    }

    private static ApiRequest request(Verb verb, String name, String part, ObjectNode body) {
        Target target = new Target(SERVICES.group(), "v1", SERVICES.resource(), "", name, part);
        return new ApiRequest(verb, target, Map.of(), Body.json(Json.write(body)), SELF);
    }

    /// All but those that cannot be read any more.
    private List<ObjectNode> read(ResourceId resource) {
        List<ObjectNode> objects = new ArrayList<>();
        for (StoredObject object : store.list(Range.all(resource, "")).items()) {
            if (!(object.content() instanceof Content.Unreadable)) {
                objects.add(ObjectTrees.tree(object));
            }
        }
        return objects;
    }
}
