package dev.tenure.model.meta;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One requirement on an object's labels.
///
/// @param values sorted, each once; one for `EQUALS`, `NOT_EQUALS`, `GT` and `LT`, none for `EXISTS` and its
///     opposite
public record LabelRequirement(String key, Operator operator, List<String> values) {
    public enum Operator {
        EQUALS,
        NOT_EQUALS,
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST,
        GT,
        LT
    }

    public LabelRequirement {
        values = values.size() < 2 ? List.copyOf(values) : List.copyOf(new TreeSet<>(values));
    }

    public static LabelRequirement equal(String key, String value) {
        return new LabelRequirement(key, Operator.EQUALS, List.of(value));
    }

    public boolean matches(Map<String, String> labels) {
        @Nullable String value = labels.get(key);
        return switch (operator) {
            case EQUALS, IN -> value != null && values.contains(value);
            case NOT_EQUALS, NOT_IN -> value == null || !values.contains(value);
            case EXISTS -> value != null;
            case DOES_NOT_EXIST -> value == null;
            case GT -> value != null && compare(value) > 0;
            case LT -> value != null && compare(value) < 0;
        };
    }

    /// How a label's number stands to the wanted one; 0, which matches nothing, when one of them is no
    /// number.
    private int compare(String value) {
        try {
            return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /// The text of a selector string.
    @Override
    public String toString() {
        String listed = String.join(",", values);
        return switch (operator) {
            case EQUALS -> key + "=" + listed;
            case NOT_EQUALS -> key + "!=" + listed;
            case IN -> key + " in (" + listed + ")";
            case NOT_IN -> key + " notin (" + listed + ")";
            case EXISTS -> key;
            case DOES_NOT_EXIST -> "!" + key;
            case GT -> key + ">" + listed;
            case LT -> key + "<" + listed;
        };
    }
}
