package dev.tenure.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.wire.json.Part.Text;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// What was found out about values, where it depends on nothing but the value: objects made from one template
/// differ in their names only, so what holds for the spec of one need not be worked out for the next. Safe for use by
/// several threads.
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
    /// @param name that name, wherever it stands among the values, of letters, digits and hyphens; empty when there
    ///     is none
    public static Key key(JsonNode value, String name) {
        if (name.isEmpty() || value.isMissingNode()) {
            return key(value);
        }
        String text = new String(Json.write(value), StandardCharsets.UTF_8);
        String quoted = '"' + name + '"';
        var unnamed = new StringBuilder(text.length());
        int from = 0;
        for (int at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, from)) {
            int end = at + quoted.length();
            boolean member = end < text.length() && text.charAt(end) == ':';
            // A zero is nowhere else: in JSON it is escaped.
            unnamed.append(text, from, at).append(member ? quoted : "\0");
            from = end;
        }
        byte[] key = unnamed.append(text, from, text.length()).toString().getBytes(StandardCharsets.UTF_8);
        return new Key(new Text(key));
    }

    public Optional<T> get(Key key) {
        Known<T> found = known.at(key.hashCode());
        return found != null && found.key().equals(key) ? Optional.of(found.finding()) : Optional.empty();
    }

    public void put(Key key, T finding) {
        known.put(key.hashCode(), new Known<>(key, finding));
    }
}
