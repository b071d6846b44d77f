package dev.tenure.checks.golden.suite;

import java.util.Optional;

/// How one recorded case ended.
///
/// @param name names the case in its suite, for ever the same
/// @param difference absent when it passed
public record CaseResult(String name, Optional<String> difference) {
    public static CaseResult passed(String name) {
        return new CaseResult(name, Optional.empty());
    }

    public static CaseResult failed(String name, String difference) {
        return new CaseResult(name, Optional.of(difference));
    }

    /// The name and, when it failed, why.
    public String line() {
        return name + difference.map(why -> ": " + why).orElse("");
    }

    boolean ok() {
        return difference.isEmpty();
    }
}
