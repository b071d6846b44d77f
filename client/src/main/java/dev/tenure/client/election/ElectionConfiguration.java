package dev.tenure.client.election;

import java.time.Duration;

/// Which Lease is contended for, by whom, and how patiently.
///
/// @param namespace of the Lease
/// @param name of the Lease, for example `kube-scheduler`
/// @param identity of this candidate; no two may be the same
/// @param leaseDuration how long the others wait for a leader that does not renew; whole seconds
/// @param renewDeadline how long a leader tries to renew before it steps down
/// @param retryPeriod how long everybody waits between two tries
public record ElectionConfiguration(
        String namespace,
        String name,
        String identity,
        Duration leaseDuration,
        Duration renewDeadline,
        Duration retryPeriod) {
    /// @throws IllegalArgumentException when the times do not fit together
    public ElectionConfiguration {
        if (leaseDuration.compareTo(renewDeadline) <= 0) {
            throw new IllegalArgumentException("leaseDuration must be greater than renewDeadline");
        }
        if (renewDeadline.compareTo(retryPeriod.plus(retryPeriod.dividedBy(5))) <= 0) {
            throw new IllegalArgumentException("renewDeadline must be greater than retryPeriod*JitterFactor");
        }
        if (leaseDuration.toSeconds() < 1 || retryPeriod.isZero() || retryPeriod.isNegative()) {
            throw new IllegalArgumentException("leaseDuration, renewDeadline and retryPeriod must be above zero");
        }
        if (identity.isEmpty() || name.isEmpty()) {
            throw new IllegalArgumentException("a candidate and its lease must have a name");
        }
    }

    /// How long one call about the Lease may take, so that a leader tries a second time before it steps down.
    /// Upstream: client-go/tools/leaderelection/resourcelock (NewFromKubeconfig).
    public Duration callWithin() {
        return renewDeadline.dividedBy(2);
    }

    /// Upstream's times: 15 s, 10 s and 2 s.
    public static ElectionConfiguration standard(String namespace, String name, String identity) {
        return new ElectionConfiguration(
                namespace, name, identity, Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));
    }
}
