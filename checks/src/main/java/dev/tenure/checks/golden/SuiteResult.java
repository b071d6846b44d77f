package dev.tenure.checks.golden;

import java.util.List;

/// The results of all recorded cases of a suite; a case that was not run has failed.
record SuiteResult(String suite, List<CaseResult> cases) {
    SuiteResult {
        cases = List.copyOf(cases);
    }

    long passed() {
        return cases.stream().filter(CaseResult::ok).count();
    }

    long failed() {
        return cases.size() - passed();
    }

    List<CaseResult> failures() {
        return cases.stream().filter(one -> !one.ok()).toList();
    }

    String line() {
        return "%s: %d of %d passed".formatted(suite, passed(), cases.size());
    }
}
