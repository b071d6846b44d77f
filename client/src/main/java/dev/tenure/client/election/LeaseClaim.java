package dev.tenure.client.election;

import dev.tenure.model.coordination.Lease;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;

/// Whether a lease may be taken. Upstream: leaderelection.go (tryAcquireOrRenew).
final class LeaseClaim {
    /// What to do with a lease as it was last seen.
    sealed interface Verdict {
        /// Somebody else holds it.
        record Held(String holder) implements Verdict {}

        /// It is ours: prolong it.
        record Renew() implements Verdict {}

        /// Nobody holds it any more.
        record Take() implements Verdict {}
    }

    private LeaseClaim() {}

    /// @param seenAt when this very state of the lease was first seen here; the holder's clock counts for
    ///     nothing
    static Verdict decide(Lease lease, String identity, Tick seenAt, Tick now) {
        if (lease.holderIdentity().equals(identity)) {
            return new Verdict.Renew();
        }
        Tick end = seenAt.plus(Duration.ofSeconds(lease.durationSeconds()));
        return !lease.holderIdentity().isEmpty() && end.isAfter(now)
                ? new Verdict.Held(lease.holderIdentity())
                : new Verdict.Take();
    }
}
