package dev.tenure.kinds.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.Aftermath;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.admission.Reinvocation;
import dev.tenure.apiserver.admission.RequestForm;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.kinds.KindList;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A cluster of a few objects in memory, and the requests that are made to it. Objects are written as JSON
/// with apostrophes for quotes.
public final class AdmittedCluster implements ClusterAccess {
    public static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final KindTable kinds = KindList.standard();
    private final Map<ObjectKey, StoredObject> objects = new LinkedHashMap<>();
    private long revision;
    private int lostRaces;
    private Runnable arriving = () -> {};

    /// Puts an object in, whatever was there.
    public AdmittedCluster with(ResourceType type, String text) {
        put(type, object(text));
        return this;
    }

    /// The next so many replacements fail, as if somebody else had been faster.
    public AdmittedCluster losing(int races) {
        lostRaces = races;
        return this;
    }

    /// Another server has stored an object, which is seen here from the next [#catchUp] on.
    public AdmittedCluster arriving(ResourceType type, String text) {
        arriving = () -> with(type, text);
        return this;
    }

    @Override
    public boolean catchUp() {
        arriving.run();
        arriving = () -> {};
        return true;
    }

    private void put(ResourceType type, ObjectNode tree) {
        KindEntry entry = kinds.stored(type.group(), type.resource()).orElseThrow();
        ObjectNode metadata = ObjectTrees.metadata(tree);
        if (!metadata.has("uid")) {
            metadata.put("uid", "uid-of-" + ObjectTrees.text(metadata, "name"));
        }
        revision++;
        StoredObject stored = ObjectTrees.stored(entry, tree).withRevision(revision);
        objects.put(stored.key(), stored);
    }

    @Override
    public Optional<StoredObject> get(ResourceType type, String namespace, String name) {
        return Optional.ofNullable(objects.get(type.key(namespace, name)));
    }

    @Override
    public List<StoredObject> list(ResourceType type, String namespace) {
        return objects.values().stream()
                .filter(o -> o.key().group().equals(type.group())
                        && o.key().resource().equals(type.resource())
                        && (namespace.isEmpty() || o.key().namespace().equals(namespace)))
                .toList();
    }

    @Override
    public ObjectNode tree(StoredObject object) {
        return ObjectTrees.tree(object);
    }

    @Override
    public Optional<StoredObject> create(KindEntry entry, ObjectNode object) {
        revision++;
        StoredObject stored = ObjectTrees.stored(entry, object).withRevision(revision);
        return objects.putIfAbsent(stored.key(), stored) == null ? Optional.of(stored) : Optional.empty();
    }

    @Override
    public boolean remove(StoredObject current) {
        return objects.remove(current.key(), current);
    }

    @Override
    public boolean compareAndSet(StoredObject current, ObjectNode next) {
        StoredObject there = objects.get(current.key());
        if (lostRaces > 0) {
            lostRaces--;
            return false;
        }
        if (there == null || there.revision() != current.revision()) {
            return false;
        }
        put(type(current.key()), next);
        return true;
    }

    @Override
    public boolean replace(KindEntry entry, StoredObject current, ObjectNode next) {
        revision++;
        StoredObject stored = ObjectTrees.stored(entry, next).withRevision(revision);
        return objects.replace(current.key(), current, stored);
    }

    private ResourceType type(ObjectKey key) {
        return kinds.stored(key.group(), key.resource()).orElseThrow().stored();
    }

    @Override
    public Instant now() {
        return NOON;
    }

    /// JSON with apostrophes for quotes.
    public static ObjectNode object(String text) {
        return Json.readObject(text.replace('\'', '"').getBytes(UTF_8));
    }

    public static AdmissionRequest creation(ResourceType type, String namespace, ObjectNode next) {
        return request(Operation.CREATE, "create", type, namespace, Optional.of(next), Optional.empty());
    }

    public static AdmissionRequest change(ResourceType type, String namespace, ObjectNode next, ObjectNode old) {
        return change("update", type, namespace, next, old);
    }

    /// @param verb `update` or `patch`
    public static AdmissionRequest change(
            String verb, ResourceType type, String namespace, ObjectNode next, ObjectNode old) {
        return request(Operation.UPDATE, verb, type, namespace, Optional.of(next), Optional.of(old));
    }

    public static AdmissionRequest deletion(ResourceType type, String namespace, ObjectNode old) {
        return request(Operation.DELETE, "delete", type, namespace, Optional.empty(), Optional.of(old));
    }

    /// Runs a plugin as a write does: it fills in, then looks.
    ///
    /// @return the refusal; empty when it lets the write pass
    public Optional<Status> refusal(AdmissionPlugin plugin, AdmissionRequest request) {
        try {
            plugin.mutate(request, this);
            plugin.validate(request, this);
            return Optional.empty();
        } catch (RefusedException e) {
            return Optional.of(e.status());
        }
    }

    /// The words of the refusal; empty when the plugin lets the write pass.
    public String words(AdmissionPlugin plugin, AdmissionRequest request) {
        return refusal(plugin, request).map(Status::message).orElse("");
    }

    private static AdmissionRequest request(
            Operation operation,
            String verb,
            ResourceType type,
            String namespace,
            Optional<ObjectNode> next,
            Optional<ObjectNode> old) {
        ObjectNode named = next.or(() -> old).orElseThrow();
        return new AdmissionRequest(
                operation,
                Caller.component("admin", List.of(Caller.SYSTEM_MASTERS), "test"),
                type,
                namespace,
                ObjectTrees.text(named.path("metadata"), "name"),
                "",
                next,
                old,
                Json.object(),
                false,
                new ArrayList<>(),
                new Aftermath(),
                Optional.of(RequestForm.of(verb, type)),
                new Reinvocation());
    }

    /// The same request on a subresource.
    public static AdmissionRequest at(AdmissionRequest r, String subresource) {
        return new AdmissionRequest(
                r.operation(),
                r.caller(),
                r.type(),
                r.namespace(),
                r.name(),
                subresource,
                r.next(),
                r.old(),
                r.options(),
                r.dryRun(),
                r.warnings(),
                new Aftermath(),
                r.form(),
                new Reinvocation());
    }

    /// The same request as the agent of a node would send it.
    public static AdmissionRequest byAgentOf(String node, AdmissionRequest r) {
        return by(Caller.component("system:node:" + node, List.of("system:nodes"), "test"), r);
    }

    /// The same request as somebody else would send it.
    public static AdmissionRequest by(Caller caller, AdmissionRequest r) {
        return new AdmissionRequest(
                r.operation(),
                caller,
                r.type(),
                r.namespace(),
                r.name(),
                r.subresource(),
                r.next(),
                r.old(),
                r.options(),
                r.dryRun(),
                r.warnings(),
                new Aftermath(),
                r.form(),
                new Reinvocation());
    }
}
