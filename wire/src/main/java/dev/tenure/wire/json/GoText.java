package dev.tenure.wire.json;

import dev.tenure.model.meta.Quoted;

/// Single bytes as Go prints them in messages.
final class GoText {
    private GoText() {}

    /// One byte as Go's scanner shows it, within single quotes.
    static String quoteByte(int value) {
        return switch (value) {
            case '"' -> "'\"'";
            case '\'' -> "'\\''";
            default -> {
                String quoted = Quoted.of(Character.toString(value));
                yield "'" + quoted.substring(1, quoted.length() - 1) + "'";
            }
        };
    }
}
