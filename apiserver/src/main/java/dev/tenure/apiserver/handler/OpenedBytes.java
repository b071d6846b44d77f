package dev.tenure.apiserver.handler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectParts;
import dev.tenure.wire.view.Views;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A stored object that is opened from its bytes.
///
/// Writes of metadata and status leave the description alone, which is the larger part of many objects. For kinds that
/// say so ([dev.tenure.apiserver.registry.KindStrategy#specForStatus]) it is not read, nor written anew: the tree has
/// only those members of it that such writes look at, and its bytes and its view are shared by both states. What is
/// stored in the end is the same. Confined to one call.
final class OpenedBytes implements Opened {
    private static final List<String> OF_STATUS = List.of("phase");

    private final KindEntry entry;
    private final StoredObject object;
    private final ObjectNode tree;
    /// Null where the tree is all of the object.
    private final @Nullable ObjectParts parts;
    /// Whether managers and most of the status were left unread, too.
    private final boolean ofMarks;

    private OpenedBytes(
            KindEntry entry, StoredObject object, ObjectNode tree, @Nullable ObjectParts parts, boolean ofMarks) {
        this.entry = entry;
        this.object = object;
        this.tree = tree;
        this.parts = parts;
        this.ofMarks = ofMarks;
    }

    static OpenedBytes whole(KindEntry entry, StoredObject object) {
        return new OpenedBytes(entry, object, Objects.tree(object), null, false);
    }

    /// For a change that keeps to metadata and status; the whole where the kind asks for it.
    static OpenedBytes forStatus(KindEntry entry, StoredObject object) {
        Optional<List<String>> ofSpec = entry.strategy().specForStatus();
        if (ofSpec.isEmpty()) {
            return whole(entry, object);
        }
        return ObjectParts.of(object.content())
                .map(found -> excerpt(entry, object, ofSpec.get(), found))
                .orElseGet(() -> whole(entry, object));
    }

    /// For a change of the marks of a deletion and of finalizers: nothing else but the phase is read. The whole of
    /// kinds that know no grace, for these go at once, and where the kind asks for it.
    static OpenedBytes forDeletion(KindEntry entry, StoredObject object) {
        Optional<List<String>> ofSpec = entry.strategy().specForStatus();
        if (ofSpec.isEmpty() || !entry.has(Flag.GRACEFUL_DELETION)) {
            return whole(entry, object);
        }
        return ObjectParts.of(object.content())
                .map(found -> marks(entry, object, ofSpec.get(), found))
                .orElseGet(() -> whole(entry, object));
    }

    private static OpenedBytes excerpt(KindEntry entry, StoredObject object, List<String> ofSpec, ObjectParts parts) {
        ObjectNode tree = headed(entry, parts.metadata());
        tree.set("spec", parts.spec(ofSpec));
        tree.set("status", parts.status());
        Objects.noteRevision(tree, object);
        return new OpenedBytes(entry, object, tree, parts, false);
    }

    private static OpenedBytes marks(KindEntry entry, StoredObject object, List<String> ofSpec, ObjectParts parts) {
        ObjectNode tree = headed(entry, parts.metadataWithoutManagers());
        tree.set("spec", parts.spec(ofSpec));
        tree.set("status", parts.status(OF_STATUS));
        Objects.noteRevision(tree, object);
        return new OpenedBytes(entry, object, tree, parts, true);
    }

    private static ObjectNode headed(KindEntry entry, ObjectNode metadata) {
        ObjectNode tree = Json.object();
        tree.put("kind", entry.stored().kind()).put("apiVersion", entry.stored().apiVersion());
        tree.set("metadata", metadata);
        return tree;
    }

    /// Whether the tree is all of the object.
    boolean isWhole() {
        return parts == null;
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
        return parts == null ? tree.deepCopy() : Metadata.openedCopy(tree);
    }

    @Override
    public StoredObject stored(ObjectNode next) {
        if (parts == null) {
            return Objects.stored(entry, next);
        }
        return ofMarks ? marked(next, parts) : changed(next, parts);
    }

    private StoredObject changed(ObjectNode next, ObjectParts before) {
        ObjectNode metadata = Objects.metadata(next);
        ObjectNode oldMetadata = Objects.metadata(tree);
        boolean ofStatus = Metadata.onlyManagersDiffer(oldMetadata, metadata);
        ObjectParts after = ofStatus ? before : before.withMetadata(Objects.inOrder(metadata));
        if (metadata.get("managedFields") != oldMetadata.get("managedFields")) {
            after = after.withManagers(oldMetadata.path("managedFields"), metadata.path("managedFields"));
        }
        if (next.get("status") != tree.get("status")) {
            after = after.withStatus(next.path("status"));
        }
        StoredObject.Header header = ofStatus
                ? Objects.headerOfStatus(entry, next, object.header())
                : Objects.headerBesideSpec(entry, next, metadata, object.header());
        var made = new StoredObject(header, after, 0, object.reader());
        if (!Objects.isFollowed(entry.stored())) {
            return made;
        }
        Object view = object.view(Object.class);
        return made.withView(ofStatus ? Views.ofStatus(view, next) : Views.besideSpec(view, next));
    }

    private StoredObject marked(ObjectNode next, ObjectParts before) {
        ObjectNode metadata = Objects.metadata(next);
        StoredObject.Header old = object.header();
        var header = new StoredObject.Header(
                old.key(), old.uid(), old.labels(), old.ownerUids(), old.fields(), metadata.has("deletionTimestamp"));
        return new StoredObject(header, before.withMetadata(Objects.inOrder(metadata)), 0, object.reader())
                .withView(Views.marked(object.view(Object.class), next));
    }

    /// The object that was stored for a tree that was made from this one.
    ///
    /// @param next not to be changed by anybody else any more
    /// @param done what [#stored] gave for it, with its revision
    /// @return empty when the tree lacks more than the description
    Optional<OpenedBytes> after(ObjectNode next, StoredObject done) {
        ObjectParts made = done.content() instanceof ObjectParts there ? there : null;
        if (ofMarks || (made == null) != (parts == null)) {
            return Optional.empty();
        }
        Objects.noteRevision(next, done);
        return Optional.of(new OpenedBytes(entry, done, next, made, false));
    }
}
