package dev.tenure.wire.proto;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Decoded;
import dev.tenure.wire.json.decode.Empties;
import dev.tenure.wire.json.decode.Kinds;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.KindLookup;
import dev.tenure.wire.schema.ObjectType;
import java.nio.ByteBuffer;
import java.util.List;

/// Objects ⇄ Kubernetes' protobuf, envelope included. Immutable; safe for use by any thread.
public final class ProtoCodec {
    /// Objects within objects.
    private static final int NESTING_MAX = 8;

    private final KindLookup kinds;

    public ProtoCodec(KindLookup kinds) {
        this.kinds = kinds;
    }

    /// Reads an object of any known kind.
    ///
    /// @param wanted what the object is when it does not say
    /// @throws DecodeException when the bytes are no valid object
    public Decoded decode(byte[] data, GroupVersionKind wanted) {
        Envelope envelope;
        try {
            envelope = Envelope.read(data);
        } catch (ProtoFault e) {
            throw DecodeException.unrecognized(e.text());
        }
        return decode(envelope, withDefaults(envelope, wanted), wanted, 0);
    }

    private Decoded decode(Envelope envelope, GroupVersionKind kind, GroupVersionKind wanted, int depth) {
        ObjectType type = Kinds.require(
                kinds,
                kind,
                wanted,
                () -> "runtime.TypeMeta{APIVersion:\"" + envelope.apiVersion() + "\", Kind:\"" + envelope.kind()
                        + "\"}");
        try {
            ObjectNode object = message(type, envelope.raw(), depth);
            ObjectNode headed = Json.object();
            headed.put("kind", kind.kind());
            headed.put("apiVersion", kind.apiVersion());
            headed.setAll(object);
            return new Decoded(kind, type, headed, List.of(), Empties.NONE);
        } catch (ProtoFault e) {
            throw DecodeException.of(kind, e.text());
        }
    }

    private ObjectNode message(ObjectType type, MessageSpan raw, int depth) {
        return new MessageReader(raw.cursor(), inner -> nested(inner, depth + 1)).struct(type, null);
    }

    /// Reads a message without an envelope.
    ///
    /// @param kind for the error
    /// @throws DecodeException when the bytes are no such message
    ObjectNode message(GroupVersionKind kind, ObjectType type, MessageSpan raw) {
        try {
            return message(type, raw, 0);
        } catch (ProtoFault e) {
            throw DecodeException.of(kind, e.text());
        }
    }

    /// Reads objects that stand, envelope and all, in raw bytes of another one.
    @FunctionalInterface
    interface Nesting {
        ObjectNode read(byte[] raw);
    }

    private ObjectNode nested(byte[] data, int depth) {
        if (depth > NESTING_MAX) {
            throw new ProtoFault("exceeded max depth");
        }
        Envelope envelope = Envelope.read(data);
        var kind = GroupVersionKind.of(envelope.apiVersion(), envelope.kind());
        return decode(envelope, kind, kind, depth).object();
    }

    /// Upstream: `copyKindDefaults`.
    private static GroupVersionKind withDefaults(Envelope envelope, GroupVersionKind wanted) {
        String kind = envelope.kind().isEmpty() ? wanted.kind() : envelope.kind();
        GroupVersionKind given = GroupVersionKind.of(envelope.apiVersion(), kind);
        boolean readable = given.version().indexOf('/') < 0 && !given.version().isEmpty();
        return readable ? given : new GroupVersionKind(wanted.group(), wanted.version(), kind);
    }

    /// @param object in canonical form, of type `type`
    public byte[] encode(GroupVersionKind kind, ObjectType type, ObjectNode object) {
        BackwardBuffer out = new BackwardBuffer();
        Envelope.writeTail(out);
        int mark = out.size();
        new MessageWriter(out).struct(type, WorkingTree.part(object));
        Envelope.write(out, kind, mark);
        return out.toBytes();
    }

    /// The bytes with which every object of a kind begins as [#encode] writes it, for those who only want to
    /// know the kind.
    public static byte[] beginning(GroupVersionKind kind) {
        BackwardBuffer out = new BackwardBuffer();
        Envelope.writeHead(out, kind);
        return out.toBytes();
    }

    /// One event of a watch as a frame of `application/vnd.kubernetes.protobuf;stream=watch`: four bytes of
    /// length, then the bare message.
    ///
    /// @param type ADDED, MODIFIED, DELETED, BOOKMARK or ERROR
    /// @param object as [#encode] wrote it
    public static byte[] watchFrame(String type, byte[] object) {
        BackwardBuffer out = new BackwardBuffer();
        out.bytesField(1, object);
        out.endMessage(2, 0);
        out.textField(1, type);
        out.raw(ByteBuffer.allocate(Integer.BYTES).putInt(out.size()).array());
        return out.toBytes();
    }
}
