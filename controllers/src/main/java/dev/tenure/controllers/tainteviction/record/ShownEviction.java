package dev.tenure.controllers.tainteviction.record;

import java.time.Instant;
import java.util.Optional;

/// What is shown alike of an eviction that lies ahead and of one that is past.
public interface ShownEviction {
    String namespace();

    /// The name of the pod.
    String pod();

    /// Of the pod.
    String uid();

    /// The name of the node.
    String node();

    PastEviction.Why why();

    /// What grants or granted the stay; absent where the pod has or had to go at once.
    Optional<String> toleration();

    /// When the stay began; absent with the toleration.
    Optional<Instant> since();
}
