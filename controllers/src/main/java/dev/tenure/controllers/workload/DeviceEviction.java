package dev.tenure.controllers.workload;

import java.time.Instant;
import java.util.Optional;

/// A pod that has to leave because of the taint of a device that it uses.
///
/// @param taint the device and its taint, as `driver/pool/device key=value:NoExecute`
/// @param toleration what grants the stay, as `kubectl describe pod` would show it; absent when it has to go
///     at once
/// @param since when the taint came
/// @param deadline when the pod has to leave
public record DeviceEviction(
        String namespace,
        String pod,
        String uid,
        String node,
        String taint,
        Optional<String> toleration,
        Instant since,
        Instant deadline) {}
