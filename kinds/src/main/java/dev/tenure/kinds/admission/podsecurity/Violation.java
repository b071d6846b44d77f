package dev.tenure.kinds.admission.podsecurity;

import java.util.List;
import java.util.stream.Collectors;

/// One point in which a pod violates a standard.
///
/// @param reason what it is about
/// @param detail where, and what would be right
record Violation(String reason, String detail) {
    /// Each with its details, in one line.
    static String details(List<Violation> violations) {
        return violations.stream().map(v -> v.reason + " (" + v.detail + ")").collect(Collectors.joining(", "));
    }

    /// Each without its details, in one line.
    static String reasons(List<Violation> violations) {
        return violations.stream().map(Violation::reason).collect(Collectors.joining(", "));
    }
}
