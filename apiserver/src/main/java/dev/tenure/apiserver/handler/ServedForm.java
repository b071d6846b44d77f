package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.schema.CustomKind;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Turns stored objects into the version that was asked for, and back. Objects of a kind that is stored as it
/// is served pass untouched.
public final class ServedForm {
    private ServedForm() {}

    public static StoredObject of(KindEntry entry, StoredObject object) {
        if (entry.conversion().isEmpty()) {
            return entry.custom().isPresent() ? refreshed(entry, entry.custom().get(), object) : object;
        }
        Conversion conversion = entry.conversion().get();
        return served(
                entry,
                object,
                conversion.fromStored(Document.of(object.content()).tree()));
    }

    private static StoredObject served(KindEntry entry, StoredObject object, ObjectNode served) {
        ObjectNode out = Json.object();
        out.put("kind", entry.type().kind()).put("apiVersion", entry.type().apiVersion());
        out.set("metadata", ObjectTrees.metadata(served));
        served.properties().forEach(e -> out.putIfAbsent(e.getKey(), e.getValue()));
        boolean own = entry.type().equals(entry.stored());
        return new StoredObject(
                object.header(), Document.of(out), object.revision(), own ? entry.viewReader() : KindEntry.TREE);
    }

    /// An object as its kind's definition has it now: what was unknown meanwhile is gone, new defaults are
    /// filled in.
    private static StoredObject refreshed(KindEntry entry, CustomKind custom, StoredObject object) {
        Document before = Document.of(object.content());
        Document after = before.edit(custom::coerce);
        return after.isEquivalentTo(before)
                ? object
                : new StoredObject(object.header(), after, object.revision(), entry.viewReader());
    }

    /// A tree of the stored version, to be changed: as its kind's definition has it now, with nothing that
    /// the version of the request does not know.
    static ObjectNode stored(KindEntry entry, StoredObject object) {
        if (entry.custom().isEmpty()) {
            return ObjectTrees.tree(object);
        }
        if (entry.conversion().isPresent()) {
            Conversion conversion = entry.conversion().get();
            return conversion.toStored(conversion.fromStored(ObjectTrees.tree(object)));
        }
        return ObjectTrees.tree(refreshed(entry, entry.custom().get(), object));
    }

    /// A tree of the version that is served, as it is stored.
    static ObjectNode toStored(KindEntry entry, ObjectNode served) {
        Optional<Conversion> conversion = entry.conversion();
        return conversion.isPresent() ? conversion.get().toStored(served) : served;
    }

    /// A tree of the stored version, as it is served.
    static ObjectNode toServed(KindEntry entry, ObjectNode stored) {
        Optional<Conversion> conversion = entry.conversion();
        return conversion.isPresent() ? conversion.get().fromStored(stored) : stored;
    }

    public static List<StoredObject> of(KindEntry entry, List<StoredObject> objects) {
        Optional<Conversion> conversion = entry.conversion();
        if (conversion.isEmpty()) {
            return entry.custom().isEmpty()
                    ? objects
                    : objects.stream().map(o -> of(entry, o)).toList();
        }
        List<ObjectNode> trees =
                objects.stream().map(o -> Document.of(o.content()).tree()).toList();
        List<ObjectNode> shown = conversion.get().allFromStored(trees);
        List<StoredObject> all = new ArrayList<>(objects.size());
        for (int i = 0; i < objects.size(); i++) {
            all.add(served(entry, objects.get(i), shown.get(i)));
        }
        return all;
    }
}
