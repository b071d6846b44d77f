package dev.tenure.apiserver.negotiate;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Stored objects as JSON for clients, without reading them: the revision is put in where `metadata`
/// begins, and in
/// lists
/// the leading `kind` and `apiVersion` are left out. Upstream's lists do the same, because their items
/// are typed.
public final class ObjectBytes {
    private static final byte[] METADATA = "\"metadata\":{".getBytes(StandardCharsets.UTF_8);
    private static final int ROOM_FOR_REVISION = 48;

    private ObjectBytes() {}

    /// One object with its revision.
    public static byte[] one(StoredObject object) {
        byte[] json = object.json();
        int metadata = metadataAt(json);
        var out = new Out(json.length + ROOM_FOR_REVISION);
        out.write(json, 0, metadata);
        writeRevision(out, object.revision(), json[metadata] == '}');
        out.write(json, metadata, json.length - metadata);
        return out.toByteArray();
    }

    /// A page of a collection.
    public static byte[] many(ApiReply.Many page) {
        ResourceType type = page.type();
        long size = page.items().stream()
                .mapToLong(o -> o.json().length + ROOM_FOR_REVISION)
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

    private static void writeItem(Out out, StoredObject item) {
        byte[] json = item.json();
        int metadata = metadataAt(json);
        out.write('{');
        out.write(METADATA, 0, METADATA.length);
        writeRevision(out, item.revision(), json[metadata] == '}');
        out.write(json, metadata, json.length - metadata);
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

    private static void writeRevision(Out out, long revision, boolean alone) {
        if (revision > 0) {
            out.text("\"resourceVersion\":\"" + revision + (alone ? "\"" : "\","));
        }
    }

    /// The index after the opening brace of `metadata`, which stands third in every stored object.
    private static int metadataAt(byte[] json) {
        for (int i = 1; i < json.length - METADATA.length; i++) {
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
