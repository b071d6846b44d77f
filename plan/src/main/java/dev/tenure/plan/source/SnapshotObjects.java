package dev.tenure.plan.source;

import dev.tenure.kinds.definition.StorageForms;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.SnapshotFile;
import dev.tenure.store.etcd.SnapshotFile.Found;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.proto.ProtoCodec;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the objects in a snapshot of etcd, whatever the prefix of its keys. What is encrypted there, Secrets
/// as a rule, and what servers share that is no object, is passed over. Confined to one thread.
final class SnapshotObjects {
    /// How many objects are handed on together.
    private static final int AT_ONCE = 4096;

    private static final String PROTOBUF = "k8s\0";
    private static final String ENCRYPTED = "k8s:enc:";
    private static final GroupVersionKind UNSAID = new GroupVersionKind("", "v1", "");

    private final DumpAssembly assembly;
    private final String name;
    private final ProtoCodec proto = new ProtoCodec(StorageForms::shape);
    private final List<RawObject> some = new ArrayList<>();
    private int encrypted;
    private int unreadable;

    /// @param name of the file, for messages
    SnapshotObjects(DumpAssembly assembly, String name) {
        this.assembly = assembly;
        this.name = name;
    }

    /// @throws DumpException when the file cannot be read, or is damaged
    static void read(DumpAssembly assembly, Path file) {
        var objects = new SnapshotObjects(assembly, file.toString());
        try {
            SnapshotFile.open(file).each(objects::take);
        } catch (StoreUnavailableException e) {
            throw new DumpException(String.valueOf(e.getMessage()), e);
        }
        objects.end();
    }

    /// Takes what stands under one key; [#end] comes after the last.
    void take(Found found) {
        if (found.saysUnfinished()) {
            assembly.warn("not whole in %s: a copy or restore was under way, or broken off".formatted(name));
        }
        if (begins(found.value(), ENCRYPTED)) {
            encrypted++;
            return;
        }
        try {
            object(found).ifPresent(some::add);
        } catch (IllegalArgumentException _) {
            unreadable++;
        }
        if (some.size() == AT_ONCE) {
            assembly.add(some);
            some.clear();
        }
    }

    private Optional<RawObject> object(Found found) {
        boolean text = found.value().length > 0 && found.value()[0] == '{';
        if (!text && !begins(found.value(), PROTOBUF)) {
            return Optional.empty();
        }
        ObjectNode tree = StorageForms.served(
                text
                        ? Document.stored(found.value()).tree()
                        : proto.decode(found.value(), UNSAID).object());
        ObjectNode metadata = tree.withObjectProperty("metadata");
        GroupVersionKind kind = GroupVersionKind.of(
                tree.path("apiVersion").asText(""), tree.path("kind").asText(""));
        // Servers share addresses and signs of life in objects without a name.
        if (kind.kind().isEmpty() || metadata.path("name").asText("").isEmpty() || isLeftOut(kind, metadata)) {
            return Optional.empty();
        }
        metadata.put("resourceVersion", Long.toString(found.revision()));
        return Optional.of(new RawObject(Json.write(tree), kind, new Place(name, 0)));
    }

    /// As when a live cluster is read: neither what is of no use, nor what users keep for themselves.
    private boolean isLeftOut(GroupVersionKind kind, ObjectNode metadata) {
        boolean map = kind.kind().equals("ConfigMap") && kind.group().isEmpty();
        boolean record = LiveCluster.isRecord(
                metadata.path("namespace").asText(""), metadata.path("name").asText(""));
        return (map && !record)
                || assembly.type(kind).filter(LiveCluster::isLeftOut).isPresent();
    }

    private static boolean begins(byte[] value, String word) {
        return value.length >= word.length()
                && new String(value, 0, word.length(), StandardCharsets.ISO_8859_1).equals(word);
    }

    void end() {
        assembly.add(some);
        if (encrypted > 0) {
            assembly.warn("objects left out, for they are encrypted in %s: %d".formatted(name, encrypted));
        }
        if (unreadable > 0) {
            assembly.warn("objects left out, for they cannot be read in %s: %d".formatted(name, unreadable));
        }
    }
}
