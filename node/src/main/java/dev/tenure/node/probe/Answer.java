package dev.tenure.node.probe;

/// How a probe or hook ended.
public sealed interface Answer {
    /// Whether it went well.
    default boolean well() {
        return this instanceof Success || this instanceof Warning;
    }

    record Success() implements Answer {}

    /// It went well, but for something that people are told of.
    record Warning(String output) implements Answer {}

    /// @param output what was wrong, as events show it
    record Failure(String output) implements Answer {}

    /// Nobody knows; counts as nothing.
    record Unknown(String why) implements Answer {}
}
