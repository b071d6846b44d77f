package dev.tenure.sim.world;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.kinds.KindList;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Listing;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.Schema;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// Brings objects, as a server shows them in any version, into the form in which a store holds them.
/// Immutable; used by any number of threads at once.
public final class StoredForms {
    /// What the form is called in which [#read] leaves objects. Documents that say they are in it need not be
    /// read to be taken; the name changes whenever defaults, the schema or the order of fields do.
    public static final String FORM = "kubernetes-1.36/1";

    private static final String NAMESPACE = "namespace";

    private static final List<KindEntry> DEFINED = PlayedKinds.entries();

    private final KindTable kinds = KindList.standard().with(DEFINED);
    private final ObjectCodec codec = ObjectCodec.builtIn();

    /// The type under which objects of a kind are stored; empty for a kind that is neither built in nor one
    /// of [PlayedKinds], or of which nothing is stored.
    public Optional<ResourceType> type(GroupVersionKind kind) {
        return entry(kind).map(KindEntry::stored);
    }

    /// What a strategic merge patch goes by, which `kubectl apply` sends for kinds that are built in; empty
    /// for others, which get merge patches.
    public Optional<ObjectType> patchType(GroupVersionKind kind) {
        return entry(kind)
                .filter(entry -> entry.custom().isEmpty())
                .flatMap(_ -> Schema.builtIn().kind(kind));
    }

    /// Every type of which objects are stored, in the order of discovery.
    public List<ResourceType> types() {
        return kinds.entries().stream()
                .filter(entry -> !entry.has(KindEntry.Flag.VIRTUAL))
                .map(KindEntry::stored)
                .distinct()
                .toList();
    }

    private Optional<KindEntry> entry(GroupVersionKind kind) {
        return kinds.ofKind(kind.apiVersion(), kind.kind()).filter(entry -> !entry.has(KindEntry.Flag.VIRTUAL));
    }

    /// Reads an object. What it leaves out has its defaults, as when a server reads what is stored; one of a
    /// namespaced kind that names no namespace is of `default`.
    ///
    /// @param kind one of which [#type] knows the type
    /// @return with the resource version that it says as its revision, 0 when it says none
    /// @throws dev.tenure.wire.json.decode.DecodeException when the bytes are no object of the kind
    public StoredObject read(byte[] json, GroupVersionKind kind) {
        KindEntry served = known(kind);
        ObjectNode tree = served.custom().isPresent()
                ? Json.readObject(json)
                : codec.decodeAs(ObjectCodec.Format.JSON, json, kind).object();
        return stored(served, tree, ObjectTrees::packed);
    }

    /// The same of an object of a list.
    ///
    /// @param kind of all its objects, which need not say it themselves
    /// @param alike another object of the list, of which it may share parts, as one of the same template does
    public StoredObject read(Listing list, int at, GroupVersionKind kind, Optional<StoredObject> alike) {
        KindEntry served = known(kind);
        if (!(list.item(at) instanceof ObjectNode tree)) {
            throw new IllegalArgumentException("it is no object");
        }
        tree.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
        boolean canonical = list.isCanonical() || served.custom().isPresent();
        return stored(
                served,
                canonical
                        ? tree
                        : codec.decodeAs(ObjectCodec.Format.JSON, Document.of(tree), kind)
                                .object(),
                (stored, form) -> ObjectTrees.alike(stored, form, alike));
    }

    private KindEntry known(GroupVersionKind kind) {
        return entry(kind).orElseThrow(() -> new IllegalArgumentException("no kind is called " + kind));
    }

    private StoredObject stored(
            KindEntry served, ObjectNode decoded, BiFunction<KindEntry, ObjectNode, StoredObject> form) {
        ObjectNode tree = served.conversion()
                .map(conversion -> conversion.toStored(decoded))
                .orElse(decoded);
        KindEntry stored = kinds.stored(served.stored().group(), served.stored().resource())
                .orElse(served);
        ObjectNode metadata = ObjectTrees.metadata(tree);
        if (!stored.type().namespaced()) {
            metadata.remove(NAMESPACE);
        } else if (ObjectTrees.text(metadata, NAMESPACE).isEmpty()) {
            metadata.put(NAMESPACE, "default");
        }
        stored.strategy().setDefaults(tree);
        long revision = metadata.path("resourceVersion").asLong();
        return form.apply(stored, tree).withRevision(revision);
    }

    /// An object that is in the stored form already, see [#FORM]. Nothing of it is checked.
    ///
    /// @param revision the resource version that it had, 0 for none
    /// @param alike an object of which it may share parts, as one of the same template does
    /// @throws IllegalArgumentException when it is of no kind of which objects are stored
    public StoredObject opened(Document document, long revision, Optional<StoredObject> alike) {
        ObjectNode tree = document.tree();
        GroupVersionKind kind = kind(tree);
        KindEntry served = known(kind);
        return ObjectTrees.opened(served, document, tree, alike).withRevision(revision);
    }

    /// What an object says that it is.
    public static GroupVersionKind kind(Document document) {
        return kind(document.tree());
    }

    private static GroupVersionKind kind(ObjectNode tree) {
        return GroupVersionKind.of(ObjectTrees.text(tree, "apiVersion"), ObjectTrees.text(tree, "kind"));
    }
}
