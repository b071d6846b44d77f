package dev.tenure.rules.node;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/// How long a node is held in a state.
public sealed interface Hold {
    /// The text of [Always].
    String ALWAYS = "always";

    /// Until somebody takes the annotation away.
    record Always() implements Hold {}

    /// Before that moment.
    record Until(Instant end) implements Hold {}

    /// Whether it holds at that moment.
    default boolean holdsAt(Instant now) {
        return switch (this) {
            case Always _ -> true;
            case Until(Instant end) -> now.isBefore(end);
        };
    }

    /// As an annotation says it.
    default String text() {
        return switch (this) {
            case Always _ -> ALWAYS;
            case Until(Instant end) -> end.toString();
        };
    }

    /// Reads what an annotation says; empty when it says neither `always` nor a moment.
    static Optional<Hold> ofText(String text) {
        if (text.equals(ALWAYS)) {
            return Optional.of(new Always());
        }
        try {
            return Optional.of(new Until(Instant.parse(text)));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
