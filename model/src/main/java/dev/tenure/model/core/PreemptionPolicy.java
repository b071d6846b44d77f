package dev.tenure.model.core;

/// Whether a pod may have others removed to make room for itself.
public enum PreemptionPolicy {
    PREEMPT_LOWER_PRIORITY,
    NEVER
}
