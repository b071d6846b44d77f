package dev.tenure.client.election;

import dev.tenure.model.coordination.Lease;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;

/// What to do with a lease as it was last seen. Upstream: leaderelection.go (tryAcquireOrRenew).
sealed interface LeaseVerdict {
    /// Somebody else holds it.
    record Held(String holder) implements LeaseVerdict {}

    /// It is ours: prolong it.
    record Renew() implements LeaseVerdict {}

    /// Nobody holds it any more.
    record Take() implements LeaseVerdict {}

    /// @param seenAt when this very state of the lease was first seen here; the holder's clock counts for nothing
    static LeaseVerdict of(Lease lease, String identity, Tick seenAt, Tick now) {
        if (lease.holderIdentity().equals(identity)) {
            return new Renew();
        }
        Tick end = seenAt.plus(Duration.ofSeconds(lease.durationSeconds()));
        return !lease.holderIdentity().isEmpty() && end.isAfter(now) ? new Held(lease.holderIdentity()) : new Take();
    }
}
