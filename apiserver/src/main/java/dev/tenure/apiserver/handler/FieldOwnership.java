package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Subresource;
import dev.tenure.apiserver.request.WriteOptions;
import dev.tenure.apiserver.schema.CustomKind;
import dev.tenure.apiserver.schema.CustomVersion;
import dev.tenure.apiserver.schema.ScalePaths;
import dev.tenure.apiserver.schema.VersionChange;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.managedfields.ApplyOutcome;
import dev.tenure.wire.patch.managedfields.FieldScope;
import dev.tenure.wire.patch.managedfields.FieldWriter;
import dev.tenure.wire.patch.managedfields.ManagedFields;
import dev.tenure.wire.patch.managedfields.OtherVersion;
import dev.tenure.wire.patch.managedfields.ScaleFields;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Keeps `metadata.managedFields`: who set which fields last. Immutable; safe for use by several threads.
final class FieldOwnership {
    private static final String[] STATUS_RESETS = {"metadata", "spec"};
    private static final String[] NO_RESETS = {};

    private record Place(ResourceType type, String subresource) {}

    private final TimeSource time;
    private final Map<Place, FieldScope> scopes = new HashMap<>();
    private final FieldScope scale;

    FieldOwnership(KindTable kinds, Schema schema, TimeSource time) {
        this.time = time;
        var scaleKind = new GroupVersionKind("autoscaling", "v1", "Scale");
        this.scale = FieldScope.of(schema.kind(scaleKind).orElseThrow(), scaleKind, "scale");
        for (KindEntry entry : kinds.entries()) {
            ResourceType type = entry.type();
            schema.kind(type.apiVersion(), type.kind()).ifPresent(t -> addScopes(entry, t));
        }
        for (KindEntry entry : kinds.entries()) {
            kinds.entries().stream()
                    .filter(stored -> entry.conversion().isPresent()
                            && stored.type().equals(entry.stored())
                            && stored.type().group().equals(entry.type().group()))
                    .forEach(stored -> connect(entry, stored, entry.conversion().orElseThrow(), schema));
        }
    }

    /// Tells each of two versions of a kind of the other. Upstream knows no fields of another group: what was
    /// written of an Event in one group is forgotten by a write in the other one.
    private void connect(KindEntry entry, KindEntry stored, Conversion conversion, Schema schema) {
        List<String> parts = new ArrayList<>(List.of(""));
        entry.subresources().forEach(part -> parts.add(part.name()));
        for (String part : parts) {
            scopes.computeIfPresent(
                    new Place(entry.type(), part),
                    (_, scope) -> scope.withVersions(
                            List.of(other(stored, schema, part, conversion::toStored, conversion::fromStored))));
            scopes.computeIfPresent(
                    new Place(stored.type(), part),
                    (_, scope) -> scope.withVersions(
                            List.of(other(entry, schema, part, conversion::fromStored, conversion::toStored))));
        }
    }

    private static OtherVersion other(
            KindEntry entry,
            Schema schema,
            String part,
            UnaryOperator<ObjectNode> there,
            UnaryOperator<ObjectNode> back) {
        ResourceType type = entry.type();
        return OtherVersion.of(
                type.apiVersion(),
                schema.kind(type.apiVersion(), type.kind()).orElseThrow(),
                there,
                back,
                entry.strategy().resetFields(part).toArray(String[]::new));
    }

    private void addScopes(KindEntry entry, ObjectType structure) {
        addScope(entry, structure, "");
        for (Subresource part : entry.subresources()) {
            addScope(entry, structure, part.name());
        }
    }

    private void addScope(KindEntry entry, ObjectType structure, String part) {
        ResourceType type = entry.type();
        var kind = GroupVersionKind.of(type);
        String[] reset = entry.strategy().resetFields(part).toArray(String[]::new);
        scopes.put(new Place(type, part), FieldScope.of(structure, kind, part, reset));
    }

    private FieldScope scope(Call call) {
        if (call.entry().custom().isPresent()) {
            return defined(call.entry(), call.entry().custom().get(), call.subresource());
        }
        FieldScope scope = scopes.get(new Place(call.type(), call.subresource()));
        if (scope == null) {
            throw new IllegalStateException("no structure for " + call.type());
        }
        return scope;
    }

    private static FieldScope defined(KindEntry entry, CustomKind custom, String part) {
        ResourceType type = entry.type();
        var kind = GroupVersionKind.of(type);
        String[] reset = entry.strategy().resetFields(part).toArray(String[]::new);
        return FieldScope.of(custom.structure(), kind, part, reset).defined(others(type.apiVersion(), custom, part));
    }

    /// What a write may not change counts in its own version only, unless it is one of the status.
    private static List<OtherVersion> others(String own, CustomKind custom, String part) {
        List<OtherVersion> others = new ArrayList<>();
        custom.versions().forEach((name, version) -> {
            if (!name.equals(own)) {
                String[] reset = part.equals("status") && version.status() ? STATUS_RESETS : NO_RESETS;
                others.add(other(name, version, own, custom.change(), reset));
            }
        });
        return others;
    }

    private static OtherVersion other(
            String name, CustomVersion version, String own, VersionChange change, String... reset) {
        return change.onlyRenames()
                ? OtherVersion.renamed(name, version.structure(), own, reset)
                : OtherVersion.of(
                        name,
                        version.structure(),
                        object -> change.to(object, name),
                        object -> change.to(object, own),
                        reset);
    }

    private FieldWriter writer(Call call, WriteOptions options) {
        return FieldWriter.of(options.fieldManager(), call.request().caller().agent(), time.wall());
    }

    /// Notes, in `object`, that the sender of the request made all of it. Trees are of the served
    /// version.
    void created(Call call, WriteOptions options, ObjectNode object) {
        put(ObjectTrees.metadata(object), ManagedFields.firstManagers(scope(call), object, writer(call, options)));
    }

    /// Notes, in the body of an action, that the sender of the request made it.
    static void noteAction(Call call, WriteOptions options, ObjectNode body, Instant now) {
        var kind = GroupVersionKind.of(
                body.path("apiVersion").asText(""), body.path("kind").asText(""));
        var writer =
                FieldWriter.of(options.fieldManager(), call.request().caller().agent(), now);
        Schema.builtIn().kind(kind).ifPresent(type -> {
            FieldScope scope = FieldScope.of(type, kind, call.subresource());
            put(ObjectTrees.metadata(body), ManagedFields.firstManagers(scope, body, writer));
        });
    }

    /// Notes, in the next object, that the sender of the request set what differs. Where whoever converts
    /// between versions does not answer, nobody's fields are known any more, and the write goes on: as
    /// upstream (UpdateNoErrors).
    void updated(Call call, WriteOptions options, ObjectUpdate update) {
        FieldWriter writer = writer(call, options);
        JsonNode managers;
        try {
            managers = ManagedFields.managers(
                    scope(call), update.old(), update.next(), call.empties().last(), writer);
        } catch (RefusedException _) {
            managers = Json.array();
        }
        put(ObjectTrees.metadata(update.next()), managers);
    }

    /// What becomes of an object when the sender's configuration is applied to it.
    ApplyOutcome applied(Call call, WriteOptions options, Optional<ObjectNode> live, ObjectNode applied) {
        FieldWriter writer = writer(call, options);
        return live.isPresent()
                ? ManagedFields.apply(
                        scope(call),
                        live.get(),
                        applied,
                        writer,
                        options.force().orElse(false))
                : ManagedFields.applyNew(scope(call), applied, writer);
    }

    /// The Scale of a workload with the managers of the number of replicas.
    static ObjectNode toScale(KindEntry entry, ObjectNode workload, ObjectNode shown) {
        return ScaleFields.toScale(replicas(entry), workload, shown);
    }

    /// Notes, in the next Scale, that the sender of the request set what differs from the Scale before.
    void scaleUpdated(Call call, WriteOptions options, ObjectUpdate update) {
        take(update.next(), ManagedFields.update(scale, update.old(), update.next(), writer(call, options)));
    }

    /// What becomes of a Scale when the sender's configuration is applied to it.
    ApplyOutcome scaleApplied(Call call, WriteOptions options, ObjectNode live, ObjectNode applied) {
        return ManagedFields.apply(
                scale, live, applied, writer(call, options), options.force().orElse(false));
    }

    /// Notes, in the next workload, who manages the number of replicas as the written Scale says.
    void scaleWritten(Call call, ObjectUpdate workload, ObjectNode written) {
        String version = call.type().apiVersion();
        ObjectNode next = workload.next();
        take(next, ScaleFields.toParent(replicas(call.entry()), version, workload.old(), next, written));
    }

    /// Where the number of replicas stands in each version of the workload; nowhere in versions without a
    /// Scale.
    private static Map<String, List<String>> replicas(KindEntry entry) {
        if (entry.custom().isEmpty()) {
            return Map.of(entry.type().apiVersion(), ScaleFields.REPLICAS);
        }
        Map<String, List<String>> replicas = new HashMap<>();
        entry.custom()
                .get()
                .versions()
                .forEach((name, version) -> replicas.put(
                        name,
                        version.scale()
                                .map(paths -> ScalePaths.steps(paths.specReplicas()))
                                .orElse(List.of())));
        return replicas;
    }

    /// The next object, or with the old times in its managedFields when nothing else differs.
    static ObjectNode keepTimes(ObjectUpdate update) {
        return ManagedFields.keepTimes(update.old(), update.next());
    }

    /// Gives an object the managers of another one, which may have none.
    static void take(ObjectNode object, ObjectNode noted) {
        put(ObjectTrees.metadata(object), noted.path("metadata").path("managedFields"));
    }

    static void put(ObjectNode metadata, JsonNode managers) {
        if (managers.isEmpty()) {
            metadata.remove("managedFields");
        } else {
            metadata.set("managedFields", managers);
        }
    }
}
