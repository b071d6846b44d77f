package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.SelectableField;
import dev.tenure.apiserver.registry.field.MetadataFields;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Times;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Makes stored objects of trees, and trees of stored objects: the one place where an object gets its
/// document, its header and its view. What is stored begins with `kind`, `apiVersion` and `metadata`, in this
/// order, and has no revision.
public final class ObjectTrees {
    private static final Set<ResourceType> FOLLOWED = Set.of(
            ResourceTypes.PODS,
            ResourceTypes.NODES,
            ResourceTypes.LEASES,
            ResourceTypes.REPLICA_SETS,
            ResourceTypes.DEPLOYMENTS);

    /// The members of metadata in the order in which they are stored; a revision is not among them.
    private static final List<String> METADATA = MetadataFields.IN_ORDER.stream()
            .filter(field -> !field.equals("resourceVersion"))
            .toList();

    private ObjectTrees() {}

    /// The stored form of a new object.
    ///
    /// @param tree of the kind's stored version
    public static StoredObject stored(KindEntry entry, ObjectNode tree) {
        ObjectNode out = storedTree(entry, tree, inOrder(metadata(tree)));
        var made = new StoredObject(header(entry, out), Document.of(out), 0, entry.viewReader());
        return isFollowed(entry.stored()) ? made.withView(Views.view(entry.stored(), out)) : made;
    }

    /// The stored form of an object as it is kept for long.
    ///
    /// @param tree of the kind's stored version
    public static StoredObject packed(KindEntry entry, ObjectNode tree) {
        ObjectNode out = storedTree(entry, tree, inOrder(metadata(tree)));
        return opened(entry, Document.of(out).packed(), out, Optional.empty());
    }

    /// The stored form of one of many objects that are mostly alike. It holds only what the one before does
    /// not say as well, which takes about as much memory as when it is packed, and nobody has to write it for
    /// that.
    ///
    /// @param tree of the kind's stored version
    /// @param alike the one before, perhaps of the kind: what both say in the same place is shared, and not
    /// read again for the view
    public static StoredObject alike(KindEntry entry, ObjectNode tree, Optional<StoredObject> alike) {
        ObjectNode out = storedTree(entry, tree, inOrder(metadata(tree)));
        Document document = alike.filter(other -> isOf(entry.stored(), other))
                .map(other -> Document.of(out, Document.of(other.content())))
                .orElseGet(() -> Document.of(out));
        return opened(entry, document, out, alike);
    }

    /// An object of which the stored form is known.
    ///
    /// @param document in that form
    /// @param tree that says the same as the document
    /// @param alike another object, perhaps of the kind: what both share is not read again for the view
    public static StoredObject opened(
            KindEntry entry, Document document, ObjectNode tree, Optional<StoredObject> alike) {
        var made = new StoredObject(header(entry, tree), document, 0, entry.viewReader());
        if (!isFollowed(entry.stored())) {
            return made;
        }
        Object view = alike.filter(other -> isOf(entry.stored(), other))
                .map(other -> Views.next(
                        entry.stored(),
                        new Views.Change(other.view(Object.class), Document.of(other.content()), tree, document)))
                .orElseGet(() -> Views.view(entry.stored(), tree));
        return made.withView(view);
    }

    private static boolean isOf(ResourceType type, StoredObject object) {
        return object.key().resource().equals(type.resource())
                && object.key().group().equals(type.group());
    }

    /// The stored form of the next state of an object: what it has in common with the state before is shared,
    /// in its document, its header and its view. Kinds that components follow come with their view, so that
    /// nobody has to read them again.
    ///
    /// @param tree of the kind's stored version
    public static StoredObject stored(KindEntry entry, ObjectNode tree, StoredObject before) {
        Document old = Document.of(before.content());
        ObjectNode metadata = metadata(tree);
        ObjectNode out = storedTree(entry, tree, old.holds("metadata", metadata) ? metadata : inOrder(metadata));
        Document document = Document.of(out, old);
        StoredObject.Header header = header(entry, out);
        StoredObject.Header known = before.header();
        var made = new StoredObject(header.equals(known) ? known : header, document, 0, entry.viewReader());
        return isFollowed(entry.stored())
                ? made.withView(
                        Views.next(entry.stored(), new Views.Change(before.view(Object.class), old, out, document)))
                : made;
    }

    /// The tree of what is stored; it shares the parts of `tree`.
    private static ObjectNode storedTree(KindEntry entry, ObjectNode tree, ObjectNode metadata) {
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
    private static boolean isFollowed(ResourceType type) {
        return FOLLOWED.contains(type);
    }

    /// Metadata without revision, in the order in which upstream writes it.
    private static ObjectNode inOrder(ObjectNode metadata) {
        ObjectNode ordered = Json.object();
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

    private static StoredObject.Header header(KindEntry entry, ObjectNode tree) {
        var fields = new HashMap<String, String>();
        entry.conversion()
                .map(conversion -> conversion.noted(entry.fields()))
                .orElse(entry.fields())
                .forEach(field -> note(field, tree, fields));
        JsonNode metadata = tree.path("metadata");
        return new StoredObject.Header(
                entry.stored().key(text(metadata, "namespace"), text(metadata, "name")),
                text(metadata, "uid"),
                texts(metadata.path("labels")),
                owners(metadata.path("ownerReferences")),
                fields,
                metadata.has("deletionTimestamp"));
    }

    /// Whether two states of an object are one, whatever the order of their fields.
    static boolean areEquivalent(StoredObject one, StoredObject other) {
        return Document.of(one.content()).isEquivalentTo(Document.of(other.content()));
    }

    private static void note(SelectableField field, ObjectNode tree, Map<String, String> fields) {
        String value = field.value().apply(tree);
        if (!value.isEmpty()) {
            fields.put(field.name(), value);
        }
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

    /// A tree of a stored object without its revision, for who does not need it: metadata that is left alone
    /// stays shared.
    public static ObjectNode unrevised(StoredObject object) {
        return Document.of(object.content()).tree();
    }

    /// A tree of a stored object with its revision, for the caller to change.
    public static ObjectNode tree(StoredObject object) {
        ObjectNode tree = unrevised(object);
        if (object.revision() > 0) {
            metadata(tree).put("resourceVersion", Long.toString(object.revision()));
        }
        return tree;
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
