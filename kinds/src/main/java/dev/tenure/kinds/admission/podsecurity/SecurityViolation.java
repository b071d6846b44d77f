package dev.tenure.kinds.admission.podsecurity;

import java.util.List;
import java.util.stream.Collectors;

/// One point in which a pod violates a standard.
///
/// @param reason what it is about
/// @param detail where, and what would be right
record SecurityViolation(String reason, String detail) {
    /// Each with its details, in one line.
    static String details(List<SecurityViolation> violations) {
        return violations.stream().map(v -> v.reason + " (" + v.detail + ")").collect(Collectors.joining(", "));
    }

    /// Each without its details, in one line.
    static String reasons(List<SecurityViolation> violations) {
        return violations.stream().map(SecurityViolation::reason).collect(Collectors.joining(", "));
    }
}
