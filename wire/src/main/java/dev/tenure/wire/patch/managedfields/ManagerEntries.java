package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.Values;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The owners of an object's fields while a request changes them. Confined to one call.
final class ManagerEntries {
    static final String MANAGED_FIELDS = "managedFields";
    private static final int UPDATERS_MAX = 10;
    private static final String OLD_UPDATERS = "ancient-changes";

    /// One for each id, in no order.
    private final List<ManagerEntry> entries = new ArrayList<>(4);

    /// @throws IllegalArgumentException when an entry is malformed
    static ManagerEntries parse(JsonNode managedFields) {
        ManagerEntries managers = new ManagerEntries();
        List<ManagerEntry> found = new ArrayList<>(managedFields.size());
        for (int i = 0; i < managedFields.size(); i++) {
            found.add(ManagerEntry.parse(managedFields.path(i), i));
        }
        found.forEach(managers::put);
        return managers;
    }

    /// As [#parse], empty when an entry is malformed.
    static ManagerEntries parseOrEmpty(JsonNode managedFields) {
        try {
            return parse(managedFields);
        } catch (IllegalArgumentException _) {
            return new ManagerEntries();
        }
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    @Nullable
    ManagerEntry get(ManagerEntry.Id id) {
        int at = indexOf(id);
        return at < 0 ? null : entries.get(at);
    }

    private int indexOf(ManagerEntry.Id id) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).id().equals(id)) {
                return i;
            }
        }
        return -1;
    }

    private @Nullable ManagerEntry remove(ManagerEntry.Id id) {
        int at = indexOf(id);
        return at < 0 ? null : entries.remove(at);
    }

    void put(ManagerEntry entry) {
        int at = indexOf(entry.id());
        if (at < 0) {
            entries.add(entry);
        } else {
            entries.set(at, entry);
        }
    }

    /// Puts an entry that has fields, removes one that has none.
    void putOrRemove(ManagerEntry entry) {
        if (entry.set().isEmpty()) {
            remove(entry.id());
        } else {
            put(entry);
        }
    }

    /// In the order in which messages name them.
    List<ManagerEntry> entries() {
        return entries.stream().sorted(Comparator.comparing(ManagerEntry::id)).toList();
    }

    /// Drops what was written in versions that are no longer served.
    void keepVersions(Predicate<String> served) {
        entries.removeIf(entry -> !served.test(entry.apiVersion()));
    }

    /// Changes every set; an entry with nothing left goes.
    void changeSets(UnaryOperator<ManagerEntry> change) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            ManagerEntry changed = change.apply(entries.get(i));
            if (changed.isEmpty()) {
                entries.remove(i);
            } else {
                entries.set(i, changed);
            }
        }
    }

    /// Throws the oldest updaters of a version together until there are no more than ten.
    void capUpdaters() {
        if (entries.size() <= UPDATERS_MAX) {
            return;
        }
        List<ManagerEntry> updaters = new ArrayList<>(
                entries.stream().filter(entry -> !entry.id().applied()).toList());
        if (updaters.size() <= UPDATERS_MAX) {
            return;
        }
        updaters.sort(Comparator.comparing(ManagerEntry::time).thenComparing(ManagerEntry::id));
        Map<String, ManagerEntry.Id> firstOfVersion = new HashMap<>();
        int count = updaters.size();
        for (ManagerEntry updater : updaters) {
            if (count <= UPDATERS_MAX) {
                break;
            }
            ManagerEntry.Id first = firstOfVersion.putIfAbsent(updater.apiVersion(), updater.id());
            if (first != null) {
                mergeIntoOld(updater, first);
                count--;
            }
        }
    }

    private void mergeIntoOld(ManagerEntry updater, ManagerEntry.Id first) {
        ManagerEntry.Id oldId = ManagerEntry.Id.of(OLD_UPDATERS, false, updater.apiVersion(), "");
        ManagerEntry known = get(oldId);
        ManagerEntry old = known == null ? remove(first) : known;
        FieldSet set = old == null ? updater.set() : updater.set().union(old.set());
        remove(updater.id());
        put(ManagerEntry.of(oldId, updater.apiVersion(), updater.time(), set));
    }

    /// As the API shows it: applying managers first, then by time, name, version, sub-resource.
    ArrayNode json() {
        List<ManagerEntry> sorted = new ArrayList<>(entries);
        sorted.sort(ManagerEntries::compareShown);
        ArrayNode list = Json.array();
        sorted.forEach(entry -> list.add(entry.json()));
        return list;
    }

    private static int compareShown(ManagerEntry one, ManagerEntry other) {
        if (one.id().applied() != other.id().applied()) {
            return one.id().applied() ? -1 : 1;
        }
        int order = one.time().compareTo(other.time());
        order = order != 0 ? order : one.id().manager().compareTo(other.id().manager());
        order = order != 0 ? order : one.apiVersion().compareTo(other.apiVersion());
        return order != 0 ? order : one.id().subresource().compareTo(other.id().subresource());
    }

    /// What an object says of its managers; a missing node when it says nothing.
    static JsonNode of(ObjectNode object) {
        return object.path("metadata").path(MANAGED_FIELDS);
    }

    /// The object without its managers; itself when it has none.
    static ObjectNode withoutManagers(ObjectNode object) {
        return of(object).isMissingNode() ? object : withManagers(object, Json.array());
    }

    /// A copy of the object with these managers, which shares the rest with it; without the field when
    /// there are none.
    static ObjectNode withManagers(ObjectNode object, JsonNode managers) {
        ObjectNode metadata =
                object.path("metadata") instanceof ObjectNode old ? Values.shallowCopy(old) : Json.object();
        if (managers.isEmpty()) {
            metadata.remove(MANAGED_FIELDS);
        } else {
            metadata.set(MANAGED_FIELDS, managers);
        }
        ObjectNode copy = Values.shallowCopy(object);
        copy.set("metadata", metadata);
        return copy;
    }
}
