package dev.tenure.apiserver.handler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonPlace;
import dev.tenure.wire.json.JsonSplice;
import dev.tenure.wire.view.Views;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A stored object that is opened from its bytes.
///
/// Writes of metadata and status leave the description alone, which is the larger part of many objects. For kinds that
/// say so ([dev.tenure.apiserver.registry.KindStrategy#specForStatus]) it is not read, nor written anew: the tree has
/// only those members of it that such writes look at, and its bytes and its view are taken over. What is stored in the
/// end is the same. Confined to one call.
final class OpenedBytes implements Opened {
    /// By how much the marks of a deletion make an object longer at most, usually.
    private static final int MARKS = 128;

    private static final List<String> OF_STATUS = List.of("phase");
    /// What a deletion neither reads nor changes, and is most of the metadata.
    private static final Set<String> APART_FROM_MARKS =
            Set.of("labels", "annotations", "ownerReferences", "managedFields");

    private final KindEntry entry;
    private final StoredObject object;
    private final ObjectNode tree;
    private final @Nullable Places places;
    /// Of the metadata, in the order of [Objects#METADATA], when not all of them were read.
    private final @Nullable List<Optional<JsonPlace>> members;

    private OpenedBytes(
            KindEntry entry,
            StoredObject object,
            ObjectNode tree,
            @Nullable Places places,
            @Nullable List<Optional<JsonPlace>> members) {
        this.entry = entry;
        this.object = object;
        this.tree = tree;
        this.places = places;
        this.members = members;
    }

    static OpenedBytes whole(KindEntry entry, StoredObject object) {
        return new OpenedBytes(entry, object, Objects.tree(object), null, null);
    }

    /// For a change that keeps to metadata and status; the whole where the kind asks for it.
    static OpenedBytes forStatus(KindEntry entry, StoredObject object) {
        Optional<List<String>> ofSpec = entry.strategy().specForStatus();
        if (ofSpec.isEmpty()) {
            return whole(entry, object);
        }
        return Places.of(object.json())
                .map(found -> excerpt(entry, object, ofSpec.get(), found))
                .orElseGet(() -> whole(entry, object));
    }

    /// For a change of the marks of a deletion and of finalizers: the rest of the metadata is not read
    /// either. The whole of kinds that know no grace, for these go at once, and where the kind asks for
    /// it.
    static OpenedBytes forDeletion(KindEntry entry, StoredObject object) {
        Optional<List<String>> ofSpec = entry.strategy().specForStatus();
        if (ofSpec.isEmpty() || !entry.has(Flag.GRACEFUL_DELETION)) {
            return whole(entry, object);
        }
        return Places.of(object.json())
                .map(found -> marks(entry, object, ofSpec.get(), found))
                .orElseGet(() -> whole(entry, object));
    }

    private static OpenedBytes excerpt(KindEntry entry, StoredObject object, List<String> ofSpec, Places places) {
        byte[] json = object.json();
        ObjectNode tree = headed(entry, places.metadata().readMetadata(json));
        tree.set("spec", read(json, ofSpec, places.spec().members(json, ofSpec)));
        tree.set("status", places.status().read(json));
        Objects.noteRevision(tree, object);
        return new OpenedBytes(entry, object, tree, places, null);
    }

    private static OpenedBytes marks(KindEntry entry, StoredObject object, List<String> ofSpec, Places places) {
        byte[] json = object.json();
        List<Optional<JsonPlace>> members = places.metadata().members(json, Objects.METADATA);
        ObjectNode tree = headed(entry, read(json, Objects.METADATA, members));
        tree.set("spec", read(json, ofSpec, places.spec().members(json, ofSpec)));
        tree.set("status", read(json, OF_STATUS, places.status().members(json, OF_STATUS)));
        Objects.noteRevision(tree, object);
        return new OpenedBytes(entry, object, tree, places, members);
    }

    private static ObjectNode headed(KindEntry entry, JsonNode metadata) {
        ObjectNode tree = Json.object();
        tree.put("kind", entry.stored().kind()).put("apiVersion", entry.stored().apiVersion());
        tree.set("metadata", metadata);
        return tree;
    }

    private static ObjectNode read(byte[] json, List<String> names, List<Optional<JsonPlace>> places) {
        ObjectNode some = Json.object();
        for (int i = 0; i < places.size(); i++) {
            String name = names.get(i);
            if (!APART_FROM_MARKS.contains(name)) {
                places.get(i).ifPresent(place -> some.set(name, place.read(json)));
            }
        }
        return some;
    }

    /// Whether the tree is all of the object.
    boolean isWhole() {
        return places == null;
    }

    @Override
    public StoredObject object() {
        return object;
    }

    @Override
    public ObjectNode tree() {
        return tree;
    }

    @Override
    public ObjectNode copy() {
        return places == null ? tree.deepCopy() : Metadata.openedCopy(tree);
    }

    @Override
    public Made stored(ObjectNode next) {
        if (places == null) {
            return Made.of(Objects.stored(entry, next));
        }
        return members == null ? spliced(next, places) : Made.of(marked(next, places, members));
    }

    private Made spliced(ObjectNode next, Places at) {
        ObjectNode metadata = Objects.metadata(next);
        boolean ofStatus = at.managers().isPresent() && Metadata.onlyManagersDiffer(tree.path("metadata"), metadata);
        JsonSplice splice = JsonSplice.of(object.json());
        JsonPlace first = at.managers().orElse(at.metadata());
        if (!ofStatus) {
            first = splice.and(at.metadata(), Objects.inOrder(metadata)).last();
        } else if (metadata.get("managedFields") != tree.path("metadata").get("managedFields")) {
            first = splice.and(first, metadata.path("managedFields")).last();
        }
        boolean sameStatus = next.get("status") == tree.get("status");
        JsonPlace status = sameStatus
                ? splice.skipping(at.status())
                : splice.and(at.status(), next.path("status")).last();
        byte[] json = splice.bytes();
        StoredObject.Header header = ofStatus
                ? Objects.headerOfStatus(entry, next, object.header())
                : Objects.headerBesideSpec(entry, next, metadata, object.header());
        StoredObject made = viewed(new StoredObject(header, json, 0, object.reader()), next, ofStatus);
        return new Made(
                made, Optional.of(ofStatus ? at.withStatus(first, status) : at.withMetadata(json, first, status)));
    }

    private StoredObject viewed(StoredObject made, ObjectNode next, boolean ofStatus) {
        if (!Objects.isFollowed(entry.stored())) {
            return made;
        }
        Object before = object.view(Object.class);
        return made.withView(ofStatus ? Views.ofStatus(before, next) : Views.besideSpec(before, next));
    }

    /// The object that was stored for a tree that was made from this one.
    ///
    /// @param next not to be changed by anybody else any more
    /// @param made what [#stored] gave for it
    /// @param done the same with its revision
    /// @return empty when this is not all of the metadata and the status
    Optional<OpenedBytes> after(ObjectNode next, Made made, StoredObject done) {
        if (members != null) {
            return Optional.empty();
        }
        Objects.noteRevision(next, done);
        return Optional.of(new OpenedBytes(entry, done, next, made.places().orElse(null), null));
    }

    private StoredObject marked(ObjectNode next, Places at, List<Optional<JsonPlace>> parts) {
        byte[] json = object.json();
        JsonNode before = tree.path("metadata");
        JsonNode metadata = next.path("metadata");
        var out = new Splice(json);
        out.copy(0, at.metadata().from());
        String separator = "{\"";
        for (int i = 0; i < parts.size(); i++) {
            String name = Objects.METADATA.get(i);
            JsonNode value = metadata.get(name);
            boolean same = value == null ? APART_FROM_MARKS.contains(name) : value.equals(before.get(name));
            if (same ? parts.get(i).isPresent() : value != null) {
                out.add(separator + name + "\":");
                separator = ",\"";
                if (same) {
                    out.copy(parts.get(i).get().from(), parts.get(i).get().to());
                } else {
                    out.add(Json.write(value == null ? NullNode.instance : value));
                }
            }
        }
        out.add("}");
        out.copy(at.metadata().to(), json.length);
        StoredObject.Header old = object.header();
        var header = new StoredObject.Header(
                old.key(), old.uid(), old.labels(), old.ownerUids(), old.fields(), metadata.has("deletionTimestamp"));
        return new StoredObject(header, out.bytes(), 0, object.reader())
                .withView(Views.marked(object.view(Object.class), next));
    }

    /// Bytes that are made of parts of others and of new ones.
    private static final class Splice {
        private final byte[] from;
        private final ByteArrayOutputStream out;

        Splice(byte[] from) {
            this.from = from;
            this.out = new ByteArrayOutputStream(from.length + MARKS);
        }

        void copy(int start, int end) {
            out.write(from, start, end - start);
        }

        void add(byte[] bytes) {
            out.write(bytes, 0, bytes.length);
        }

        void add(String ascii) {
            add(ascii.getBytes(StandardCharsets.UTF_8));
        }

        byte[] bytes() {
            return out.toByteArray();
        }
    }
}
