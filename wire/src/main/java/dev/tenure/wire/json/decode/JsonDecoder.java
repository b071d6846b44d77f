package dev.tenure.wire.json.decode;

import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.KindLookup;
import dev.tenure.wire.schema.ObjectType;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// JSON → objects in canonical form, with the behaviour and the messages of Kubernetes' strict decoder. The
/// common case, an object of the wanted kind, is one pass over the bytes; a text that is wrong or of
/// another kind is read again to tell precisely what is wrong. Immutable; safe for use by any thread.
public final class JsonDecoder {
    private final KindLookup kinds;

    public JsonDecoder(KindLookup kinds) {
        this.kinds = kinds;
    }

    /// Reads an object of any known kind.
    ///
    /// @param wanted what the object is when it does not say; a part that it does say wins
    /// @throws DecodeException when the bytes are no valid object
    public Decoded decode(byte[] json, GroupVersionKind wanted) {
        ObjectType type = kinds.find(wanted).orElse(null);
        if (type == null) {
            return decodeSlowly(json, wanted);
        }
        ObjectReader reader = new ObjectReader(json);
        ObjectNode object;
        try {
            object = reader.read(type);
        } catch (JsonSyntaxException | DecodeFault e) {
            return decodeSlowly(json, wanted);
        }
        if (reader.typeError() != null || reader.kindInOtherCase()) {
            return decodeSlowly(json, wanted);
        }
        GroupVersionKind given = TypeMetaReader.groupVersionKind(
                object.path("apiVersion").asText(""), object.path("kind").asText(""));
        return withDefaults(given, wanted).equals(wanted)
                ? new Decoded(wanted, type, headed(wanted, object), reader.strictErrors(), reader.empties())
                : decodeSlowly(json, wanted);
    }

    /// As [#decode] of its bytes does, without writing them, of a tree that says nothing unusual. What is
    /// read is a tree of its own.
    public Decoded decode(Document sent, GroupVersionKind wanted) {
        ObjectType type = kinds.find(wanted).orElse(null);
        ObjectNode tree = sent.tree();
        if (type != null
                && isOrLacks(tree, "kind", wanted.kind())
                && isOrLacks(tree, "apiVersion", wanted.apiVersion())) {
            Optional<TreeReader.Read> read = TreeReader.canonical(tree, Json.object(), type);
            if (read.isPresent()) {
                return decoded(wanted, type, read.get());
            }
        }
        return decode(sent.bytes(), wanted);
    }

    private static Decoded decoded(GroupVersionKind kind, ObjectType type, TreeReader.Read read) {
        return new Decoded(kind, type, headed(kind, read.object()), List.of(), read.empties());
    }

    private static boolean isOrLacks(ObjectNode tree, String field, String text) {
        JsonNode given = tree.get(field);
        return given == null || (given.isTextual() && given.asText().equals(text));
    }

    /// Reads an object that was made from another one by changing parts of it: as [#decode] of its text does,
    /// without reading again what it shares with that other one. What is read is a tree of its own.
    ///
    /// @param base in canonical form, of the kind `wanted`
    /// @throws DecodeException when it is no valid object
    public Decoded decode(ObjectNode edited, ObjectNode base, GroupVersionKind wanted) {
        ObjectType type = kinds.find(wanted).orElse(null);
        if (type != null && isSame(edited, base, "kind") && isSame(edited, base, "apiVersion")) {
            Optional<TreeReader.Read> read = TreeReader.canonical(edited, base, type);
            if (read.isPresent()) {
                return decoded(wanted, type, read.get());
            }
        }
        return decode(Json.write(edited), wanted);
    }

    private static boolean isSame(ObjectNode one, ObjectNode other, String field) {
        return one.path(field).equals(other.path(field));
    }

    /// What is wrong with one value that is read by itself, in Go's words; nothing where it is read.
    public static Optional<String> fault(JsonNode value, FieldType type) {
        if (TreeReader.reads(value, type)) {
            return Optional.empty();
        }
        ObjectReader reader = new ObjectReader(Json.write(value));
        try {
            reader.readValue(type, true);
            return Optional.ofNullable(reader.typeError());
        } catch (DecodeFault fault) {
            return Optional.of(fault.text());
        }
    }

    private Decoded decodeSlowly(byte[] json, GroupVersionKind wanted) {
        GroupVersionKind kind = withDefaults(TypeMetaReader.read(json), wanted);
        ObjectType type = Kinds.require(kinds, kind, wanted, () -> new String(json, StandardCharsets.UTF_8));
        ObjectReader reader = new ObjectReader(json);
        try {
            ObjectNode object = reader.read(type);
            String wrong = reader.typeError();
            if (wrong != null) {
                throw DecodeException.of(kind, wrong);
            }
            return new Decoded(kind, type, headed(kind, object), reader.strictErrors(), reader.empties());
        } catch (JsonSyntaxException | DecodeFault e) {
            throw DecodeException.of(kind, String.valueOf(e.getMessage()));
        }
    }

    /// Upstream: `gvkWithDefaults`.
    private static GroupVersionKind withDefaults(GroupVersionKind given, GroupVersionKind wanted) {
        String kind = given.kind().isEmpty() ? wanted.kind() : given.kind();
        if (!given.version().isEmpty()) {
            return new GroupVersionKind(given.group(), given.version(), kind);
        }
        boolean sameGroup = given.group().isEmpty() || given.group().equals(wanted.group());
        return sameGroup
                ? new GroupVersionKind(wanted.group(), wanted.version(), kind)
                : new GroupVersionKind(given.group(), "", kind);
    }

    private static ObjectNode headed(GroupVersionKind kind, ObjectNode object) {
        if (isHeaded(kind, object)) {
            return object;
        }
        ObjectNode out = Json.object();
        out.put("kind", kind.kind());
        out.put("apiVersion", kind.apiVersion());
        object.remove("kind");
        object.remove("apiVersion");
        return out.setAll(object);
    }

    /// Whether it says first what it is, as most types have it.
    private static boolean isHeaded(GroupVersionKind kind, ObjectNode object) {
        Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
        return nextIs(fields, "kind", kind.kind()) && nextIs(fields, "apiVersion", kind.apiVersion());
    }

    private static boolean nextIs(Iterator<Map.Entry<String, JsonNode>> fields, String name, String text) {
        if (!fields.hasNext()) {
            return false;
        }
        Map.Entry<String, JsonNode> next = fields.next();
        return next.getKey().equals(name) && text.equals(next.getValue().textValue());
    }
}
