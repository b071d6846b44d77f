package dev.tenure.checks.golden.api;

import dev.tenure.checks.golden.api.SchemalessProtobuf.Field;
import dev.tenure.checks.golden.api.SchemalessProtobuf.NoMessageException;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// Kubernetes protobuf in the form in which it is stored: fields by number, metadata normalised, managed
/// fields dropped.
final class ProtobufView {
    private static final byte[] MAGIC = {'k', '8', 's', 0};
    private static final int SHOWN_OF_FOREIGN_BYTES = 64;
    private static final Duration NEAR = Duration.ofDays(1);

    // fields of ObjectMeta
    private static final int NAME = 1;
    private static final int NAMESPACE = 4;
    private static final int UID = 5;
    private static final int RESOURCE_VERSION = 6;
    private static final int CREATION_TIMESTAMP = 8;
    private static final int DELETION_TIMESTAMP = 9;
    private static final int MANAGED_FIELDS = 17;

    private final Normaliser normaliser;
    private final Instant now;

    ProtobufView(Normaliser normaliser, Instant now) {
        this.normaliser = normaliser;
        this.now = now;
    }

    /// One object after the magic number.
    JsonNode body(byte[] data) throws NoMessageException {
        ObjectNode out = Json.object();
        if (!Arrays.equals(data, 0, Math.min(data.length, MAGIC.length), MAGIC, 0, MAGIC.length)) {
            byte[] head = Arrays.copyOf(data, Math.min(data.length, SHOWN_OF_FOREIGN_BYTES));
            return out.put("notKubernetesProtobuf", SchemalessProtobuf.hex(head));
        }
        List<Field> unknown = SchemalessProtobuf.fields(Arrays.copyOfRange(data, MAGIC.length, data.length));
        List<Field> type = SchemalessProtobuf.fields(SchemalessProtobuf.last(unknown, 1));
        String kind = new String(SchemalessProtobuf.last(type, 2), StandardCharsets.UTF_8);
        out.put("apiVersion", new String(SchemalessProtobuf.last(type, 1), StandardCharsets.UTF_8));
        out.put("kind", kind);
        if (kind.equals("Table")) {
            return out.put("fields", "<table>");
        }
        ObjectNode fields = Json.object();
        for (Field field : SchemalessProtobuf.fields(SchemalessProtobuf.last(unknown, 2))) {
            SchemalessProtobuf.append(fields, field.number(), top(kind, field));
        }
        return out.set("fields", fields);
    }

    /// A stream of frames, each a watch event.
    ArrayNode frames(byte[] data) throws NoMessageException {
        ArrayNode frames = Json.array();
        ByteBuffer rest = ByteBuffer.wrap(data);
        while (rest.remaining() >= Integer.BYTES) {
            int size = rest.getInt();
            byte[] frame = new byte[Math.clamp(Integer.toUnsignedLong(size), 0, rest.remaining())];
            rest.get(frame);
            List<Field> event = SchemalessProtobuf.fields(frame);
            byte[] raw = SchemalessProtobuf.last(SchemalessProtobuf.fields(SchemalessProtobuf.last(event, 2)), 1);
            ObjectNode shown = frames.addObject();
            shown.put("type", new String(SchemalessProtobuf.last(event, 1), StandardCharsets.UTF_8));
            shown.set("object", body(raw));
        }
        return frames;
    }

    private JsonNode top(String kind, Field field) throws NoMessageException {
        if (kind.equals("Status") || kind.startsWith("API")) {
            return field.isVarint()
                    ? SchemalessProtobuf.number(field.varint())
                    : normaliser.value(SchemalessProtobuf.tree(field.bytes()));
        }
        if (kind.endsWith("List") && field.number() <= 2) {
            return field.number() == 1 ? TextNode.valueOf("<listmeta>") : item(field);
        }
        return field.number() == 1 && field.isDelimited() ? meta(field.bytes()) : value(field);
    }

    private ObjectNode item(Field field) throws NoMessageException {
        ObjectNode item = Json.object();
        for (Field part : SchemalessProtobuf.fields(field.bytes())) {
            JsonNode shown = part.number() == 1 && !part.isVarint() ? meta(part.bytes()) : value(part);
            SchemalessProtobuf.append(item, part.number(), shown);
        }
        return item;
    }

    private JsonNode value(Field field) {
        return field.isVarint()
                ? SchemalessProtobuf.number(field.varint())
                : normaliser.value(times(SchemalessProtobuf.tree(field.bytes())));
    }

    private JsonNode meta(byte[] data) throws NoMessageException {
        List<Field> fields = SchemalessProtobuf.fields(data);
        String uid = new String(SchemalessProtobuf.last(fields, UID), StandardCharsets.UTF_8);
        String name = new String(SchemalessProtobuf.last(fields, NAME), StandardCharsets.UTF_8);
        ObjectNode out = Json.object();
        for (Field field : fields) {
            if (field.number() != MANAGED_FIELDS) {
                SchemalessProtobuf.append(out, field.number(), metaField(field, uid, name));
            }
        }
        return out;
    }

    private JsonNode metaField(Field field, String uid, String name) {
        int number = field.number();
        if (number == UID && field.isPresent()) {
            return TextNode.valueOf(normaliser.uid(uid, name));
        }
        if (number == RESOURCE_VERSION && field.isPresent()) {
            return TextNode.valueOf(normaliser.revision(field.text(), uid));
        }
        if ((number == CREATION_TIMESTAMP || number == DELETION_TIMESTAMP) && field.isPresent()) {
            return TextNode.valueOf("<time>");
        }
        if (field.isDelimited()) {
            return number <= NAMESPACE
                    ? TextNode.valueOf(normaliser.text(field.text()))
                    : normaliser.value(SchemalessProtobuf.tree(field.bytes()));
        }
        return field.isVarint()
                ? SchemalessProtobuf.number(field.varint())
                : TextNode.valueOf(SchemalessProtobuf.hex(field.bytes()));
    }

    /// Messages `{1: seconds}` near now become `<time>`.
    private JsonNode times(JsonNode tree) {
        if (!tree.isObject()) {
            return tree;
        }
        if (isTime(tree)) {
            return TextNode.valueOf("<time>");
        }
        ObjectNode out = Json.object();
        tree.properties().forEach(entry -> {
            ArrayNode list = out.putArray(entry.getKey());
            entry.getValue().forEach(item -> list.add(times(item)));
        });
        return out;
    }

    private boolean isTime(JsonNode tree) {
        boolean shape =
                tree.properties().stream().allMatch(field -> Set.of("1", "2").contains(field.getKey()));
        JsonNode seconds = tree.path("1").path(0);
        return shape
                && tree.path("1").size() == 1
                && seconds.canConvertToLong()
                && seconds.isIntegralNumber()
                && Math.abs(seconds.longValue() - now.getEpochSecond()) < NEAR.toSeconds();
    }
}
