package dev.tenure.wire.json;

import org.jspecify.annotations.Nullable;

/// A text. Immutable.
public final class TextNode extends ValueNode {
    private static final TextNode EMPTY = new TextNode("");

    private final String text;

    private TextNode(String text) {
        this.text = text;
    }

    public static TextNode valueOf(String text) {
        return text.isEmpty() ? EMPTY : new TextNode(text);
    }

    @Override
    public Type type() {
        return Type.STRING;
    }

    @Override
    public TextNode deepCopy() {
        return this;
    }

    @Override
    public String asText() {
        return text;
    }

    @Override
    public String textValue() {
        return text;
    }

    @Override
    public int asInt(int otherwise) {
        long value = asLong(otherwise);
        return value == (int) value ? (int) value : otherwise;
    }

    @Override
    public long asLong(long otherwise) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException _) {
            return (long) asDouble((double) otherwise);
        }
    }

    @Override
    public double asDouble(double otherwise) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return otherwise;
        }
    }

    @Override
    public boolean asBoolean(boolean otherwise) {
        return switch (text.strip()) {
            case "true" -> true;
            case "false" -> false;
            default -> otherwise;
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof TextNode node && text.equals(node.text));
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
