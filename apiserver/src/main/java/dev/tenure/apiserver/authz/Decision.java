package dev.tenure.apiserver.authz;

/// An authoriser's answer.
public sealed interface Decision {
    /// @param reason for reviews; may be empty
    record Allow(String reason) implements Decision {}

    /// @param reason for reviews and refusals; may be empty
    record Refuse(String reason) implements Decision {}
}
