package dev.tenure.controllers.tainteviction;

import java.time.Instant;
import java.util.Optional;

/// One pod that left its node because of a taint.
///
/// @param taint as `key=value:effect`
/// @param toleration what granted the stay, as `kubectl describe pod` shows it; absent when the pod had to go at once
/// @param since when the stay began, absent with the toleration
/// @param deadline when it had to leave, absent with the toleration
/// @param at when it was deleted
public record PastEviction(
        String node,
        String namespace,
        String pod,
        String uid,
        String taint,
        Optional<String> toleration,
        Optional<Instant> since,
        Optional<Instant> deadline,
        Instant at) {}
