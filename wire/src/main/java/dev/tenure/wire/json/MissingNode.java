package dev.tenure.wire.json;

/// What is at a place where nothing is. Never part of a tree. There is one.
public final class MissingNode extends ValueNode {
    public static final MissingNode INSTANCE = new MissingNode();

    private MissingNode() {}

    @Override
    public Type type() {
        return Type.MISSING;
    }

    @Override
    public MissingNode deepCopy() {
        return this;
    }

    @Override
    public String asText() {
        return "";
    }

    @Override
    public String asText(String otherwise) {
        return otherwise;
    }
}
