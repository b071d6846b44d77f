package dev.tenure.scheduler.framework;

import java.util.List;

/// A unit of scheduling policy under the name that configurations use. It takes part in every extension
/// point whose interface it implements.
public interface Plugin {
    String name();

    /// The events that may let a pod run which this plugin has refused.
    default List<Interest> interests() {
        return List.of();
    }
}
