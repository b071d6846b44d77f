package dev.tenure.wire.json;

/// Null, which stands there: not the same as a member that is missing. There is one.
public final class NullNode extends ValueNode {
    public static final NullNode INSTANCE = new NullNode();

    private NullNode() {}

    @Override
    public Type type() {
        return Type.NULL;
    }

    @Override
    public NullNode deepCopy() {
        return this;
    }

    @Override
    public String asText() {
        return "null";
    }

    @Override
    public String asText(String otherwise) {
        return otherwise;
    }
}
