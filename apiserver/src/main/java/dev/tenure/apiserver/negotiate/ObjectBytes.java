package dev.tenure.apiserver.negotiate;

import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.TreeWriter;

/// Stored objects as JSON for clients, mostly without reading them: the revision is put in after
/// `metadata.uid`, where upstream has it, and in lists the leading `kind` and `apiVersion` are left out.
/// Upstream's lists do the same, because their items are typed.
final class ObjectBytes {
    private static final int ROOM_FOR_REVISION = 48;
    private static final int ROOM_FOR_FRAME = 256;

    private ObjectBytes() {}

    /// One object with its revision.
    public static byte[] one(StoredObject object) {
        return framed("", object, "");
    }

    /// An event of a watch, as a line.
    public static byte[] event(String type, StoredObject object) {
        return framed("{\"type\":\"" + type + "\",\"object\":", object, "}\n");
    }

    private static byte[] framed(String before, StoredObject object, String after) {
        var out = new TreeWriter(object.content().size() + before.length() + ROOM_FOR_REVISION);
        out.text(before);
        write(out, object, true);
        out.text(after);
        return out.written();
    }

    /// @param typed whether the object says what it is
    private static void write(TreeWriter out, StoredObject object, boolean typed) {
        out.stored(Document.of(object.content()), object.revision(), typed);
    }

    /// A page of a collection.
    public static byte[] many(ApiReply.Many page) {
        return list(page, page.type().kind() + "List", page.next().isPresent(), false);
    }

    /// A page of a collection of a kind that has no Go type: its items are shown whole.
    public static byte[] whole(ApiReply.Many page, String listKind) {
        return list(page, listKind, true, true);
    }

    /// @param continued whether the list says where it goes on
    private static byte[] list(ApiReply.Many page, String kind, boolean continued, boolean typed) {
        long size = page.items().stream()
                .mapToLong(object -> object.content().size() + ROOM_FOR_REVISION)
                .sum();
        var out = new TreeWriter((int) Math.min(Integer.MAX_VALUE - 1024, size + ROOM_FOR_FRAME));
        out.text("{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + page.type().apiVersion()
                + "\",\"metadata\":{\"resourceVersion\":\"" + page.revision() + "\"");
        if (continued) {
            out.text(",\"continue\":");
            out.string(page.next().orElse(""));
        }
        page.remaining().ifPresent(n -> out.text(",\"remainingItemCount\":" + n));
        out.text("},\"items\":[");
        boolean first = true;
        for (StoredObject item : page.items()) {
            out.text(first ? "" : ",");
            first = false;
            write(out, item, typed);
        }
        out.text("]}");
        return out.written();
    }

    /// One item of [#many].
    static byte[] item(StoredObject object) {
        var out = new TreeWriter(object.content().size() + ROOM_FOR_REVISION);
        write(out, object, false);
        return out.written();
    }

    /// An event of a watch, with a line end.
    public static byte[] event(String type, byte[] object) {
        var out = new TreeWriter(object.length + ROOM_FOR_FRAME);
        out.text("{\"type\":\"" + type + "\",\"object\":");
        out.bytes(object);
        out.text("}\n");
        return out.written();
    }
}
