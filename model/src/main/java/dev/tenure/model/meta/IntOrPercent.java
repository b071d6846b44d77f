package dev.tenure.model.meta;

/// A count, or a share of one. In objects: `5` or `"5%"`.
public sealed interface IntOrPercent {
    record Count(int value) implements IntOrPercent {
        @Override
        public String toString() {
            return Integer.toString(value);
        }
    }

    record Percent(int value) implements IntOrPercent {
        @Override
        public String toString() {
            return value + "%";
        }
    }

    /// @throws IllegalArgumentException when the text is no percentage, with upstream's words
    static IntOrPercent ofText(String text) {
        if (!text.endsWith("%")) {
            throw new IllegalArgumentException(
                    "invalid value for IntOrString: invalid type: string is not a percentage");
        }
        try {
            return new Percent(Integer.parseInt(text.substring(0, text.length() - 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "invalid value for IntOrString: invalid value \"%s\": strconv.Atoi: parsing \"%s\": invalid syntax"
                            .formatted(text, text.substring(0, text.length() - 1)),
                    e);
        }
    }

    /// The count that this is of `total`, a fraction counting as a whole one.
    default int roundedUpOf(int total) {
        return switch (this) {
            case Count(var count) -> count;
            case Percent(var percent) -> (int) Math.ceilDiv((long) percent * total, 100L);
        };
    }

    /// The count that this is of `total`, a fraction counting nothing.
    default int roundedDownOf(int total) {
        return switch (this) {
            case Count(var count) -> count;
            case Percent(var percent) -> (int) Math.floorDiv((long) percent * total, 100L);
        };
    }
}
