package dev.tenure.model.coordination;

import dev.tenure.model.meta.ObjectMeta;
import java.time.Instant;
import java.util.Optional;

/// @param holderIdentity empty when nobody holds it
/// @param durationSeconds how long it holds after a renewal; 0 when not set
public record Lease(
        ObjectMeta meta,
        String holderIdentity,
        int durationSeconds,
        Optional<Instant> acquireTime,
        Optional<Instant> renewTime,
        int transitions) {}
