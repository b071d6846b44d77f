package dev.tenure.checks.golden.suite;

import java.util.List;

/// The results of all recorded cases of a suite; a case that could not be run has failed.
///
/// @param skipped what was left out because this machine lacks a tool; neither passed nor failed
public record SuiteResult(String suite, List<CaseResult> cases, List<String> skipped) {
    public SuiteResult {
        cases = List.copyOf(cases);
        skipped = List.copyOf(skipped);
    }

    public SuiteResult(String suite, List<CaseResult> cases) {
        this(suite, cases, List.of());
    }

    public long passed() {
        return cases.stream().filter(CaseResult::ok).count();
    }

    public long failed() {
        return cases.size() - passed();
    }

    public List<CaseResult> failures() {
        return cases.stream().filter(one -> !one.ok()).toList();
    }

    public String line() {
        String left = skipped.isEmpty() ? "" : " (skipped: " + String.join("; ", skipped) + ")";
        return "%s: %d of %d passed%s".formatted(suite, passed(), cases.size(), left);
    }
}
