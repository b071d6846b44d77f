package dev.tenure.agent.lint;

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

    static Finding warning(String rule, String field, String message) {
        return new Finding(Severity.WARNING, rule, field, message);
    }

    static Finding error(String rule, String field, String message) {
        return new Finding(Severity.ERROR, rule, field, message);
    }
}
