package dev.tenure.plan.lint;

/// Something found.
///
/// @param detail what exactly, for example which toleration
/// @param fix a command that mends it; empty when only a person can
public record LintFinding(LintCheck check, LintSeverity severity, LintSubject subject, String detail, String fix) {
    static LintFinding of(LintCheck check, LintSubject subject, String detail, String fix) {
        return new LintFinding(check, check.severity(), subject, detail, fix);
    }

    LintFinding withSeverity(LintSeverity other) {
        return new LintFinding(check, other, subject, detail, fix);
    }

    /// What was found, in one line.
    public String message() {
        return check.what() + (detail.isEmpty() ? "" : " " + detail);
    }
}
