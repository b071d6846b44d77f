package dev.tenure.kinds.custom;

import dev.tenure.apiserver.handler.Call;
import dev.tenure.apiserver.handler.Handlers;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.request.DeleteOptions;
import dev.tenure.kinds.custom.Conditions.Condition;
import dev.tenure.kinds.definition.CustomResourceDefinitionStrategy;
import dev.tenure.kinds.webhookclient.WebhookClient;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.Supervisor;
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
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Follows the definitions of kinds: gives them their names, establishes them, publishes the table of kinds
/// with those that they define, and when one is deleted removes its objects first. State is confined to its
/// loop. Upstream: apiextensions-apiserver/pkg/controller/status, establish, apiapproval, finalizer.
public final class DefinitionLoop {
    private static final String GROUP = "apiextensions.k8s.io";
    private static final String VERSION = "v1";
    private static final String RESOURCE = "customresourcedefinitions";

    /// Stands for the part of an object in which its deletion is another action.
    private static final String CLEANUP_PART = "cleanup";

    private static final int BATCH = 1_000;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Caller SELF = Caller.component(
            "system:apiserver", List.of(Caller.SYSTEM_MASTERS, "system:authenticated"), "kube-apiserver");

    private final Store store;
    private final Published<KindTable> table;
    private final DefinitionMemory memory;
    /// Runs its present life.
    private EventLoop loop;

    private boolean busy;
    private boolean again;

    /// How conversion webhooks are called.
    ///
    /// @param client absent where none is called
    /// @param uids makes the uid of each call
    public record Calls(Optional<WebhookClient> client, Supplier<String> uids) {}

    /// Reads the present definitions on the caller's thread; [#start] follows the changes.
    ///
    /// @param builtIn the kinds that are always there
    /// @param calls whom conversion webhooks are called by
    public DefinitionLoop(Store store, EventLoop loop, KindTable builtIn, Calls calls) {
        this.store = store;
        this.loop = loop;
        this.memory = new DefinitionMemory(
                conversion -> new ConversionWebhook(conversion, calls.client(), calls.uids()),
                definition -> cleansUp(definition) || !named(definition) || !ApprovalCondition.isTold(definition));
        this.table = new Published<>(builtIn.with(kinds()));
    }

    /// The kinds that are served.
    public Published<KindTable> table() {
        return table;
    }

    /// Begins to follow.
    ///
    /// @param handlers carry out what this loop writes, as they do for everybody
    public void start(Handlers handlers) {
        new Supervisor("definitions", loop, life -> () -> follow(life, handlers)).start();
    }

    private void follow(EventLoop life, Handlers handlers) {
        loop = life;
        busy = false;
        again = false;
        memory.forget();
        LogCursor cursor = store.watch(new ResourceId(GROUP, RESOURCE), "", store.revision());
        loop.supervision().atEnd(cursor::close);
        table.publish(table.get().with(kinds()));
        settle(handlers);
        await(cursor, handlers);
    }

    private void await(LogCursor cursor, Handlers handlers) {
        cursor.onReady(() -> loop.post("definitions-changed", () -> changed(cursor, handlers)));
    }

    private void changed(LogCursor cursor, Handlers handlers) {
        while (!cursor.poll(BATCH).isEmpty()) {
            // only that something has changed counts
        }
        table.publish(table.get().with(kinds()));
        await(cursor, handlers);
        settle(handlers);
    }

    /// Does what is left to do, one piece of work at a time.
    private void settle(Handlers handlers) {
        if (busy) {
            again = true;
            return;
        }
        List<StoredObject> present = present();
        look(present);
        List<ObjectNode> open = trees(present, memory::isOpen);
        if (open.isEmpty()) {
            return;
        }
        List<ObjectNode> definitions = trees(present, memory.besideOpen());
        busy = true;
        loop.work("settle-definitions", () -> work(handlers, definitions, open), outcome -> {
            busy = false;
            if (outcome instanceof Outcome.Done<Map<String, RuntimeException>>(var failed)) {
                failed.forEach((name, e) -> loop.supervision().setAside(name, e));
            }
            loop.alarm("definitions", loop.time().now().plus(RETRY_AFTER), () -> settle(handlers));
            if (again) {
                again = false;
                settle(handlers);
            }
        });
    }

    /// @return which definitions could not be looked after, and why
    private Map<String, RuntimeException> work(Handlers handlers, List<ObjectNode> definitions, List<ObjectNode> open) {
        Map<String, RuntimeException> failed = new LinkedHashMap<>();
        for (ObjectNode definition : open) {
            try {
                if (cleansUp(definition)) {
                    cleanUp(handlers, definition);
                } else {
                    name(handlers, definition, definitions);
                }
            } catch (RefusedException | StoreUnavailableException _) {
                // it was changed meanwhile, or cannot be now: the next round sees it as it is then
            } catch (RuntimeException e) {
                failed.put(words(definition), e);
            }
        }
        return failed;
    }

    private static boolean cleansUp(ObjectNode definition) {
        if (!definition.path("metadata").has("deletionTimestamp")) {
            return false;
        }
        for (var finalizer : definition.path("metadata").path("finalizers")) {
            if (finalizer.asText().equals(CustomResourceDefinitionStrategy.CLEANUP)) {
                return true;
            }
        }
        return false;
    }

    private static boolean named(ObjectNode definition) {
        return SameValue.same(
                        definition.path("spec").path("names"),
                        definition.path("status").path("acceptedNames"))
                && Conditions.isTrue(definition, "Established");
    }

    private void name(Handlers handlers, ObjectNode definition, List<ObjectNode> all) {
        String name = ObjectTrees.text(ObjectTrees.metadata(definition), "name");
        List<ObjectNode> others = all.stream()
                .filter(other ->
                        !ObjectTrees.text(ObjectTrees.metadata(other), "name").equals(name))
                .toList();
        NamesRule.Verdict verdict = NamesRule.decide(definition, others);
        ObjectNode next = definition.deepCopy();
        String now = ObjectTrees.seconds(loop.time().wall());
        next.withObjectProperty("status").set("acceptedNames", verdict.names());
        ApprovalCondition.of(definition).ifPresent(told -> Conditions.set(next, told, now));
        Conditions.set(next, verdict.accepted(), now);
        if (!Conditions.isTrue(next, "Established")) {
            boolean accepted = verdict.accepted().status().equals("True");
            Conditions.set(
                    next,
                    accepted
                            ? new Condition(
                                    "Established",
                                    "True",
                                    "InitialNamesAccepted",
                                    "the initial names have been accepted")
                            : new Condition("Established", "False", "NotAccepted", "not all names are accepted"),
                    now);
        }
        if (!SameValue.same(next.path("status"), definition.path("status"))) {
            write(handlers, next);
        }
    }

    private void cleanUp(Handlers handlers, ObjectNode definition) {
        ObjectNode next = definition.deepCopy();
        String now = ObjectTrees.seconds(loop.time().wall());
        if (!Conditions.isTrue(definition, "Established")) {
            release(
                    handlers,
                    next,
                    new Condition("Terminating", "False", "NeverEstablished", "resource was never established"));
            return;
        }
        entry(definition).ifPresent(kind -> deleteAll(handlers, kind, definition));
        if (!objects(definition).isEmpty()) {
            Conditions.set(
                    next,
                    new Condition(
                            "Terminating",
                            "True",
                            "InstanceDeletionInProgress",
                            "CustomResource deletion is in progress"),
                    now);
            if (!SameValue.same(next.path("status"), definition.path("status"))) {
                write(handlers, next);
            }
            return;
        }
        release(
                handlers,
                next,
                new Condition("Terminating", "False", "InstanceDeletionCompleted", "removed all instances"));
    }

    /// As part of the deletion of their definition, which was admitted as what it is. One that cannot be
    /// deleted keeps no other.
    private void deleteAll(Handlers handlers, KindEntry kind, ObjectNode definition) {
        for (StoredObject object : store.list(Range.all(id(definition), "")).items()) {
            var type = kind.type();
            var target = new Target(
                    type.group(),
                    type.version(),
                    type.resource(),
                    object.key().namespace(),
                    object.key().name(),
                    CLEANUP_PART);
            var request = new ApiRequest(Verb.DELETE, target, Map.of(), Body.NONE, SELF);
            try {
                handlers.delete(new Call(kind, request, new ArrayList<>()), DeleteOptions.ofQuery(request));
            } catch (RefusedException _) {
                // it is gone meanwhile, or cannot be read: what is left is looked at below
            }
        }
    }

    private void release(Handlers handlers, ObjectNode next, Condition condition) {
        Conditions.set(next, condition, ObjectTrees.seconds(loop.time().wall()));
        ObjectNode metadata = ObjectTrees.metadata(next);
        var kept = Json.array();
        metadata.path("finalizers").forEach(finalizer -> {
            if (!finalizer.asText().equals(CustomResourceDefinitionStrategy.CLEANUP)) {
                kept.add(finalizer);
            }
        });
        metadata.set("finalizers", kept);
        write(handlers, next);
    }

    private void write(Handlers handlers, ObjectNode next) {
        KindEntry own = table.get().find(GROUP, VERSION, RESOURCE).orElseThrow();
        String name = ObjectTrees.text(ObjectTrees.metadata(next), "name");
        handlers.call(own, request(Verb.UPDATE, own, name, "status", Body.json(Json.write(next))), new ArrayList<>());
    }

    private static ApiRequest request(Verb verb, KindEntry entry, String name, String part, Body body) {
        var type = entry.type();
        return new ApiRequest(
                verb, new Target(type.group(), type.version(), type.resource(), "", name, part), Map.of(), body, SELF);
    }

    /// What is defined, as it is stored, if any version of it is served: nothing needs to be converted to go.
    private Optional<KindEntry> entry(ObjectNode definition) {
        ResourceId id = id(definition);
        return table.get().defined().stream()
                .filter(e -> e.type().group().equals(id.group())
                        && e.type().resource().equals(id.resource()))
                .findFirst()
                .map(e -> e.storedAs(e.stored(), AsStored.INSTANCE));
    }

    /// Shows objects as they are.
    private enum AsStored implements Conversion {
        INSTANCE;

        @Override
        public ObjectNode toStored(ObjectNode served) {
            return served;
        }

        @Override
        public ObjectNode fromStored(ObjectNode stored) {
            return stored;
        }
    }

    private static ResourceId id(ObjectNode definition) {
        return new ResourceId(
                definition.path("spec").path("group").asText(),
                definition.path("status").path("acceptedNames").path("plural").asText());
    }

    private List<StoredObject> objects(ObjectNode definition) {
        return store.list(new Range(id(definition), "", Optional.empty(), 1, 0, Optional.empty()))
                .items();
    }

    private List<KindEntry> kinds() {
        look(present());
        return memory.kinds();
    }

    private void look(List<StoredObject> definitions) {
        memory.look(definitions, (definition, e) -> loop.supervision().setAside(words(definition), e));
    }

    private static String words(JsonNode definition) {
        return "definition " + definition.path("metadata").path("name").asText();
    }

    private List<StoredObject> present() {
        return store.list(Range.all(new ResourceId(GROUP, RESOURCE), "")).items();
    }

    /// Some definitions as trees of one's own.
    private static List<ObjectNode> trees(List<StoredObject> definitions, Predicate<StoredObject> which) {
        return definitions.stream()
                .filter(which)
                .map(definition -> ObjectTrees.tree(definition).deepCopy())
                .toList();
    }
}
