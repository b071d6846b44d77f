package dev.tenure.launch.store;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.kinds.definition.BetaDefinitions;
import dev.tenure.kinds.definition.StorageForms;
import dev.tenure.kinds.service.SharedKinds;
import dev.tenure.launch.encryption.Encryption;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.StorageCodec;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.proto.ProtoCodec;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.view.Views;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Objects in etcd as kube-apiserver keeps them: its keys, protobuf in its storage versions for the kinds
/// that are built in, JSON for those that were defined at run time and for definitions (in their beta
/// version) and APIServices. Upstream: pkg/kubeapiserver/default_storage_factory_builder.go. Safe for use by
/// several threads.
public final class KubernetesLayout implements StorageCodec {
    private static final String EXTENSIONS = "apiextensions.k8s.io";
    private static final String REGISTRATION = "apiregistration.k8s.io";

    /// Groups whose kinds stand under their group, as JSON, though they are built in.
    private static final Set<String> AS_JSON = Set.of(EXTENSIONS, REGISTRATION);

    /// Folders that are not called as their resource.
    private static final Map<ResourceId, String> SPECIAL = Map.of(
            new ResourceId("", "nodes"), "minions",
            new ResourceId("", "replicationcontrollers"), "controllers",
            new ResourceId("", "endpoints"), "services/endpoints",
            new ResourceId("", "services"), "services/specs",
            new ResourceId("networking.k8s.io", "ingresses"), "ingress",
            new ResourceId("", "rangeallocations"), "ranges");

    private static final Map<ResourceId, ResourceId> SHARED_AS = Map.of(
            ResourceId.of(SharedKinds.RANGES.stored()), new ResourceId("", "services"),
            ResourceId.of(SharedKinds.SERVER_LEASES.stored()), new ResourceId("", "apiServerIPInfo"));

    private static final ResourceId DEFINITIONS = new ResourceId(EXTENSIONS, "customresourcedefinitions");
    private static final ResourceId EVENTS = new ResourceId("", "events");
    private static final ResourceId SERVER_LEASES = ResourceId.of(SharedKinds.SERVER_LEASES.stored());

    /// What is in protobuf begins so, and is not encrypted.
    private static final byte[] MARK = {'k', '8', 's', 0};

    /// How long a server counts as living without a sign of life; they give one every ten seconds.
    private static final Duration SERVER_LIFETIME = Duration.ofSeconds(15);
    private static final System.Logger LOG = System.getLogger(KubernetesLayout.class.getPackageName());

    private final Map<ResourceId, KindEntry> builtIn = new HashMap<>();
    private final Map<String, ResourceId> byFolder = new HashMap<>();

    /// How objects of a kind begin in the version in which they are written.
    private final Map<ResourceId, byte[]> beginnings = new HashMap<>();

    /// Those whose objects have no name but that of their key.
    private final Set<ResourceId> shared = new HashSet<>();

    /// Kinds in another version than the stored one, by API version and kind.
    private final Map<String, Conversion> older = new HashMap<>();

    private final ProtoCodec proto = new ProtoCodec(StorageForms::shape);
    private final Duration eventLifetime;
    private final Encryption encryption;
    private final String root;

    /// @param kinds that are built in
    /// @param eventLifetime how long events are kept
    /// @param encryption what of them is encrypted
    /// @param prefix of all keys, without slashes at its ends; what is encrypted is bound to its whole key
    public KubernetesLayout(KindTable kinds, Duration eventLifetime, Encryption encryption, String prefix) {
        this.eventLifetime = eventLifetime;
        this.encryption = encryption;
        this.root = "/" + prefix + "/";
        for (KindEntry entry : kinds.entries()) {
            if (entry.conversion().isEmpty() && !entry.has(KindEntry.Flag.VIRTUAL)) {
                know(entry);
            }
            entry.conversion().ifPresent(conversion -> older.put(named(entry.type()), conversion));
        }
        for (KindEntry entry : SharedKinds.all()) {
            know(entry);
            shared.add(ResourceId.of(entry.stored()));
        }
    }

    private static String named(ResourceType type) {
        return type.apiVersion() + " " + type.kind();
    }

    private void know(KindEntry entry) {
        ResourceId id = ResourceId.of(entry.stored());
        builtIn.putIfAbsent(id, entry);
        if (!AS_JSON.contains(id.group())) {
            beginnings.putIfAbsent(id, ProtoCodec.beginning(StorageForms.stored(kindOf(entry.stored()))));
        }
        byFolder.put(folder(id), id);
    }

    private String folder(ResourceId id) {
        if (!builtIn.containsKey(id) || AS_JSON.contains(id.group())) {
            return id.group() + "/" + id.resource();
        }
        return SPECIAL.getOrDefault(id, id.resource());
    }

    @Override
    public String path(ObjectKey key) {
        return folder(ResourceId.of(key), key.namespace()) + key.name();
    }

    @Override
    public String folder(ResourceId resource, String namespace) {
        return folder(resource) + "/" + (namespace.isEmpty() ? "" : namespace + "/");
    }

    /// A group of a kind that was defined at run time has a dot in its name; no folder of the kinds that are
    /// built in has.
    @Override
    public Optional<ObjectKey> key(String path) {
        List<String> parts = List.of(path.split("/", -1));
        for (int length = 1; length <= 2 && length < parts.size(); length++) {
            ResourceId id = byFolder.get(String.join("/", parts.subList(0, length)));
            if (id != null) {
                return key(id, parts.subList(length, parts.size()));
            }
        }
        boolean defined = parts.size() > 2 && parts.getFirst().contains(".");
        return defined
                ? key(new ResourceId(parts.get(0), parts.get(1)), parts.subList(2, parts.size()))
                : Optional.empty();
    }

    private static Optional<ObjectKey> key(ResourceId id, List<String> rest) {
        return switch (rest.size()) {
            case 1 -> Optional.of(new ObjectKey(id.group(), id.resource(), "", rest.getFirst()));
            case 2 -> Optional.of(new ObjectKey(id.group(), id.resource(), rest.getFirst(), rest.getLast()));
            default -> Optional.empty();
        };
    }

    @Override
    public byte[] encode(StoredObject object) {
        ObjectKey key = object.key();
        return encryption.seal(encryptedAs(key), root + path(key), plain(object));
    }

    @Override
    public boolean isCurrent(ObjectKey key, byte[] value) {
        return encryption.isCurrent(encryptedAs(key), value) && !isInOlderVersion(key, value);
    }

    private static boolean begins(byte[] value, byte[] beginning) {
        return value.length >= beginning.length
                && Arrays.equals(value, 0, beginning.length, beginning, 0, beginning.length);
    }

    /// What is encrypted is not looked into.
    private boolean isInOlderVersion(ObjectKey key, byte[] value) {
        byte[] beginning = beginnings.get(ResourceId.of(key));
        return beginning != null && begins(value, MARK) && !begins(value, beginning);
    }

    /// What servers share is encrypted as the kind that it is for.
    private static ResourceId encryptedAs(ObjectKey key) {
        return SHARED_AS.getOrDefault(ResourceId.of(key), ResourceId.of(key));
    }

    private byte[] plain(StoredObject object) {
        KindEntry entry = builtIn.get(ResourceId.of(object.key()));
        if (entry == null) {
            return StoredJson.written(
                    Json.write(Json.goForm(Document.of(object.content()).tree())));
        }
        if (ResourceId.of(object.key()).equals(DEFINITIONS)) {
            return StoredJson.written(Json.write(
                    BetaDefinitions.toStored(Document.of(object.content()).tree())));
        }
        if (AS_JSON.contains(object.key().group())) {
            return StoredJson.written(object.json());
        }
        GroupVersionKind kind = StorageForms.stored(kindOf(entry.stored()));
        Optional<ObjectType> type = StorageForms.shape(kind);
        return type.map(known -> proto.encode(kind, known, unnamed(object))).orElseGet(object::json);
    }

    private ObjectNode unnamed(StoredObject object) {
        ObjectNode tree = Document.of(object.content()).tree();
        if (!shared.contains(ResourceId.of(object.key()))) {
            return tree;
        }
        ObjectNode copy = tree.deepCopy();
        ObjectTrees.metadata(copy).remove("name");
        return copy;
    }

    private static GroupVersionKind kindOf(ResourceType type) {
        return GroupVersionKind.of(type);
    }

    @Override
    public StoredObject decode(ObjectKey key, byte[] value) {
        Optional<KindEntry> known = Optional.ofNullable(builtIn.get(ResourceId.of(key)));
        try {
            ObjectNode stated = tree(known, encryption.open(encryptedAs(key), root + path(key), value));
            KindEntry entry = known.orElseGet(() -> defined(key, stated));
            ObjectNode tree = known.isPresent() ? inStoredVersion(entry, stated) : stated;
            // As upstream, which may have stored it before there were some of them.
            entry.strategy().setDefaults(tree);
            entry.strategy().whenRead(tree);
            ObjectTrees.metadata(tree).remove("resourceVersion");
            if (shared.contains(ResourceId.of(key))) {
                ObjectTrees.metadata(tree).put("name", key.name());
            }
            return ObjectTrees.stored(entry, tree);
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "{0} in etcd cannot be read: {1}. It is left out of lists",
                    key.path(),
                    e.getMessage());
            var header = new StoredObject.Header(key, "", Map.of(), List.of(), Map.of(), false);
            return new StoredObject(
                    header, new Content.Unreadable(key, value.length), 0, Views.reader(key.group(), ""));
        }
    }

    private ObjectNode inStoredVersion(KindEntry entry, ObjectNode stated) {
        ObjectNode tree = StorageForms.served(stated);
        String version = tree.path("apiVersion").asText("");
        if (version.equals(entry.stored().apiVersion())) {
            return tree;
        }
        Conversion conversion = older.get(version + " " + entry.stored().kind());
        if (conversion == null) {
            throw new IllegalArgumentException("it is of version " + version);
        }
        return conversion.toStored(tree);
    }

    private ObjectNode tree(Optional<KindEntry> entry, byte[] value) {
        boolean text = value.length > 0 && value[0] == '{';
        if (text) {
            Document document = Document.stored(value);
            return document.isObject() ? document.tree() : Json.object();
        }
        GroupVersionKind wanted = entry.map(e -> kindOf(e.stored())).orElse(new GroupVersionKind("", "v1", ""));
        return proto.decode(value, wanted).object();
    }

    /// What is known of an object of a kind that was defined at run time before its definition is.
    private static KindEntry defined(ObjectKey key, ObjectNode tree) {
        String apiVersion = tree.path("apiVersion").asText("");
        var type = new ResourceType(
                key.group(),
                apiVersion.substring(apiVersion.indexOf('/') + 1),
                key.resource(),
                tree.path("kind").asText(""),
                key.namespace().isEmpty() ? Scope.CLUSTER : Scope.NAMESPACED);
        return KindEntry.of(type).withView(Views.reader("", ""));
    }

    @Override
    public Optional<Duration> lifetime(ResourceId resource) {
        if (resource.equals(EVENTS)) {
            return Optional.of(eventLifetime);
        }
        return resource.equals(SERVER_LEASES) ? Optional.of(SERVER_LIFETIME) : Optional.empty();
    }
}
