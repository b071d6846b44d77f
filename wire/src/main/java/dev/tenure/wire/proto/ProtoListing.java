package dev.tenure.wire.proto;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Listing;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.KindLookup;
import dev.tenure.wire.schema.ObjectType;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/// A list in protobuf, envelope included. Immutable.
public final class ProtoListing implements Listing {
    private final ProtoCodec codec;
    private final GroupVersionKind kind;
    private final ObjectType itemType;
    private final ObjectNode head;
    private final List<MessageSpan> items;

    private ProtoListing(
            ProtoCodec codec, GroupVersionKind kind, ObjectType itemType, ObjectNode head, List<MessageSpan> items) {
        this.codec = codec;
        this.kind = kind;
        this.itemType = itemType;
        this.head = head;
        this.items = items;
    }

    /// @throws DecodeException when the bytes are no list of a known kind
    public static ProtoListing of(byte[] data, KindLookup kinds) {
        try {
            Envelope envelope = Envelope.read(data);
            GroupVersionKind kind = GroupVersionKind.of(envelope.apiVersion(), envelope.kind());
            ObjectType type = kinds.find(kind).orElseThrow(() -> new ProtoFault("no list is called " + kind));
            ProtoList form = ProtoList.of(kind, type).orElseThrow(() -> new ProtoFault(kind + " is no list"));
            var codec = new ProtoCodec(kinds);
            List<MessageSpan> items = new ArrayList<>();
            var rest = new ByteArrayOutputStream();
            divide(envelope.raw(), form.number(), items, rest);
            ObjectNode head = codec.message(kind, type, MessageSpan.of(rest.toByteArray()));
            head.remove(ProtoList.ITEMS);
            head.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
            return new ProtoListing(codec, kind, form.itemType(), head, items);
        } catch (ProtoFault e) {
            throw DecodeException.unrecognized(e.text());
        }
    }

    private static void divide(MessageSpan list, int number, List<MessageSpan> items, ByteArrayOutputStream rest) {
        var in = list.cursor();
        while (in.more()) {
            int from = in.position();
            if (in.tag("List") == (number << 3 | ProtoCursor.LENGTH)) {
                items.add(in.span());
            } else {
                in.skipField();
                rest.write(list.data(), from, in.position() - from);
            }
        }
    }

    @Override
    public ObjectNode head() {
        return head;
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public JsonNode item(int at) {
        return codec.message(kind, itemType, items.get(at));
    }

    @Override
    public boolean isCanonical() {
        return true;
    }
}
