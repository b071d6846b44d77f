package dev.tenure.apiserver.handler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.TreeContent;
import dev.tenure.wire.view.Views;
import java.util.Map;
import java.util.Set;

/// A stored object that is opened from its tree, and whose next state is a tree again: nothing is read, and nothing
/// written before somebody asks for the bytes. States of an object share what they have in common. Confined to one
/// call.
final class OpenedTree implements Opened {
    private static final Set<String> PARTS = Set.of("kind", "apiVersion", "metadata", "spec", "status");

    private final KindEntry entry;
    private final StoredObject object;
    /// As it is stored, without a revision; never changed.
    private final ObjectNode kept;
    private final ObjectNode tree;

    private OpenedTree(KindEntry entry, StoredObject object, ObjectNode kept, ObjectNode tree) {
        this.entry = entry;
        this.object = object;
        this.kept = kept;
        this.tree = tree;
    }

    /// @param object is read where it has been written already
    static OpenedTree of(KindEntry entry, StoredObject object) {
        ObjectNode kept = object.content() instanceof TreeContent there ? there.tree() : Json.readObject(object.json());
        ObjectNode tree = kept.objectNode().setAll(kept);
        tree.set("metadata", tree.objectNode().setAll(Objects.metadata(tree)));
        Objects.noteRevision(tree, object);
        return new OpenedTree(entry, object, kept, tree);
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
        return !entry.has(Flag.GRACEFUL_DELETION) ? tree.deepCopy() : Metadata.openedCopy(tree);
    }

    @Override
    public StoredObject stored(ObjectNode next) {
        if (!isBesideSpec(next)) {
            return Objects.unwritten(entry, next);
        }
        boolean ofStatus = Metadata.onlyManagersDiffer(tree.path("metadata"), Objects.metadata(next));
        ObjectNode metadata = ofStatus ? withManagers(next) : Objects.inOrder(Objects.metadata(next));
        StoredObject.Header header = ofStatus
                ? Objects.headerOfStatus(entry, next, object.header())
                : Objects.headerBesideSpec(entry, next, metadata, object.header());
        var content = TreeContent.of(Objects.storedTree(entry, next, metadata));
        var made = new StoredObject(header, content, 0, object.reader());
        if (!Objects.isFollowed(entry.stored())) {
            return made;
        }
        Object before = object.view(Object.class);
        return made.withView(ofStatus ? Views.ofStatus(before, next) : Views.besideSpec(before, next));
    }

    /// The metadata as they are stored, with other managers.
    private ObjectNode withManagers(ObjectNode next) {
        ObjectNode before = Objects.metadata(kept);
        JsonNode managers = next.path("metadata").get("managedFields");
        if (managers == before.get("managedFields")) {
            return before;
        }
        ObjectNode metadata = before.objectNode().setAll(before);
        metadata.set("managedFields", managers);
        return metadata;
    }

    /// Whether the description is the very same, of a kind whose views are made of parts.
    private boolean isBesideSpec(ObjectNode next) {
        if (next.get("spec") != tree.get("spec")
                || entry.strategy().specForStatus().isEmpty()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> part : next.properties()) {
            if (!PARTS.contains(part.getKey())) {
                return false;
            }
        }
        return true;
    }
}
