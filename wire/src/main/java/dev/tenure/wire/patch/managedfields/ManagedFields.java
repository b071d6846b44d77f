package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Empties;
import dev.tenure.wire.patch.PatchException;
import dev.tenure.wire.patch.Values;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `metadata.managedFields`: which manager owns which field, kept up to date at every write. All functions
/// leave their arguments as they are; results share with them what did not change.
///
/// A write other than apply makes its manager the owner of what it changed, and takes that from all
/// others. Apply makes its manager the owner of what the configuration states. An entry's time is that
/// of the last write that gave its manager something. Upstream: apimachinery/pkg/util/managedfields.
public final class ManagedFields {
    /// What nobody ever owns.
    private static final FieldSet STRIPPED = List.of(
                    "name",
                    "namespace",
                    "creationTimestamp",
                    "selfLink",
                    "uid",
                    "clusterName",
                    "generation",
                    "managedFields",
                    "resourceVersion")
            .stream()
            .map(field -> FieldSet.ofFields("metadata", field))
            .reduce(
                    FieldSet.ofFields("apiVersion")
                            .union(FieldSet.ofFields("kind"))
                            .union(FieldSet.ofFields("metadata")),
                    FieldSet::union);

    private ManagedFields() {}

    /// A new object, decoded and with defaults, not yet admitted: with the managed fields it starts
    /// with.
    public static ObjectNode create(FieldScope scope, ObjectNode object, FieldWriter writer) {
        return ManagerEntries.withManagers(object, firstManagers(scope, object, writer));
    }

    /// The managed fields that [#create] gives the new object, as [#managers].
    public static ArrayNode firstManagers(FieldScope scope, ObjectNode object, FieldWriter writer) {
        if (!scope.reads(object)) {
            return Json.array();
        }
        ManagerEntries managers = liveOrNew(scope, scope.zero(), object);
        try {
            noteNew(scope, object, writer, managers);
        } catch (VersionException | FieldPlace.NoIdentityException _) {
            return Json.array();
        }
        return managers.json();
    }

    /// What is wrong with managed fields, if they cannot be read.
    public static Optional<String> fault(JsonNode managedFields) {
        try {
            for (int i = 0; i < managedFields.size(); i++) {
                ManagerEntry.parse(managedFields.path(i), i).set();
            }
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// A changed object, decoded and with defaults, not yet admitted: with the managed fields of
    /// `before`, altered by what `after` changes. Managed fields that `after` brings itself take the
    /// place of those of `before`, unless they are malformed or the write is to a sub-resource; an
    /// empty list of them starts over without managers.
    public static ObjectNode update(FieldScope scope, ObjectNode before, ObjectNode after, FieldWriter writer) {
        return ManagerEntries.withManagers(after, managers(scope, before, after, Empties.NONE, writer));
    }

    /// The managed fields that [#update] gives the changed object, not to be changed in place; empty when it
    /// gives it none, as of an object whose fields cannot be told.
    ///
    /// @param empties what was empty in `after` as it was sent
    public static ArrayNode managers(
            FieldScope scope, ObjectNode before, ObjectNode after, Empties empties, FieldWriter writer) {
        ManagerEntries managers = liveOrNew(scope, before, after);
        boolean unowned = managers.isEmpty() && exists(before);
        if (unowned || !scope.reads(after) || !scope.reads(before)) {
            return Json.array();
        }
        try {
            ObjectNode compared = EmptiesOfWholes.shown(empties, after, scope.place());
            FieldDifferences comparison = FieldDifferences.of(before, compared, scope.place());
            note(scope, comparison, writer, managers, new ChangeByVersion(scope, before, compared));
        } catch (VersionException | FieldPlace.NoIdentityException _) {
            return Json.array();
        }
        return managers.json();
    }

    /// What becomes of an object when a configuration is applied to it.
    ///
    /// @param live the object as it is, with its resourceVersion when `applied` states one
    /// @param applied the request's body
    /// @param force whether to take what others own
    /// @throws PatchException when the configuration is of another kind, does not fit its type or
    ///     states managed fields
    public static ApplyOutcome apply(
            FieldScope scope, ObjectNode live, ObjectNode applied, FieldWriter writer, boolean force) {
        return new ServerSideApply(scope, live, applied, writer).run(force);
    }

    /// As [#apply] where there is no object yet.
    public static ApplyOutcome applyNew(FieldScope scope, ObjectNode applied, FieldWriter writer) {
        ObjectNode zero = scope.zero().deepCopy();
        zero.put("apiVersion", scope.kind().apiVersion())
                .put("kind", scope.kind().kind());
        return apply(scope, zero, applied, writer, false);
    }

    /// `after`, with the managed fields of `before` when the two differ in nothing but the times there:
    /// such a write changes nothing. To be asked just before a commit, after admission.
    public static ObjectNode keepTimes(ObjectNode before, ObjectNode after) {
        JsonNode old = ManagerEntries.of(before);
        JsonNode now = ManagerEntries.of(after);
        if (now.isEmpty() || old.size() != now.size() || !sameBesideMetadata(before, after)) {
            return after;
        }
        for (int i = 0; i < now.size(); i++) {
            if (!sameButTime(old.path(i), now.path(i))) {
                return after;
            }
        }
        ObjectNode reverted = ManagerEntries.withManagers(after, old);
        return Values.same(before, reverted) ? reverted : after;
    }

    private static boolean sameBesideMetadata(ObjectNode before, ObjectNode after) {
        if (before.size() != after.size()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> field : after.properties()) {
            JsonNode old = before.get(field.getKey());
            boolean same = field.getKey().equals("metadata") || (old != null && Values.same(old, field.getValue()));
            if (!same) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameButTime(JsonNode old, JsonNode now) {
        return old instanceof ObjectNode oldEntry
                && now instanceof ObjectNode newEntry
                && Values.shallowCopy(oldEntry)
                        .without("time")
                        .equals(Values.shallowCopy(newEntry).without("time"));
    }

    /// Notes as the writer's the fields that it gave a new object.
    static void noteNew(FieldScope scope, ObjectNode object, FieldWriter writer, ManagerEntries managers) {
        FieldDifferences comparison = FieldDifferences.ofNew(scope.zero(), object, scope.place(), scope.newSpecs());
        note(scope, comparison, writer, managers, new ChangeByVersion(scope, scope.zero(), object));
    }

    /// Notes as the writer's the fields that it changed.
    ///
    /// @param comparison the change in the version of the request
    /// @param changes the same in all versions
    private static void note(
            FieldScope scope,
            FieldDifferences comparison,
            FieldWriter writer,
            ManagerEntries managers,
            ChangeByVersion changes) {
        managers.keepVersions(scope::keeps);
        managers.changeSets(entry -> WholeFields.of(entry, scope.place(entry.apiVersion())));
        managers.changeSets(entry -> entry.apiVersion().equals(scope.apiVersion()) ? entry : changes.left(entry));
        FieldChange change = FieldChange.of(comparison, scope.filter());
        if (change.isEmpty()) {
            return;
        }
        ManagerEntry.Id id = id(scope, writer, false);
        ManagerEntry standing = managers.get(id);
        String time = change.gives() ? writer.time() : "";
        managers.changeSets(entry -> change.gives() && entry.id().equals(id)
                ? entry.withSet(change.written(entry.set())).withTime(time)
                : entry.apiVersion().equals(scope.apiVersion()) ? entry.withSet(change.left(entry.set())) : entry);
        if (change.gives() && standing == null) {
            managers.put(
                    ManagerEntry.of(id, scope, change.written(FieldSet.EMPTY)).withTime(time));
        }
        managers.capUpdaters();
    }

    static ManagerEntry.Id id(FieldScope scope, FieldWriter writer, boolean applied) {
        String manager = writer.manager().isEmpty() ? "unknown" : writer.manager();
        return ManagerEntry.Id.of(manager, applied, scope.apiVersion(), scope.subresource());
    }

    static FieldSet stripped(FieldSet fields) {
        return fields.difference(STRIPPED);
    }

    private static ManagerEntries liveOrNew(FieldScope scope, ObjectNode before, ObjectNode after) {
        JsonNode old = ManagerEntries.of(before);
        JsonNode given = ManagerEntries.of(after);
        boolean notGiven = !scope.subresource().isEmpty() || !(given instanceof ArrayNode) || given.equals(old);
        if (!notGiven) {
            boolean reset =
                    given.isEmpty() || (given.size() == 1 && given.path(0).isEmpty());
            if (reset) {
                return new ManagerEntries();
            }
            try {
                ManagerEntries managers = ManagerEntries.parse(given);
                managers.entries().forEach(entry -> managers.put(entry.renewed()));
                return managers;
            } catch (IllegalArgumentException _) {
                return ManagerEntries.parseOrEmpty(old);
            }
        }
        return ManagerEntries.parseOrEmpty(old);
    }

    private static boolean exists(ObjectNode object) {
        return !object.path("metadata").path("uid").asText("").isEmpty();
    }
}
