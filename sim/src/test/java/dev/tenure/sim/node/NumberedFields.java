package dev.tenure.sim.node;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Protobuf messages written and read by the numbers of their fields, without a schema.
final class NumberedFields {
    private NumberedFields() {}

    record Entry(int number, Field value) {}

    static final Entry NOTHING = new Entry(1, Field.getDefaultInstance());

    static UnknownFieldSet fields(Entry... entries) {
        var set = UnknownFieldSet.newBuilder();
        for (Entry entry : entries) {
            set.mergeField(entry.number(), entry.value());
        }
        return set.build();
    }

    static Entry field(int number, String text) {
        return new Entry(
                number,
                text.isEmpty()
                        ? Field.newBuilder().build()
                        : Field.newBuilder()
                                .addLengthDelimited(ByteString.copyFromUtf8(text))
                                .build());
    }

    static Entry field(int number, UnknownFieldSet message) {
        return new Entry(
                number,
                Field.newBuilder().addLengthDelimited(message.toByteString()).build());
    }

    static Entry field(int number, long value) {
        return new Entry(number, Field.newBuilder().addVarint(value).build());
    }

    /// A `Mount` as `PATH IMAGE-ID AS-NAMED PART` for images, else `PATH`.
    static String mounted(ByteString bytes) {
        UnknownFieldSet mount = parse(bytes);
        UnknownFieldSet image = message(mount, 9);
        String path = text(mount, 1);
        return mount.hasField(9) ? String.join(" ", path, text(image, 1), text(image, 18), text(mount, 10)) : path;
    }

    /// One `ContainerStats` of a list, without its layer and without swap.
    static Entry use(String id, long nowNanos, long cpuNanos, long memoryBytes) {
        return field(
                1,
                fields(
                        field(1, fields(field(1, id))),
                        field(2, fields(field(1, nowNanos), field(2, fields(field(1, cpuNanos))))),
                        field(3, fields(field(1, nowNanos), field(2, fields(field(1, memoryBytes)))))));
    }

    static Entry maps(int number, Map<String, String> map) {
        var all = Field.newBuilder();
        map.forEach((key, value) ->
                all.addLengthDelimited(fields(field(1, key), field(2, value)).toByteString()));
        return new Entry(number, all.build());
    }

    static String text(UnknownFieldSet set, int number) {
        List<ByteString> values = set.getField(number).getLengthDelimitedList();
        return values.isEmpty() ? "" : values.getLast().toStringUtf8();
    }

    static long number(UnknownFieldSet set, int number) {
        List<Long> values = set.getField(number).getVarintList();
        return values.isEmpty() ? 0 : values.getLast();
    }

    static UnknownFieldSet message(UnknownFieldSet set, int number) {
        List<ByteString> values = set.getField(number).getLengthDelimitedList();
        return values.isEmpty() ? fields() : parse(values.getLast());
    }

    static UnknownFieldSet parse(ByteString bytes) {
        try {
            return UnknownFieldSet.parseFrom(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, String> map(UnknownFieldSet set, int number) {
        var map = new LinkedHashMap<String, String>();
        for (ByteString entry : set.getField(number).getLengthDelimitedList()) {
            UnknownFieldSet pair = parse(entry);
            map.put(text(pair, 1), text(pair, 2));
        }
        return map;
    }
}
