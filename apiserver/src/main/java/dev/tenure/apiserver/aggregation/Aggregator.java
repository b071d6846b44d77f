package dev.tenure.apiserver.aggregation;

import dev.tenure.runtime.loop.Published;
import java.util.Optional;

/// The groups that other servers answer for, and how these servers are asked. Safe for use by several
/// threads.
///
/// @param views what is known of them; a new view is published whenever that changes
/// @param calls empty where nobody outside of this process is asked: then no APIService names a backend in
///     the views
public record Aggregator(Published<AggregatedView> views, Optional<BackendCalls> calls) {
    /// Of a server that answers for everything itself.
    public static Aggregator none() {
        return new Aggregator(new Published<>(AggregatedView.NOTHING), Optional.empty());
    }
}
