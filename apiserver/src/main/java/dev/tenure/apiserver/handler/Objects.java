package dev.tenure.apiserver.handler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.SelectableField;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectParts;
import dev.tenure.wire.json.Times;
import dev.tenure.wire.json.TreeContent;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Trees into stored objects and back. The stored bytes begin with `kind`, `apiVersion` and `metadata`, in
/// this order, and have no revision, so that it can be put in, and the first two left out, without reading
/// them.
public final class Objects {
    private static final Set<ResourceType> FOLLOWED = Set.of(
            ResourceTypes.PODS,
            ResourceTypes.NODES,
            ResourceTypes.LEASES,
            ResourceTypes.REPLICA_SETS,
            ResourceTypes.DEPLOYMENTS);

    /// The members of metadata in the order in which they are stored; a revision is not among them.
    static final List<String> METADATA = List.of(
            "name",
            "generateName",
            "namespace",
            "selfLink",
            "uid",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "labels",
            "annotations",
            "ownerReferences",
            "finalizers",
            "managedFields");

    private Objects() {}

    /// The stored form of a tree of the kind's stored version; in parts where writes of the status are to share
    /// the rest. Kinds that components follow come with their view, so that nobody has to read them again.
    public static StoredObject stored(KindEntry entry, ObjectNode tree) {
        ObjectNode metadata = inOrder(metadata(tree));
        ObjectNode out = storedTree(entry, tree, metadata);
        Optional<ObjectParts> parts =
                entry.strategy().specForStatus().isPresent() ? ObjectParts.write(out) : Optional.empty();
        Content content = parts.isPresent() ? parts.get() : Content.of(Json.write(out));
        return viewed(entry, new StoredObject(header(entry, tree, metadata), content, 0, entry.viewReader()), out);
    }

    /// As [#stored], with the tree as its content.
    ///
    /// @param tree not to be changed any more, nor a part of it
    static StoredObject unwritten(KindEntry entry, ObjectNode tree) {
        ObjectNode metadata = inOrder(metadata(tree));
        ObjectNode out = storedTree(entry, tree, metadata);
        var content = TreeContent.of(out);
        return viewed(entry, new StoredObject(header(entry, tree, metadata), content, 0, entry.viewReader()), out);
    }

    private static StoredObject viewed(KindEntry entry, StoredObject stored, ObjectNode tree) {
        ResourceType type = entry.stored();
        return isFollowed(type) ? stored.withView(Views.view(type, tree)) : stored;
    }

    /// The tree of what is stored; it shares the parts of `tree`.
    ///
    /// @param metadata of the tree, in order
    static ObjectNode storedTree(KindEntry entry, ObjectNode tree, ObjectNode metadata) {
        ResourceType type = entry.stored();
        ObjectNode out = Json.object();
        out.put("kind", type.kind()).put("apiVersion", type.apiVersion());
        out.set("metadata", metadata);
        for (Map.Entry<String, JsonNode> part : tree.properties()) {
            out.putIfAbsent(part.getKey(), part.getValue());
        }
        return out;
    }

    /// Whether objects of a kind come with their view.
    static boolean isFollowed(ResourceType type) {
        return FOLLOWED.contains(type);
    }

    /// Metadata without revision, in the order in which upstream writes it.
    static ObjectNode inOrder(ObjectNode metadata) {
        ObjectNode ordered = metadata.objectNode();
        for (String field : METADATA) {
            JsonNode value = metadata.get(field);
            if (value != null) {
                ordered.set(field, value);
            }
        }
        boolean revised = metadata.has("resourceVersion");
        if (ordered.size() + (revised ? 1 : 0) < metadata.size()) {
            metadata.properties().forEach(e -> {
                if (!e.getKey().equals("resourceVersion")) {
                    ordered.putIfAbsent(e.getKey(), e.getValue());
                }
            });
        }
        return ordered;
    }

    private static StoredObject.Header header(KindEntry entry, ObjectNode tree, ObjectNode metadata) {
        var fields = new HashMap<String, String>();
        entry.fields().forEach(field -> note(field, tree, fields));
        return header(entry, metadata, fields);
    }

    /// The header of a tree that may lack its description, which is as it was before.
    static StoredObject.Header headerBesideSpec(
            KindEntry entry, ObjectNode tree, ObjectNode metadata, StoredObject.Header before) {
        return header(entry, metadata, ofStatus(entry, tree, before.fields()));
    }

    private static Map<String, String> ofStatus(KindEntry entry, ObjectNode tree, Map<String, String> before) {
        var fields = new HashMap<>(before);
        for (SelectableField field : entry.fields()) {
            if (field.name().startsWith("status.")) {
                fields.remove(field.name());
                note(field, tree, fields);
            }
        }
        return fields;
    }

    /// The header of a tree of which nothing but the status differs from what it was before.
    static StoredObject.Header headerOfStatus(KindEntry entry, ObjectNode tree, StoredObject.Header before) {
        for (SelectableField field : entry.fields()) {
            if (field.name().startsWith("status.")
                    && !field.value().apply(tree).equals(before.fields().getOrDefault(field.name(), ""))) {
                Map<String, String> fields = ofStatus(entry, tree, before.fields());
                return new StoredObject.Header(
                        before.key(), before.uid(), before.labels(), before.ownerUids(), fields, before.deleting());
            }
        }
        return before;
    }

    private static void note(SelectableField field, ObjectNode tree, Map<String, String> fields) {
        String value = field.value().apply(tree);
        if (!value.isEmpty()) {
            fields.put(field.name(), value);
        }
    }

    private static StoredObject.Header header(KindEntry entry, ObjectNode metadata, Map<String, String> fields) {
        return new StoredObject.Header(
                entry.stored().key(text(metadata, "namespace"), text(metadata, "name")),
                text(metadata, "uid"),
                texts(metadata.path("labels")),
                owners(metadata.path("ownerReferences")),
                fields,
                metadata.has("deletionTimestamp"));
    }

    private static Map<String, String> texts(JsonNode map) {
        if (map.isEmpty()) {
            return Map.of();
        }
        var texts = new HashMap<String, String>();
        map.properties().forEach(e -> texts.put(e.getKey(), e.getValue().asText("")));
        return texts;
    }

    private static List<String> owners(JsonNode references) {
        if (references.isEmpty()) {
            return List.of();
        }
        var uids = new ArrayList<String>();
        references.forEach(r -> uids.add(r.path("uid").asText("")));
        return uids;
    }

    /// Whether two states of an object are one, whatever the order of their fields. Equal states
    /// have the same bytes in some order, so that nearly all changes are told without reading them.
    static boolean sayTheSame(StoredObject one, StoredObject other) {
        if (one.content() instanceof TreeContent left && other.content() instanceof TreeContent right) {
            return left.tree().equals(right.tree());
        }
        if (one.content() instanceof ObjectParts left
                && other.content() instanceof ObjectParts right
                && left.size() != right.size()) {
            return false;
        }
        byte[] left = one.json();
        byte[] right = other.json();
        if (left.length != right.length) {
            return false;
        }
        int from = Arrays.mismatch(left, right);
        return from < 0
                || (ofTheSameBytes(left, right, from) && Json.readObject(left).equals(Json.readObject(right)));
    }

    /// Whether two texts of one length may be one but for the order of their bytes.
    ///
    /// @param from where they differ first
    private static boolean ofTheSameBytes(byte[] left, byte[] right, int from) {
        int to = left.length;
        while (left[to - 1] == right[to - 1]) {
            to--;
        }
        long difference = 0;
        for (int i = from; i < to; i++) {
            difference += weight(left[i]) - weight(right[i]);
        }
        return difference == 0;
    }

    private static long weight(byte one) {
        long spread = one * 0x9e3779b97f4a7c15L;
        return spread * spread;
    }

    /// A new tree of a stored object, with its revision.
    public static ObjectNode tree(StoredObject object) {
        ObjectNode tree = object.content() instanceof TreeContent there
                ? there.tree().deepCopy()
                : Json.readObject(object.json());
        noteRevision(tree, object);
        return tree;
    }

    static void noteRevision(ObjectNode tree, StoredObject object) {
        if (object.revision() > 0) {
            metadata(tree).put("resourceVersion", Long.toString(object.revision()));
        }
    }

    /// The `metadata` of a tree; made when there is none.
    public static ObjectNode metadata(ObjectNode tree) {
        return tree.get("metadata") instanceof ObjectNode metadata ? metadata : tree.putObject("metadata");
    }

    public static String text(JsonNode node, String field) {
        return node.path(field).asText("");
    }

    /// A moment as it stands in objects, in whole seconds.
    public static String seconds(Instant moment) {
        return Times.seconds(moment);
    }
}
