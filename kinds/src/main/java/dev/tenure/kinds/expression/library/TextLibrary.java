package dev.tenure.kinds.expression.library;

import static dev.tenure.kinds.expression.library.Functions.TEXT;
import static dev.tenure.kinds.expression.library.Functions.WHOLE;
import static dev.tenure.kinds.expression.library.Functions.text;

import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntBiFunction;

/// What can be done with texts, and what a duration is as a number, where the library does not do as
/// upstream's; positions are those of code points. Upstream: cel-go's ext/strings.go.
final class TextLibrary {
    private TextLibrary() {}

    static Functions functions() {
        var all = new Functions(Map.of());
        all.member(
                "format",
                "string_format",
                TEXT,
                in -> TextFormat.format(text(in[0]), (List<?>) in[1]),
                TEXT,
                ListType.create(SimpleType.DYN));
        all.function("int", "duration_to_int64", WHOLE, in -> ((Duration) in[0]).toNanos(), SimpleType.DURATION);
        return all;
    }

    /// Of the language's own extension; they are declared with the rest of it.
    static Functions positions() {
        var all = new Functions(Map.of());
        all.member("indexOf", "string_index_of_string", WHOLE, in -> first(text(in[0]), text(in[1]), 0), TEXT, TEXT);
        all.member(
                "indexOf",
                "string_index_of_string_int",
                WHOLE,
                in -> first(text(in[0]), text(in[1]), (Long) in[2]),
                TEXT,
                TEXT,
                WHOLE);
        all.member(
                "lastIndexOf", "string_last_index_of_string", WHOLE, in -> last(text(in[0]), text(in[1])), TEXT, TEXT);
        all.member(
                "lastIndexOf",
                "string_last_index_of_string_int",
                WHOLE,
                in -> last(text(in[0]), text(in[1]), (Long) in[2]),
                TEXT,
                TEXT,
                WHOLE);
        all.member("substring", "string_substring_int", TEXT, in -> part(text(in[0]), (Long) in[1]), TEXT, WHOLE);
        all.member(
                "substring",
                "string_substring_int_int",
                TEXT,
                in -> part(text(in[0]), (Long) in[1], (Long) in[2]),
                TEXT,
                WHOLE,
                WHOLE);
        all.member("charAt", "string_char_at_int", TEXT, in -> character(text(in[0]), (Long) in[1]), TEXT, WHOLE);
        return all;
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static IllegalArgumentException outside(long index) {
        return new IllegalArgumentException("index out of range: " + index);
    }

    private static long first(String text, String wanted, long from) {
        return found(text, wanted, from, text::indexOf);
    }

    private static long last(String text, String wanted) {
        return wanted.isEmpty() ? length(text) : text.isEmpty() ? -1 : last(text, wanted, length(text) - 1L);
    }

    private static long last(String text, String wanted, long from) {
        return found(text, wanted, from, text::lastIndexOf);
    }

    /// @param search for the text wanted, from an offset in UTF-16 units on
    private static long found(String text, String wanted, long from, ToIntBiFunction<String, Integer> search) {
        if (wanted.isEmpty()) {
            return from;
        }
        if (from < 0) {
            throw outside(from);
        }
        if (from >= length(text)) {
            return -1;
        }
        return position(text, search.applyAsInt(wanted, text.offsetByCodePoints(0, (int) from)));
    }

    private static long position(String text, int offset) {
        return offset < 0 ? -1 : text.codePointCount(0, offset);
    }

    private static String part(String text, long from) {
        if (from < 0 || from > length(text)) {
            throw outside(from);
        }
        return text.substring(text.offsetByCodePoints(0, (int) from));
    }

    private static String part(String text, long from, long to) {
        if (from > to) {
            throw new IllegalArgumentException("invalid substring range. start: %d, end: %d".formatted(from, to));
        }
        if (from < 0 || from > length(text)) {
            throw outside(from);
        }
        if (to > length(text)) {
            throw outside(to);
        }
        int begin = text.offsetByCodePoints(0, (int) from);
        return text.substring(begin, text.offsetByCodePoints(begin, (int) (to - from)));
    }

    private static String character(String text, long at) {
        if (at < 0 || at > length(text)) {
            throw outside(at);
        }
        return at == length(text) ? "" : part(text, at, at + 1);
    }
}
