package dev.tenure.controllers.nodelifecycle;

import dev.tenure.runtime.time.Tick;
import java.time.Instant;
import java.util.Optional;

/// When nodes gave their signs of life: renewals of their leases and heartbeats in their status. Asked on the
/// loop of the node lifecycle alone.
public interface SignsOfLife {
    /// Each sign counts when it is seen, by our own clock, and there are no others: clocks of nodes are not
    /// trusted. Upstream: nodeHealthData.probeTimestamp.
    SignsOfLife WHEN_SEEN = new SignsOfLife() {
        @Override
        public Tick first(String node, Tick now) {
            return now;
        }

        @Override
        public boolean news(String node, Instant time) {
            return true;
        }

        @Override
        public Optional<Tick> last(String node, Tick now) {
            return Optional.empty();
        }
    };

    /// When a node was heard of of which a sign is seen for the first time now: not later than `now`.
    Tick first(String node, Tick now);

    /// Whether a sign that is seen now was not known before.
    ///
    /// @param time that the lease or the status shows
    boolean news(String node, Instant time);

    /// The last sign that is known without having been seen.
    Optional<Tick> last(String node, Tick now);
}
