package dev.tenure.scheduler.framework;

import dev.tenure.client.ClusterClient;
import java.time.Duration;
import java.util.function.Function;

/// What a plugin says between the choice of a node and the binding.
public sealed interface Readiness {
    /// The plugin has nothing against going on.
    enum Ready implements Readiness {
        READY
    }

    /// The pod does not go there: it gives its node up and is tried again.
    ///
    /// @param verdict a rejection, after which the pod waits for an event that concerns the plugin, or a
    ///     failure, after which it is tried again in a while
    record Refused(Verdict verdict) implements Readiness {}

    /// Calls have to be made first. They run away from the loop and may block; when they pass, the plugin
    /// is asked again, anything else counts as refused.
    record After(Function<ClusterClient, Verdict> calls) implements Readiness {}

    /// An event of type Normal about the pod is to be sent, and the plugin is asked again.
    record Told(String reason, String action, String note) implements Readiness {}

    /// The plugin is to be asked again, after a while.
    record Later(Duration pause) implements Readiness {}
}
