package dev.tenure.kinds.jsonpath;

import dev.tenure.wire.json.JsonNode;

/// What a path finds. Immutable, but for what it stands in.
public sealed interface Value {
    /// A part of the object, or a text, fraction or truth value that the path itself states.
    record Stored(JsonNode node) implements Value {}

    /// A whole number that the path itself states, or a byte of a text. Upstream holds these in another type
    /// than whole numbers of objects, so that only columns of text show them.
    record Count(long number) implements Value {}
}
