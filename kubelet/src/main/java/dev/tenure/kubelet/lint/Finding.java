package dev.tenure.kubelet.lint;

import dev.tenure.kubelet.configuration.Mistake;

/// Something found in settings.
///
/// @param rule its name, for ever the same
/// @param field where it stands, for example `evictionSoft.memory.available`
/// @param message what it leads to, and what to do
public record Finding(Severity severity, String rule, String field, String message) {
    public enum Severity {
        /// It is allowed and does something else than it seems to.
        WARNING("warning"),
        /// The node's agent does not start, or never does what is asked for.
        ERROR("error");

        private final String word;

        Severity(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /// A finding and the line of its file.
    public record Placed(int line, Finding finding) {}

    /// A mistake that the node does not start with.
    public static Finding of(Mistake mistake) {
        return error(mistake.rule(), mistake.field(), mistake.message());
    }

    /// It is allowed and does something else than it seems to.
    public static Finding warning(String rule, String field, String message) {
        return new Finding(Severity.WARNING, rule, field, message);
    }

    static Finding error(String rule, String field, String message) {
        return new Finding(Severity.ERROR, rule, field, message);
    }
}
