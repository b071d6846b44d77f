package dev.tenure.plan.lint;

import java.util.Locale;

/// How bad a finding is, the least first.
public enum LintSeverity {
    INFO,
    WARNING,
    ERROR;

    /// As it is printed and written in settings.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
