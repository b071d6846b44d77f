package dev.tenure.apiserver.handler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import java.util.List;

/// Turns stored objects into the version that was asked for. Objects of a kind that is stored as it is
/// served pass
/// untouched.
public final class ServedForm {
    private ServedForm() {}

    public static StoredObject of(KindEntry entry, StoredObject object) {
        if (entry.conversion().isEmpty()) {
            return object;
        }
        Conversion conversion = entry.conversion().get();
        ObjectNode served = conversion.fromStored(Json.readObject(object.json()));
        ObjectNode out = Json.object();
        out.put("kind", entry.type().kind()).put("apiVersion", entry.type().apiVersion());
        out.set("metadata", Objects.metadata(served));
        served.properties().forEach(e -> out.putIfAbsent(e.getKey(), e.getValue()));
        return new StoredObject(object.header(), Json.write(out), object.revision(), KindEntry.TREE);
    }

    public static List<StoredObject> of(KindEntry entry, List<StoredObject> objects) {
        return entry.conversion().isEmpty()
                ? objects
                : objects.stream().map(o -> of(entry, o)).toList();
    }
}
