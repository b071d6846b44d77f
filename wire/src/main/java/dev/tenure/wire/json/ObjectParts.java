package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.meta.Content;
import dev.tenure.wire.json.AnyReader.Place;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// The stored JSON of an object in parts, which the states of the object share: a new status leaves the
/// description, the rest of the metadata and most entries of `managedFields` where they are. It is for objects
/// of nothing but `kind`, `apiVersion`, `metadata`, `spec` and `status`, in this order.
///
/// The text as a whole is put together each time it is asked for; [#pieces] is for who only passes it on.
public final class ObjectParts implements Content {
    private static final List<String> NAMES = List.of("metadata", "spec", "status");
    private static final List<String> ALL_NAMES = List.of("kind", "apiVersion", "metadata", "spec", "status");
    private static final String MANAGED_FIELDS = "managedFields";

    private static final byte[] METADATA = bytes(",\"metadata\":");
    private static final byte[] FIRST_MANAGERS = bytes("\"managedFields\":[");
    private static final byte[] MORE_MANAGERS = bytes(",\"managedFields\":[");
    private static final byte[] COMMA = bytes(",");
    private static final byte[] SPEC_AFTER_MANAGERS = bytes("]},\"spec\":");
    private static final byte[] SPEC = bytes("},\"spec\":");
    private static final byte[] STATUS = bytes(",\"status\":");
    private static final byte[] END = bytes("}");
    private static final int PIECES_USUAL = 12;

    /// From the beginning to the end of the metadata, without `managedFields` and the closing brace.
    private final byte[] head;
    /// The index of the opening brace of the metadata.
    private final int metadataAt;

    private final byte[][] managers;
    private final byte[] spec;
    private final byte[] status;

    private ObjectParts(byte[] head, int metadataAt, byte[][] managers, byte[] spec, byte[] status) {
        this.head = head;
        this.metadataAt = metadataAt;
        this.managers = managers;
        this.spec = spec;
        this.status = status;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// The parts of a stored object; empty when it has others, or in another order.
    public static Optional<ObjectParts> of(Content content) {
        return content instanceof ObjectParts parts ? Optional.of(parts) : of(content.bytes());
    }

    private static Optional<ObjectParts> of(byte[] json) {
        List<Optional<JsonPlace>> found = JsonPlace.of(json).members(json, NAMES);
        if (!found.stream().allMatch(Optional::isPresent)) {
            return Optional.empty();
        }
        JsonPlace metadata = found.get(0).orElseThrow();
        JsonPlace spec = found.get(1).orElseThrow();
        JsonPlace status = found.get(2).orElseThrow();
        boolean plain = metadata.to() + SPEC.length - 1 == spec.from()
                && spec.to() + STATUS.length == status.from()
                && status.to() + END.length == json.length
                && json[metadata.from()] == '{';
        return plain ? of(json, metadata, spec, status) : Optional.empty();
    }

    private static Optional<ObjectParts> of(byte[] json, JsonPlace metadata, JsonPlace spec, JsonPlace status) {
        Optional<JsonPlace> managers =
                metadata.members(json, List.of(MANAGED_FIELDS)).getFirst();
        if (managers.filter(at -> at.to() != metadata.end() || at.isEmpty() || json[at.from()] != '[')
                .isPresent()) {
            return Optional.empty();
        }
        List<byte[]> entries = new ArrayList<>();
        managers.ifPresent(list ->
                list.elements(json).forEach(at -> entries.add(Arrays.copyOfRange(json, at.from(), at.to()))));
        int headEnd = managers.map(list -> {
                    int name = list.from() - FIRST_MANAGERS.length + 1;
                    return json[name - 1] == ',' ? name - 1 : name;
                })
                .orElse(metadata.end());
        return Optional.of(new ObjectParts(
                Arrays.copyOf(json, headEnd),
                metadata.from(),
                entries.toArray(byte[][]::new),
                Arrays.copyOfRange(json, spec.from(), spec.to()),
                Arrays.copyOfRange(json, status.from(), status.to())));
    }

    /// An object that is written in parts; empty when it has others, or in another order.
    public static Optional<ObjectParts> write(ObjectNode object) {
        Iterator<String> names = object.fieldNames();
        for (String name : ALL_NAMES) {
            if (!names.hasNext() || !names.next().equals(name)) {
                return Optional.empty();
            }
        }
        boolean plain =
                !names.hasNext() && object.get("metadata") instanceof ObjectNode metadata && hasPlainManagers(metadata);
        return plain ? Optional.of(written(object)) : Optional.empty();
    }

    private static boolean hasPlainManagers(ObjectNode metadata) {
        JsonNode managers = metadata.get(MANAGED_FIELDS);
        return managers == null || (managers.isArray() && !managers.isEmpty());
    }

    private static ObjectParts written(ObjectNode object) {
        byte[] type = Json.write(object.objectNode()
                .<ObjectNode>set("kind", object.path("kind"))
                .set("apiVersion", object.path("apiVersion")));
        int metadataAt = type.length - END.length + METADATA.length;
        byte[] begun = Arrays.copyOf(type, metadataAt + END.length);
        System.arraycopy(METADATA, 0, begun, type.length - END.length, METADATA.length);
        JsonNode managers = object.path("metadata").path(MANAGED_FIELDS);
        var none = new ObjectParts(
                begun, metadataAt, new byte[0][], Json.write(object.path("spec")), Json.write(object.path("status")));
        return none.withMetadata((ObjectNode) object.path("metadata")).withManagers(Json.array(), managers);
    }

    /// The metadata, its managers included.
    public ObjectNode metadata() {
        ObjectNode metadata = metadataWithoutManagers();
        if (managers.length > 0) {
            ArrayNode list = metadata.putArray(MANAGED_FIELDS);
            for (byte[] entry : managers) {
                list.add(Json.read(entry, Place.MANAGERS));
            }
        }
        return metadata;
    }

    /// The metadata as far as they are no `managedFields`.
    public ObjectNode metadataWithoutManagers() {
        byte[] text = Arrays.copyOfRange(head, metadataAt, head.length + END.length);
        text[text.length - 1] = '}';
        return (ObjectNode) Json.read(text, Place.METADATA);
    }

    /// Members of the description; those that are not there are left out.
    public ObjectNode spec(List<String> names) {
        return members(spec, names);
    }

    /// Members of the status; those that are not there are left out.
    public ObjectNode status(List<String> names) {
        return members(status, names);
    }

    public JsonNode status() {
        return Json.read(status, Place.ELSEWHERE);
    }

    private static ObjectNode members(byte[] object, List<String> names) {
        List<Optional<JsonPlace>> places = JsonPlace.of(object).members(object, names);
        ObjectNode some = Json.object();
        for (int i = 0; i < places.size(); i++) {
            String name = names.get(i);
            places.get(i).ifPresent(place -> some.set(name, place.read(object)));
        }
        return some;
    }

    /// With members added at the ends of description and status; empty where one of them has no members yet.
    ///
    /// @param ofSpec none of which is there
    /// @param ofStatus none of which is there
    public Optional<ObjectParts> extended(ObjectNode ofSpec, ObjectNode ofStatus) {
        boolean extensible = hasMembers(spec) && hasMembers(status);
        return extensible
                ? Optional.of(
                        new ObjectParts(head, metadataAt, managers, extended(spec, ofSpec), extended(status, ofStatus)))
                : Optional.empty();
    }

    private static boolean hasMembers(byte[] value) {
        return value[0] == '{' && value.length > 2;
    }

    private static byte[] extended(byte[] object, ObjectNode more) {
        if (more.isEmpty()) {
            return object;
        }
        byte[] members = Json.write(more);
        byte[] both = Arrays.copyOf(object, object.length + members.length - END.length);
        System.arraycopy(members, 0, both, object.length - END.length, members.length);
        both[object.length - END.length] = ',';
        return both;
    }

    /// With another status.
    public ObjectParts withStatus(JsonNode next) {
        return new ObjectParts(head, metadataAt, managers, spec, Json.write(next));
    }

    /// With other metadata, but for `managedFields`, which stay.
    ///
    /// @param metadata in the order in which they are stored; its `managedFields` do not matter
    public ObjectParts withMetadata(ObjectNode metadata) {
        ObjectNode others = metadata.objectNode();
        others.setAll(metadata);
        others.remove(MANAGED_FIELDS);
        byte[] text = Json.write(others);
        byte[] next = Arrays.copyOf(head, metadataAt + text.length - END.length);
        System.arraycopy(text, 0, next, metadataAt, text.length - END.length);
        return new ObjectParts(next, metadataAt, managers, spec, status);
    }

    /// With other managers.
    ///
    /// @param before what [#metadata] gave for them; elements that `next` has of it are not written anew
    /// @param next empty, or missing, for none
    public ObjectParts withManagers(JsonNode before, JsonNode next) {
        byte[][] entries = new byte[next.size()][];
        for (int i = 0; i < entries.length; i++) {
            int same = indexOf(before, next.path(i));
            entries[i] = same < 0 ? Json.write(next.path(i)) : managers[same];
        }
        return new ObjectParts(head, metadataAt, entries, spec, status);
    }

    @SuppressWarnings("ReferenceEquality") // the very element
    private static int indexOf(JsonNode list, JsonNode element) {
        for (int i = 0; i < list.size(); i++) {
            if (list.path(i) == element) {
                return i;
            }
        }
        return -1;
    }

    /// The same object, which takes the managers that it has in common with another one from there.
    public ObjectParts sharing(ObjectParts other) {
        byte[][] entries = managers.clone();
        for (int i = 0; i < Math.min(entries.length, other.managers.length); i++) {
            if (Arrays.equals(entries[i], other.managers[i])) {
                entries[i] = other.managers[i];
            }
        }
        return new ObjectParts(head, metadataAt, entries, spec, status);
    }

    @Override
    public List<byte[]> pieces() {
        List<byte[]> pieces = new ArrayList<>(PIECES_USUAL);
        pieces.add(head);
        for (int i = 0; i < managers.length; i++) {
            pieces.add(i > 0 ? COMMA : head.length == metadataAt + 1 ? FIRST_MANAGERS : MORE_MANAGERS);
            pieces.add(managers[i]);
        }
        pieces.add(managers.length > 0 ? SPEC_AFTER_MANAGERS : SPEC);
        pieces.add(spec);
        pieces.add(STATUS);
        pieces.add(status);
        pieces.add(END);
        return pieces;
    }

    @Override
    public byte[] bytes() {
        byte[] joined = new byte[size()];
        int at = 0;
        for (byte[] piece : pieces()) {
            System.arraycopy(piece, 0, joined, at, piece.length);
            at += piece.length;
        }
        return joined;
    }

    @Override
    public int size() {
        int size = head.length + spec.length + STATUS.length + status.length + END.length;
        if (managers.length == 0) {
            return size + SPEC.length;
        }
        size += head.length == metadataAt + 1 ? FIRST_MANAGERS.length : MORE_MANAGERS.length;
        for (byte[] entry : managers) {
            size += entry.length + COMMA.length;
        }
        return size - COMMA.length + SPEC_AFTER_MANAGERS.length;
    }

    @Override
    public boolean isEmpty() {
        return false;
    }
}
