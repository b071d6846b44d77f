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
        LT("Lt"),
        /// A word that no release knows; matches nothing.
        UNKNOWN("?");

        private final String word;

        Operator(String word) {
            this.word = word;
        }

        /// The word in objects.
        public String word() {
            return word;
        }

        public static Operator ofWord(String word) {
            return switch (word) {
                case "In" -> IN;
                case "NotIn" -> NOT_IN;
                case "Exists" -> EXISTS;
                case "DoesNotExist" -> DOES_NOT_EXIST;
                case "Gt" -> GT;
                case "Lt" -> LT;
                default -> UNKNOWN;
            };
        }
    }

    public NodeSelectorRequirement {
        values = List.copyOf(values);
    }
}
