package dev.tenure.apiserver.negotiate;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// Stored objects as JSON for clients, without reading them: the revision is put in after `metadata.uid`,
/// where upstream has it, and in lists the leading `kind` and `apiVersion` are left out. Upstream's lists
/// do the same, because their items are typed.
public final class ObjectBytes {
    private static final byte[] METADATA = "\"metadata\":{".getBytes(StandardCharsets.UTF_8);
    private static final int ROOM_FOR_REVISION = 48;
    private static final List<byte[]> BEFORE_REVISION = List.of(
            bytes("\"name\":\""),
            bytes("\"generateName\":\""),
            bytes("\"namespace\":\""),
            bytes("\"selfLink\":\""),
            bytes("\"uid\":\""));

    private static final byte[] NOTHING = new byte[0];
    private static final byte[] END_OF_EVENT = bytes("}\n");

    private ObjectBytes() {}

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// One object with its revision.
    public static byte[] one(StoredObject object) {
        return framed(NOTHING, object, NOTHING);
    }

    /// An event of a watch, as a line.
    public static byte[] event(String type, StoredObject object) {
        return framed(bytes("{\"type\":\"" + type + "\",\"object\":"), object, END_OF_EVENT);
    }

    /// An object with its revision between two texts, in an array of the right length.
    private static byte[] framed(byte[] before, StoredObject object, byte[] after) {
        List<byte[]> pieces = object.content().pieces();
        byte[] head = pieces.getFirst();
        int at = revisionAt(head, metadataAt(head));
        byte[] revision = revision(object.revision(), head, at);
        int length = before.length + revision.length + after.length;
        for (byte[] piece : pieces) {
            length += piece.length;
        }
        byte[] out = new byte[length];
        int size = append(out, 0, before, 0, before.length);
        size = append(out, size, head, 0, at);
        size = append(out, size, revision, 0, revision.length);
        size = append(out, size, head, at, head.length - at);
        for (byte[] piece : pieces.subList(1, pieces.size())) {
            size = append(out, size, piece, 0, piece.length);
        }
        append(out, size, after, 0, after.length);
        return out;
    }

    private static int append(byte[] out, int at, byte[] part, int from, int length) {
        System.arraycopy(part, from, out, at, length);
        return at + length;
    }

    /// A page of a collection.
    public static byte[] many(ApiReply.Many page) {
        ResourceType type = page.type();
        long size = page.items().stream()
                .mapToLong(o -> o.content().size() + ROOM_FOR_REVISION)
                .sum();
        var out = new Out((int) Math.min(Integer.MAX_VALUE - 1024, size + 256));
        out.text("{\"kind\":\"" + type.kind() + "List\",\"apiVersion\":\"" + type.apiVersion()
                + "\",\"metadata\":{\"resourceVersion\":\"" + page.revision() + "\"");
        page.next().ifPresent(next -> out.text(",\"continue\":\"" + escaped(next) + "\""));
        page.remaining().ifPresent(n -> out.text(",\"remainingItemCount\":" + n));
        out.text("},\"items\":[");
        boolean first = true;
        for (StoredObject item : page.items()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            writeItem(out, item);
        }
        out.text("]}");
        return out.toByteArray();
    }

    /// A page of a collection of a kind that has no Go type: its items are shown whole.
    public static byte[] whole(ApiReply.Many page, String listKind) {
        var out = new Out(1024);
        out.text("{\"kind\":\"" + listKind + "\",\"apiVersion\":\""
                + page.type().apiVersion() + "\",\"metadata\":{\"resourceVersion\":\"" + page.revision() + "\"");
        out.text(",\"continue\":\"" + escaped(page.next().orElse("")) + "\"");
        page.remaining().ifPresent(n -> out.text(",\"remainingItemCount\":" + n));
        out.text("},\"items\":[");
        boolean first = true;
        for (StoredObject item : page.items()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            byte[] json = one(item);
            out.write(json, 0, json.length);
        }
        out.text("]}");
        return out.toByteArray();
    }

    private static void writeItem(Out out, StoredObject item) {
        List<byte[]> pieces = item.content().pieces();
        byte[] head = pieces.getFirst();
        int metadata = metadataAt(head);
        int at = revisionAt(head, metadata);
        out.write('{');
        out.write(METADATA, 0, METADATA.length);
        out.write(head, metadata, at - metadata);
        writeRevision(out, item.revision(), head, at);
        out.write(head, at, head.length - at);
        for (byte[] piece : pieces.subList(1, pieces.size())) {
            out.write(piece, 0, piece.length);
        }
    }

    /// An event of a watch, with a line end.
    public static byte[] event(String type, byte[] object) {
        var out = new Out(object.length + 40);
        out.text("{\"type\":\"" + type + "\",\"object\":");
        out.write(object, 0, object.length);
        out.text("}\n");
        return out.toByteArray();
    }

    /// The bookmark of a kind.
    public static byte[] bookmark(ResourceType type, long revision, boolean initialEventsEnd) {
        String annotations = initialEventsEnd ? ",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}" : "";
        return ("{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + type.apiVersion()
                        + "\",\"metadata\":{\"resourceVersion\":\"" + revision + "\"" + annotations + "}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /// Items joined to a list's metadata, for representations that need a tree.
    public static List<byte[]> items(ApiReply.Many page) {
        return page.items().stream().map(ObjectBytes::one).toList();
    }

    private static void writeRevision(Out out, long revision, byte[] head, int at) {
        byte[] text = revision(revision, head, at);
        out.write(text, 0, text.length);
    }

    /// The member that says the revision, with the commas that it needs where it goes; empty when there is none.
    ///
    /// @param head the beginning of the object, at least up to there; the metadata end where it ends
    private static byte[] revision(long revision, byte[] head, int at) {
        if (revision <= 0) {
            return NOTHING;
        }
        String before = head[at - 1] == '{' || head[at - 1] == ',' ? "" : ",";
        String after = at == head.length || head[at] == '}' ? "" : ",";
        return bytes(before + "\"resourceVersion\":\"" + revision + "\"" + after);
    }

    /// The index after the members of metadata that stand before the revision, up to `uid`.
    private static int revisionAt(byte[] json, int metadata) {
        int at = metadata;
        while (startsBeforeRevision(json, at)) {
            int end = endOfText(json, endOfText(json, at) + 1);
            if (end == json.length || json[end] != ',') {
                return end;
            }
            at = end + 1;
        }
        return at;
    }

    private static boolean startsBeforeRevision(byte[] json, int at) {
        for (byte[] key : BEFORE_REVISION) {
            if (Arrays.equals(json, at, Math.min(json.length, at + key.length), key, 0, key.length)) {
                return true;
            }
        }
        return false;
    }

    /// The index after the closing quote of the text that begins at `at`.
    private static int endOfText(byte[] json, int at) {
        int i = at + 1;
        while (json[i] != '"') {
            i += json[i] == '\\' ? 2 : 1;
        }
        return i + 1;
    }

    /// The index after the opening brace of `metadata`, which stands third in every stored object.
    private static int metadataAt(byte[] json) {
        for (int i = 1; i <= json.length - METADATA.length; i++) {
            if (json[i] == 'm' && matches(json, i - 1)) {
                return i - 1 + METADATA.length;
            }
        }
        throw new IllegalStateException("a stored object without metadata");
    }

    private static boolean matches(byte[] json, int at) {
        for (int i = 0; i < METADATA.length; i++) {
            if (json[at + i] != METADATA[i]) {
                return false;
            }
        }
        return true;
    }

    private static String escaped(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsString(text));
    }

    /// A growing array of bytes without locks.
    private static final class Out extends ByteArrayOutputStream {
        Out(int size) {
            super(size);
        }

        void text(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            write(bytes, 0, bytes.length);
        }
    }
}
