package dev.tenure.controllers.tainteviction.replacement;

/// What a pod that has to leave still waits for, where its replacement comes first.
public sealed interface Replacement {
    /// Nothing: it is replaced, or nothing can or need be in its place.
    record Free() implements Replacement {}

    /// That its replacement is begun, which may be done now.
    ///
    /// @param message for people
    record Begin(String message) implements Replacement {}

    /// That its replacement is ready, or may be begun.
    ///
    /// @param message for people
    record Wait(String message) implements Replacement {}
}
