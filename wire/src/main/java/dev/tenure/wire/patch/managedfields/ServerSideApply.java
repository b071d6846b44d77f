package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.go.GoIntegers;
import dev.tenure.wire.patch.PatchException;
import dev.tenure.wire.patch.RawFields;
import dev.tenure.wire.patch.Values;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// One configuration on its way into a live object. It is merged into the object; what its manager
/// stated last time and states no longer is taken out, unless others own it; then the managers whose
/// fields would change are asked for.
///
/// For the manager `kubectl`, an object that was last written by client-side apply counts as its own as
/// far as the annotation of that apply still says what the object says. Upstream:
/// structured-merge-diff/merge/update.go, managedfields/internal.
final class ServerSideApply {
    private static final String KUBECTL = "kubectl";
    private static final String BEFORE_FIRST_APPLY = "before-first-apply";
    private static final String ADDING_BACK = "failed add back %s items: failed to convert %s: ";

    private final FieldScope scope;
    private final FieldPlace place;
    private final ObjectNode live;
    private final ObjectNode applied;
    private final FieldWriter writer;
    private final ManagerEntry.Id id;
    private final ManagerEntries managers;

    /// A manager and a field of it that the configuration would change.
    private record Clash(ManagerEntry.Id manager, List<PathElement> path) {
        ApplyOutcome.Conflict conflict() {
            StringBuilder field = new StringBuilder();
            path.forEach(field::append);
            return new ApplyOutcome.Conflict(manager.toString(), field.toString());
        }
    }

    ServerSideApply(FieldScope scope, ObjectNode live, ObjectNode applied, FieldWriter writer) {
        this.scope = scope;
        this.place = scope.place();
        this.live = ManagerEntries.withoutManagers(live);
        this.applied = applied;
        this.writer = writer;
        this.id = ManagedFields.id(scope, writer, true);
        this.managers = managersOf(live);
    }

    private static ManagerEntries managersOf(ObjectNode live) {
        try {
            return ManagerEntries.parse(ManagerEntries.of(live));
        } catch (IllegalArgumentException e) {
            throw PatchException.plain("failed to decode managed fields: " + e.getMessage());
        }
    }

    ApplyOutcome run(boolean force) {
        checkKind();
        if (managers.isEmpty()) {
            noteEarlierWriters();
        }
        check();
        checkLive("failed to create typed live object (%s): %s");
        managers.keepVersions(scope::keeps);
        try {
            managers.entries().forEach(entry -> scope.converted(live, scope.apiVersion(), entry.apiVersion()));
            managers.changeSets(entry -> WholeFields.of(entry, scope.place(entry.apiVersion())));
            return merge(force);
        } catch (FieldPlace.NoIdentityException e) {
            throw PatchException.plain("failed to merge config: " + e.getMessage());
        } catch (VersionException e) {
            throw PatchException.plain(String.valueOf(e.getMessage()));
        }
    }

    private void noteEarlierWriters() {
        String complaint =
                "failed to create manager for existing fields: failed to convert new object (%s) to smd typed: %s";
        checkLive(complaint);
        FieldWriter earlier = new FieldWriter(BEFORE_FIRST_APPLY, writer.at());
        try {
            ManagedFields.noteNew(scope, live, earlier, managers);
        } catch (FieldPlace.NoIdentityException _) {
            throw unfit(complaint);
        }
    }

    /// An object of a defined kind may not fit its type, by its defaults or by a definition that changed.
    private void checkLive(String complaint) {
        if (!scope.reads(live)) {
            throw unfit(complaint);
        }
    }

    private PatchException unfit(String complaint) {
        return PatchException.plain(complaint.formatted(named(live), TypedCheck.faultsOfStored(live, place)));
    }

    /// As upstream's messages name an object: `default/one; apps/v1, Kind=Deployment`.
    private static String named(ObjectNode object) {
        GroupVersionKind kind = GroupVersionKind.of(
                object.path("apiVersion").asText(""), object.path("kind").asText(""));
        JsonNode metadata = object.path("metadata");
        return text(metadata.path("namespace")) + "/" + text(metadata.path("name")) + "; " + text(kind);
    }

    private void checkKind() {
        String version = text(applied.path("apiVersion"));
        GroupVersionKind kind = GroupVersionKind.of(version, text(applied.path("kind")));
        if (!kind.equals(scope.kind())) {
            // Go reads nothing of a version with two slashes
            boolean read = version.indexOf('/') == version.lastIndexOf('/');
            throw PatchException.badRequest(
                    "invalid object type: " + (read ? text(kind) : text(GroupVersionKind.of("", ""))));
        }
    }

    private void check() {
        if (applied.path("metadata").path(ManagerEntries.MANAGED_FIELDS).isArray()) {
            throw PatchException.badRequest("metadata.managedFields must be nil");
        }
        String faults = TypedCheck.faults(applied, place);
        if (!faults.isEmpty()) {
            throw PatchException.plain("failed to create typed patch object (" + named(applied) + "): " + faults);
        }
    }

    /// Empty for what is no text.
    private static String text(JsonNode value) {
        return value.isTextual() ? value.asText() : "";
    }

    private static String text(GroupVersionKind kind) {
        return kind.group() + "/" + kind.version() + ", Kind=" + kind.kind();
    }

    private ApplyOutcome merge(boolean force) {
        FieldSet stated = scope.filtered(TypedValue.fields(applied, place));
        ManagerEntry last = managers.get(id);
        ManagerEntry mine = ManagerEntry.of(id, scope, stated);
        ObjectNode merged = TypedMerge.merge(live, applied, place);
        if (last != null && mayPrune(last, stated)) {
            merged = pruned(merged, last, stated);
        }
        var changes = new ChangeByVersion(scope, live, merged);
        if (!force) {
            List<Clash> clashes = disallowed(clashes(changes));
            if (!clashes.isEmpty()) {
                return new ApplyOutcome.Conflicts(
                        clashes.stream().map(Clash::conflict).toList());
            }
        }
        managers.changeSets(entry -> entry.id().equals(id) ? entry : changes.left(entry));
        boolean noChange = Values.same(live, merged);
        mine = mine.withSet(ManagedFields.stripped(stated));
        mine = mine.withTime(
                noChange ? (last == null ? "" : last.time()) : writer.at().toString());
        managers.putOrRemove(mine);
        return new ApplyOutcome.Applied(ManagerEntries.withManagers(
                withLastApplied(noChange ? live : renewed(written(merged))), managers.json()));
    }

    /// Whether anything could go; several versions are gone through in any case, for the faults that upstream
    /// finds then.
    private boolean mayPrune(ManagerEntry last, FieldSet stated) {
        boolean oneVersion =
                managers.entries().stream().allMatch(entry -> entry.apiVersion().equals(scope.apiVersion()));
        return !last.isEmpty() && !(oneVersion && last.set().difference(stated).isEmpty());
    }

    /// Without what the manager stated last time, states no longer, and nobody else owns; each set of fields
    /// counts in the version that it was written in.
    private ObjectNode pruned(ObjectNode merged, ManagerEntry last, FieldSet stated) {
        String version = last.apiVersion();
        ObjectNode before = converted(
                merged, scope.apiVersion(), version, "failed to convert merged object to last applied version: ");
        FieldSet lastNamed = TypedValue.withNamedFields(last.set(), scope.place(version));
        String at = version;
        ObjectNode whole = before;
        ObjectNode left = without(before, lastNamed, version);
        for (Map.Entry<String, FieldSet> owned : owned(version, stated).entrySet()) {
            String next = owned.getKey();
            whole = converted(whole, at, next, ADDING_BACK.formatted("owned", "merged object at version " + next));
            left = converted(left, at, next, ADDING_BACK.formatted("owned", "pruned object at version " + next));
            at = next;
            FieldSet kept = named(left, at).union(TypedValue.withNamedFields(owned.getValue(), scope.place(at)));
            left = without(whole, named(whole, at).difference(kept), at);
        }
        left = converted(left, at, version, ADDING_BACK.formatted("dangling", "pruned object to last applied version"));
        FieldSet gone = named(before, version).difference(named(left, version)).intersection(lastNamed);
        return converted(without(before, gone, version), version, scope.apiVersion(), "");
    }

    /// @param doing what was being done if there is a fault
    private ObjectNode converted(ObjectNode object, String from, String to, String doing) {
        try {
            return scope.converted(object, from, to);
        } catch (VersionException e) {
            throw e.during("failed to prune fields: " + doing);
        }
    }

    /// What others own, and what the manager states now, by version: the one of the last time first.
    private Map<String, FieldSet> owned(String first, FieldSet stated) {
        Map<String, FieldSet> owned = new TreeMap<>(Comparator.comparing((String version) -> !version.equals(first))
                .thenComparing(Comparator.naturalOrder()));
        owned.put(scope.apiVersion(), stated);
        for (ManagerEntry entry : managers.entries()) {
            if (!entry.id().equals(id)) {
                owned.merge(entry.apiVersion(), entry.set(), FieldSet::union);
            }
        }
        return owned;
    }

    private FieldSet named(ObjectNode object, String version) {
        FieldPlace there = scope.place(version);
        return TypedValue.withNamedFields(TypedValue.fields(object, there), there);
    }

    private ObjectNode without(ObjectNode object, FieldSet fields, String version) {
        return TypedValue.without(object, fields, scope.place(version)) instanceof ObjectNode rest
                ? rest
                : Json.object();
    }

    private List<Clash> clashes(ChangeByVersion changes) {
        List<Clash> clashes = new ArrayList<>();
        for (ManagerEntry entry : managers.entries()) {
            if (!entry.id().equals(id)) {
                entry.set()
                        .intersection(changes.in(entry.apiVersion()).changed())
                        .forEach(path -> clashes.add(new Clash(entry.id(), path)));
            }
        }
        return clashes;
    }

    private List<Clash> disallowed(List<Clash> clashes) {
        if (clashes.isEmpty() || !writer.manager().equals(KUBECTL)) {
            return clashes;
        }
        FieldSet allowed = lastAppliedFields();
        return clashes.stream().filter(clash -> !allowed.has(clash.path())).toList();
    }

    /// What client-side apply stated and the object still says.
    private FieldSet lastAppliedFields() {
        String text = LastApplied.of(live);
        if (text.isEmpty()) {
            return FieldSet.EMPTY;
        }
        try {
            ObjectNode last = Json.readObject(text.getBytes(StandardCharsets.UTF_8));
            boolean comparable =
                    last.path("apiVersion").asText("").equals(scope.kind().apiVersion())
                            && TypedCheck.faults(last, place).isEmpty();
            if (!comparable) {
                return FieldSet.EMPTY;
            }
            FieldDifferences comparison = FieldDifferences.of(last, live, place);
            return TypedValue.fields(last, place)
                    .difference(comparison.changed())
                    .difference(comparison.removed());
        } catch (JsonSyntaxException _) {
            return FieldSet.EMPTY;
        }
    }

    /// With numbers as Go takes them into a structure.
    private ObjectNode written(ObjectNode merged) {
        if (scope.isDefined()) {
            return merged;
        }
        return GoIntegers.fitted(merged, applied, scope.type());
    }

    /// Raw fields are written anew by a merge that changes anything, as by every patch that upstream applies
    /// to trees.
    private ObjectNode renewed(ObjectNode merged) {
        if (!RawFields.in(scope.type())) {
            return merged;
        }
        ObjectNode next = merged.deepCopy();
        RawFields.renew(next, scope.type());
        return next;
    }

    private ObjectNode withLastApplied(ObjectNode merged) {
        boolean clientSide =
                writer.manager().equals(KUBECTL) && !LastApplied.of(merged).isEmpty();
        return clientSide ? LastApplied.set(merged, applied) : merged;
    }
}
