package dev.tenure.runtime.loop;

/// How a piece of blocking work ended.
public sealed interface Outcome<T> {
    record Done<T>(T value) implements Outcome<T> {}

    record Failed<T>(Exception cause) implements Outcome<T> {}
}
