package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.meta.Content;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One API object as JSON: bytes that are decoded on demand, edited copy-on-write. The only form in which objects are
/// edited, so that fields nobody here knows are never dropped. Not for use by several threads at once.
public final class Document {
    private @Nullable ObjectNode tree;
    private final byte @Nullable [] bytes;

    private Document(@Nullable ObjectNode tree, byte @Nullable [] bytes) {
        this.tree = tree;
        this.bytes = bytes;
    }

    /// Takes `tree` over: its giver must not change it any more.
    public static Document of(ObjectNode tree) {
        return new Document(tree, null);
    }

    /// Takes over the bytes of a JSON object, which are read when that is needed.
    public static Document written(byte[] json) {
        return new Document(null, json);
    }

    /// What a body or an object says, read when that is needed; nothing is read of a tree.
    public static Document of(Content content) {
        return content instanceof TreeContent there ? of(there.tree()) : written(content.bytes());
    }

    /// Reads a JSON object. Integers stay integers of 64 bits; nesting and number length are bounded.
    ///
    /// @throws JsonSyntaxException when the bytes are no JSON object
    public static Document parse(byte[] json) {
        return new Document(Json.readObject(json), null);
    }

    /// The tree, to be read only.
    public ObjectNode tree() {
        ObjectNode read = tree;
        if (read == null) {
            read = Json.readObject(bytes == null ? new byte[0] : bytes);
            tree = read;
        }
        return read;
    }

    /// A changed copy; this document stays as it is.
    public Document edit(Consumer<ObjectNode> change) {
        ObjectNode copy = tree().deepCopy();
        change.accept(copy);
        return new Document(copy, null);
    }

    /// JSON bytes with the fields in the order in which they stand.
    public byte[] bytes() {
        return bytes == null ? Json.write(tree()) : bytes;
    }

    /// What it says, to be sent: its tree, if it has not been written yet.
    public Content content() {
        return bytes == null ? TreeContent.of(tree()) : Content.of(bytes);
    }

    /// The node at a path of field names, or [MissingNode].
    public JsonNode at(String... path) {
        JsonNode node = tree();
        for (String field : path) {
            node = node.path(field);
        }
        return node;
    }

    /// The text at a path; empty when it is absent or no text.
    public String text(String... path) {
        return at(path).asText("");
    }

    /// The whole number at a path, if there is one.
    public OptionalLong number(String... path) {
        JsonNode node = at(path);
        return node.isIntegralNumber() ? OptionalLong.of(node.longValue()) : OptionalLong.empty();
    }

    /// The object at a path, if there is one.
    public Optional<ObjectNode> object(String... path) {
        return at(path) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
    }

    /// The list at a path, if there is one.
    public Optional<ArrayNode> list(String... path) {
        return at(path) instanceof ArrayNode list ? Optional.of(list) : Optional.empty();
    }

    @Override
    public String toString() {
        return tree().toString();
    }
}
