package dev.tenure.apiserver.handler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonPlace;
import dev.tenure.wire.view.Views;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A stored object while it is changed: the tree that changes are made from, and what becomes of the changed tree.
///
/// Writes of metadata and status leave the description alone, which is the larger part of many objects. For kinds that
/// say so ([dev.tenure.apiserver.registry.KindStrategy#specForStatus]) it is not read, nor written anew: the tree has
/// only those members of it that such writes look at, and its bytes and its view are taken over. What is stored in the
/// end is the same. Confined to one call.
final class Opened {
    private static final List<String> PARTS = List.of("metadata", "spec", "status");

    private record Places(JsonPlace metadata, JsonPlace status) {}

    private final KindEntry entry;
    private final StoredObject object;
    private final ObjectNode tree;
    private final @Nullable Places places;

    private Opened(KindEntry entry, StoredObject object, ObjectNode tree, @Nullable Places places) {
        this.entry = entry;
        this.object = object;
        this.tree = tree;
        this.places = places;
    }

    static Opened whole(KindEntry entry, StoredObject object) {
        return new Opened(entry, object, Objects.tree(object), null);
    }

    /// For a change that keeps to metadata and status; the whole where the kind asks for it.
    static Opened forStatus(KindEntry entry, StoredObject object) {
        Optional<List<String>> ofSpec = entry.strategy().specForStatus();
        return ofSpec.flatMap(members -> excerpt(entry, object, members)).orElseGet(() -> whole(entry, object));
    }

    private static Optional<Opened> excerpt(KindEntry entry, StoredObject object, List<String> ofSpec) {
        byte[] json = object.json();
        List<Optional<JsonPlace>> parts = JsonPlace.of(json).members(json, PARTS);
        if (!parts.stream().allMatch(Optional::isPresent)) {
            return Optional.empty();
        }
        JsonPlace metadata = parts.get(0).orElseThrow();
        JsonPlace spec = parts.get(1).orElseThrow();
        JsonPlace status = parts.get(2).orElseThrow();
        if (metadata.to() > spec.from() || spec.to() > status.from()) {
            return Optional.empty();
        }
        ObjectNode tree = Json.object();
        tree.put("kind", entry.stored().kind()).put("apiVersion", entry.stored().apiVersion());
        tree.set("metadata", metadata.read(json));
        ObjectNode some = tree.putObject("spec");
        List<Optional<JsonPlace>> members = spec.members(json, ofSpec);
        for (int i = 0; i < members.size(); i++) {
            String name = ofSpec.get(i);
            members.get(i).ifPresent(place -> some.set(name, place.read(json)));
        }
        tree.set("status", status.read(json));
        Objects.noteRevision(tree, object);
        return Optional.of(new Opened(entry, object, tree, new Places(metadata, status)));
    }

    /// As it is stored.
    StoredObject object() {
        return object;
    }

    /// With its revision.
    ObjectNode tree() {
        return tree;
    }

    /// A copy of the tree whose metadata can be changed in place, and everything else too where the tree is the whole.
    ObjectNode copy() {
        if (places == null) {
            return tree.deepCopy();
        }
        ObjectNode copy = tree.objectNode().setAll(tree);
        copy.set("metadata", Objects.metadata(tree).deepCopy());
        return copy;
    }

    /// The stored form of a tree that was made from this one.
    StoredObject stored(ObjectNode next) {
        return places == null ? Objects.stored(entry, next) : spliced(next, places);
    }

    private StoredObject spliced(ObjectNode next, Places at) {
        ObjectNode metadata = Objects.inOrder(Objects.metadata(next));
        byte[] json = object.json();
        byte[] first = Json.write(metadata);
        byte[] second = Json.write(next.path("status"));
        byte[] out = new byte
                [json.length
                        + first.length
                        - at.metadata().length()
                        + second.length
                        - at.status().length()];
        int size = append(out, 0, json, new JsonPlace(0, at.metadata().from()));
        size = append(out, size, first, JsonPlace.of(first));
        size = append(
                out, size, json, new JsonPlace(at.metadata().to(), at.status().from()));
        size = append(out, size, second, JsonPlace.of(second));
        append(out, size, json, new JsonPlace(at.status().to(), json.length));
        StoredObject.Header header = Objects.headerBesideSpec(entry, next, metadata, object.header());
        return new StoredObject(header, out, 0, object.reader())
                .withView(Views.besideSpec(entry.stored(), object.view(Object.class), next));
    }

    private static int append(byte[] out, int size, byte[] from, JsonPlace part) {
        System.arraycopy(from, part.from(), out, size, part.length());
        return size + part.length();
    }
}
