package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.JsonNode;

/// A JSON text of which values are replaced, from front to back: everything between them is copied as it stands.
/// Confined to one call.
public final class JsonSplice {
    /// By how much new values are longer than the old ones, usually.
    private static final int LONGER = 512;

    private final byte[] json;
    private final TreeWriter out;
    private int copied;
    private JsonPlace last = new JsonPlace(0, 0);

    private JsonSplice(byte[] json) {
        this.json = json;
        this.out = new TreeWriter(json.length + LONGER);
    }

    /// A text before anything is replaced.
    ///
    /// @param json as [Json#write] makes it; stays as it is
    public static JsonSplice of(byte[] json) {
        return new JsonSplice(json);
    }

    /// Replaces the next value.
    ///
    /// @param place behind the ones before
    public JsonSplice and(JsonPlace place, JsonNode value) {
        out.bytes(json, copied, place.from());
        int from = out.size();
        out.value(value);
        copied = place.to();
        last = new JsonPlace(from, out.size());
        return this;
    }

    /// Leaves the next value as it is.
    ///
    /// @param place behind the ones before
    /// @return where it stands in the new text
    public JsonPlace skipping(JsonPlace place) {
        out.bytes(json, copied, place.to());
        copied = place.to();
        return new JsonPlace(out.size() - place.length(), out.size());
    }

    /// Where the last new value stands in the new text.
    public JsonPlace last() {
        return last;
    }

    /// The whole text; to be asked for once.
    public byte[] bytes() {
        out.bytes(json, copied, json.length);
        copied = json.length;
        return out.written();
    }
}
