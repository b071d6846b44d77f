package dev.tenure.model.meta;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One requirement on an object's labels.
///
/// @param values sorted, each once; empty for the operators that take none, one number for `GT` and `LT`
public record LabelRequirement(String key, Operator operator, List<String> values) {
    public enum Operator {
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
        return new LabelRequirement(key, Operator.IN, List.of(value));
    }

    public boolean matches(Map<String, String> labels) {
        @Nullable String value = labels.get(key);
        return switch (operator) {
            case IN -> value != null && values.contains(value);
            case NOT_IN -> value == null || !values.contains(value);
            case EXISTS -> value != null;
            case DOES_NOT_EXIST -> value == null;
            case GT -> value != null && compare(value) > 0;
            case LT -> value != null && compare(value) < 0;
        };
    }

    /// How a label's number stands to the wanted one; 0, which matches nothing, when one of them is no number.
    private int compare(String value) {
        try {
            return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
