package dev.tenure.model.core;

import java.util.List;

/// One requirement on a node's label or field.
public record NodeSelectorRequirement(String key, Operator operator, List<String> values) {
    public enum Operator {
        IN("In"),
        NOT_IN("NotIn"),
        EXISTS("Exists"),
        DOES_NOT_EXIST("DoesNotExist"),
        GT("Gt"),
        LT("Lt");

        private final String word;

        Operator(String word) {
            this.word = word;
        }

        /// The word in objects.
        public String word() {
            return word;
        }

        /// @throws IllegalArgumentException when no operator has that name
        public static Operator ofWord(String word) {
            for (Operator operator : values()) {
                if (operator.word.equals(word)) {
                    return operator;
                }
            }
            throw new IllegalArgumentException("\"" + word + "\" is not a valid node selector operator");
        }
    }

    public NodeSelectorRequirement {
        values = List.copyOf(values);
    }
}
