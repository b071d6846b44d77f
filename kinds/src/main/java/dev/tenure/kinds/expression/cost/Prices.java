package dev.tenure.kinds.expression.cost;

/// What single steps cost, in units of about 50 ns of a plain processor. Upstream: cel-go's common/cost.go.
final class Prices {
    static final long NAME = 1;
    static final long CALL = 1;
    static final long NEW_LIST = 10;
    static final long NEW_MAP = 30;
    static final long NEW_STRUCTURE = 40;
    static final double PER_CHARACTER = 0.1;
    static final double PER_PATTERN_CHARACTER = 0.25;
    /// What a check of a format is taken to cost when the format is not known: the length of a pattern.
    static final long FORMAT_PATTERN_MAX = 128;

    static final long FORMAT_NAME_MAX = 64;

    private Prices() {}
}
