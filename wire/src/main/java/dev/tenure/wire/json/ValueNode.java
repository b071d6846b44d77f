package dev.tenure.wire.json;

/// What is neither an object nor a list. Immutable.
public abstract sealed class ValueNode extends JsonNode
        permits TextNode, NumberNode, BooleanNode, NullNode, MissingNode {
    ValueNode() {}
}
