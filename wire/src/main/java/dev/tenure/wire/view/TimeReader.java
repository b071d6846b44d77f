package dev.tenure.wire.view;

import dev.tenure.wire.json.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Optional;

/// Times in objects. The usual form, whole seconds or microseconds in UTC, is read without a formatter.
final class TimeReader {
    private static final int SECONDS_LENGTH = "2006-01-02T15:04:05Z".length();
    private static final int MICROS_LENGTH = "2006-01-02T15:04:05.000000Z".length();
    private static final int SECONDS_A_DAY = 86_400;

    private TimeReader() {}

    static Optional<Instant> optional(JsonNode object, String field) {
        JsonNode node = object.get(field);
        return node == null || !node.isTextual() ? Optional.empty() : Optional.of(parse(node.asText()));
    }

    /// [Instant#EPOCH] when there is none.
    static Instant orEpoch(JsonNode object, String field) {
        JsonNode node = object.get(field);
        return node == null || !node.isTextual() ? Instant.EPOCH : parse(node.asText());
    }

    /// @throws IllegalArgumentException when the text is no RFC 3339 time
    static Instant parse(String text) {
        try {
            return Shared.time(text, TimeReader::read);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("\"" + text + "\" is not a time, for example 2006-01-02T15:04:05Z", e);
        }
    }

    private static Instant read(String text) {
        return usual(text).orElseGet(() -> OffsetDateTime.parse(text).toInstant());
    }

    private static Optional<Instant> usual(String text) {
        int length = text.length();
        if ((length != SECONDS_LENGTH && length != MICROS_LENGTH) || text.charAt(length - 1) != 'Z') {
            return Optional.empty();
        }
        long micros = length == MICROS_LENGTH ? digits(text, 20, 26) : 0;
        long seconds = digits(text, 11, 13) * 3600L + digits(text, 14, 16) * 60L + digits(text, 17, 19);
        int day = digits(text, 8, 10);
        if (micros < 0 || seconds < 0 || seconds >= SECONDS_A_DAY || day < 0) {
            return Optional.empty();
        }
        LocalDate date = LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), day);
        return Optional.of(Instant.ofEpochSecond(date.toEpochDay() * SECONDS_A_DAY + seconds, micros * 1000));
    }

    /// The number in a part of the text; very negative when there is anything but digits.
    private static int digits(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return Integer.MIN_VALUE / 4;
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
