package dev.tenure.wire.json;

import dev.tenure.wire.json.Part.Text;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// What was found out about values, where it depends on nothing but the value: objects made from one template
/// differ in their names only, so what holds for the spec of one need not be worked out for the next. Safe
/// for use by several threads.
///
/// @param <T> immutable
public final class Findings<T> {
    private static final int PLACES = 512;

    private final MemoTable<Known<T>> known;

    /// What a value is told by: its text.
    public record Key(Text text) {}

    private record Known<T>(Key key, T finding) {}

    /// @param name what is found out, for who measures it
    public Findings(String name) {
        this.known = new MemoTable<>(name, PLACES);
    }

    /// @param value may be missing
    public static Key key(JsonNode value) {
        return new Key(new Text(value.isMissingNode() ? new byte[0] : Json.write(value)));
    }

    /// The key of all values that differ in nothing but a name that was made up for each.
    ///
    /// @param name that name, wherever it stands among the values, of letters, digits and hyphens; empty when
    ///     there is none
    public static Key key(JsonNode value, String name) {
        if (name.isEmpty() || value.isMissingNode()) {
            return key(value);
        }
        byte[] text = Json.write(value);
        return new Key(new Text(unnamed(text, ('"' + name + '"').getBytes(StandardCharsets.US_ASCII))));
    }

    /// The text with a zero for each quoted name that is no member's. A zero is nowhere else: in JSON it is
    /// escaped.
    private static byte[] unnamed(byte[] text, byte[] quoted) {
        int kept = 0;
        int from = 0;
        // in place: what is written is never longer than what was read
        for (int at = find(text, quoted, 0); at >= 0; at = find(text, quoted, from)) {
            int end = at + quoted.length;
            boolean member = end < text.length && text[end] == ':';
            int length = (member ? end : at) - from;
            System.arraycopy(text, from, text, kept, length);
            kept += length;
            if (!member) {
                text[kept++] = 0;
            }
            from = end;
        }
        System.arraycopy(text, from, text, kept, text.length - from);
        kept += text.length - from;
        return kept == text.length ? text : Arrays.copyOf(text, kept);
    }

    private static int find(byte[] text, byte[] wanted, int from) {
        for (int at = from; at <= text.length - wanted.length; at++) {
            if (text[at] == wanted[0] && Arrays.equals(text, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        return -1;
    }

    public Optional<T> get(Key key) {
        Known<T> found = known.at(key.hashCode());
        return found != null && found.key().equals(key) ? Optional.of(found.finding()) : Optional.empty();
    }

    public void put(Key key, T finding) {
        known.put(key.hashCode(), new Known<>(key, finding));
    }
}
