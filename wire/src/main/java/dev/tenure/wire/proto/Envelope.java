package dev.tenure.wire.proto;

import dev.tenure.wire.schema.GroupVersionKind;

/// What stands around the message of an object: four magic bytes and a `runtime.Unknown` that tells the kind.
///
/// @param raw the object's message
record Envelope(String apiVersion, String kind, MessageSpan raw) {
    private static final byte[] MAGIC = {'k', '8', 's', 0};

    static boolean isMarked(byte[] data) {
        if (data.length < MAGIC.length) {
            return false;
        }
        for (int i = 0; i < MAGIC.length; i++) {
            if (data[i] != MAGIC[i]) {
                return false;
            }
        }
        return true;
    }

    /// @throws ProtoFault when there is no envelope
    static Envelope read(byte[] data) {
        if (data.length == 0) {
            throw new ProtoFault("empty data");
        }
        if (!isMarked(data)) {
            throw new ProtoFault(
                    "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
        }
        if (data.length == MAGIC.length) {
            throw new ProtoFault("empty body");
        }
        ProtoCursor in = new ProtoCursor(data, MAGIC.length, data.length);
        Envelope envelope = new Envelope("", "", MessageSpan.EMPTY);
        while (in.more()) {
            int tag = in.tag("Unknown");
            switch (tag >>> 3) {
                case 1 -> {
                    requireLength(tag, "TypeMeta");
                    envelope = envelope.withTypeMeta(in);
                }
                case 2 -> {
                    requireLength(tag, "Raw");
                    envelope = new Envelope(envelope.apiVersion, envelope.kind, in.span());
                }
                case 3 -> skipText(in, tag, "ContentEncoding");
                case 4 -> skipText(in, tag, "ContentType");
                default -> in.skipField();
            }
        }
        return envelope;
    }

    private Envelope withTypeMeta(ProtoCursor in) {
        String version = apiVersion;
        String name = kind;
        int outer = in.enter();
        while (in.more()) {
            int tag = in.tag("TypeMeta");
            switch (tag >>> 3) {
                case 1 -> {
                    requireLength(tag, "APIVersion");
                    version = in.text();
                }
                case 2 -> {
                    requireLength(tag, "Kind");
                    name = in.text();
                }
                default -> in.skipField();
            }
        }
        in.leave(outer);
        return new Envelope(version, name, raw);
    }

    private static void skipText(ProtoCursor in, int tag, String field) {
        requireLength(tag, field);
        in.span();
    }

    private static void requireLength(int tag, String field) {
        if ((tag & 7) != ProtoCursor.LENGTH) {
            throw ProtoCursor.wrongWireType(tag & 7, field);
        }
    }

    /// Puts the envelope around the message that was written since `mark`.
    static void write(BackwardBuffer out, GroupVersionKind kind, int mark) {
        out.endMessage(2, mark);
        writeHead(out, kind);
    }

    /// Puts the beginning of the envelope before all that was written, which so many bytes will follow.
    static void writeAround(BackwardBuffer out, GroupVersionKind kind, long more) {
        out.beginMessage(2, out.size() + more);
        writeHead(out, kind);
    }

    static void writeHead(BackwardBuffer out, GroupVersionKind kind) {
        int head = out.size();
        out.textField(2, kind.kind());
        out.textField(1, kind.apiVersion());
        out.endMessage(1, head);
        out.raw(MAGIC);
    }

    /// The fields after the message; to be written before it.
    static void writeTail(BackwardBuffer out) {
        out.textField(4, "");
        out.textField(3, "");
    }
}
