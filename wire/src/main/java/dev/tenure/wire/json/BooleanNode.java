package dev.tenure.wire.json;

/// True or false. Immutable; there is one of each.
public final class BooleanNode extends ValueNode {
    public static final BooleanNode TRUE = new BooleanNode(true);
    public static final BooleanNode FALSE = new BooleanNode(false);

    private final boolean value;

    private BooleanNode(boolean value) {
        this.value = value;
    }

    public static BooleanNode valueOf(boolean value) {
        return value ? TRUE : FALSE;
    }

    @Override
    public Type type() {
        return Type.BOOLEAN;
    }

    @Override
    public BooleanNode deepCopy() {
        return this;
    }

    @Override
    public String asText() {
        return value ? "true" : "false";
    }

    @Override
    public boolean booleanValue() {
        return value;
    }

    @Override
    public boolean asBoolean(boolean otherwise) {
        return value;
    }

    @Override
    public int asInt(int otherwise) {
        return value ? 1 : 0;
    }

    @Override
    public long asLong(long otherwise) {
        return value ? 1 : 0;
    }

    @Override
    public double asDouble(double otherwise) {
        return value ? 1 : 0;
    }
}
