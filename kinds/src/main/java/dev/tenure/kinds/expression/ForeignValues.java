package dev.tenure.kinds.expression;

import dev.cel.common.values.CelByteString;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.wire.patch.managedfields.Foreign;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Bytes, moments and lengths of time within a configuration that an expression has written: upstream merges
/// values, not JSON, and has no field for such. Pure.
final class ForeignValues {
    /// As Go's time.Time prints itself.
    private static final DateTimeFormatter PLAIN = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .appendLiteral(" +0000 UTC")
            .toFormatter(Locale.ROOT);

    private ForeignValues() {}

    /// Those within a value, by their places as messages spell them: `.data.a`, `.spec.list[0]`.
    static Map<String, Foreign> in(WrittenValue written) {
        Map<String, Foreign> found = new HashMap<>();
        written.fields().forEach((name, field) -> look(field, "." + name, found));
        return Frozen.map(found);
    }

    private static void look(Object value, String path, Map<String, Foreign> found) {
        switch (value) {
            case WrittenValue written ->
                written.fields().forEach((name, field) -> look(field, path + "." + name, found));
            case Map<?, ?> map -> map.forEach((key, item) -> look(item, path + "." + key, found));
            case List<?> list ->
                IntStream.range(0, list.size()).forEach(i -> look(list.get(i), path + "[" + i + "]", found));
            default -> of(value).ifPresent(foreign -> found.put(path, foreign));
        }
    }

    private static Optional<Foreign> of(Object value) {
        return switch (value) {
            case CelByteString bytes -> Optional.of(bytes(bytes.toByteArray()));
            case Instant moment -> Optional.of(moment(moment.atZone(ZoneOffset.UTC)));
            case Duration length ->
                Optional.of(new Foreign(GoDuration.text(length), Long.toString(length.toNanos()), "time.Duration"));
            default -> Optional.empty();
        };
    }

    private static Foreign bytes(byte[] bytes) {
        String plain = IntStream.range(0, bytes.length)
                .mapToObj(i -> Integer.toString(bytes[i] & 0xff))
                .collect(Collectors.joining(" ", "[", "]"));
        String syntax = IntStream.range(0, bytes.length)
                .mapToObj(i -> "0x" + Integer.toHexString(bytes[i] & 0xff))
                .collect(Collectors.joining(", ", "[]uint8{", "}"));
        return new Foreign(plain, syntax, "[]uint8");
    }

    private static Foreign moment(ZonedDateTime moment) {
        String syntax = "time.Date(%d, time.%s, %d, %d, %d, %d, %d, time.UTC)"
                .formatted(
                        moment.getYear(),
                        moment.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH),
                        moment.getDayOfMonth(),
                        moment.getHour(),
                        moment.getMinute(),
                        moment.getSecond(),
                        moment.getNano());
        return new Foreign(PLAIN.format(moment), syntax, "time.Time");
    }
}
