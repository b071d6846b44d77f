package dev.tenure.controllers.disruption;

/// How many pods a budget's controllers are to have.
sealed interface ExpectedPods {
    record Counted(int pods) implements ExpectedPods {}

    /// @param why shown in the budget's condition and in an Event
    record Uncountable(String why) implements ExpectedPods {}
}
