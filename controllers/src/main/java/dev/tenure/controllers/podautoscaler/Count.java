package dev.tenure.controllers.podautoscaler;

/// How many replicas a metric asks for, or why nobody can say.
sealed interface Count {
    /// @param utilizationPercent what is used of what pods request; 0 where that was not asked
    /// @param milli what is used, in thousandths: by each pod, or altogether where the target is so
    record Replicas(int replicas, int utilizationPercent, long milli) implements Count {}

    record Unknown(String why) implements Count {}
}
