package dev.tenure.checks.golden;

import java.util.Optional;

/// How one recorded case ended.
///
/// @param name names the case in its suite, for ever the same
/// @param difference absent when it passed
record CaseResult(String name, Optional<String> difference) {
    static CaseResult passed(String name) {
        return new CaseResult(name, Optional.empty());
    }

    static CaseResult failed(String name, String difference) {
        return new CaseResult(name, Optional.of(difference));
    }

    /// The name and, when it failed, why.
    String line() {
        return name + difference.map(why -> ": " + why).orElse("");
    }

    boolean ok() {
        return difference.isEmpty();
    }
}
