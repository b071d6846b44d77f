package dev.tenure.wire.json;

/// What is neither an object nor a list. Immutable, and so a part of documents itself, but for what is
/// missing and numbers that JSON has not, see [#written].
public abstract sealed class ValueNode extends JsonNode implements Part
        permits TextNode, NumberNode, BooleanNode, NullNode, MissingNode {
    ValueNode() {}

    /// A value that JSON can say.
    ///
    /// @throws IllegalArgumentException when it cannot
    static ValueNode written(JsonNode value) {
        if (value instanceof ValueNode plain && (value.isTextual() || TreeWriter.isPlain(value))) {
            return plain;
        }
        throw TreeWriter.unwritable(value);
    }

    @Override
    public final boolean isList() {
        return false;
    }

    @Override
    public final int length() {
        return UNKNOWN;
    }
}
