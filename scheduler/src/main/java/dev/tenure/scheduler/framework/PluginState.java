package dev.tenure.scheduler.framework;

/// What a plugin keeps from one extension point to the next within a cycle.
public interface PluginState {
    /// A copy that changes apart from this one; a state that never changes may return itself.
    default PluginState copy() {
        return this;
    }
}
