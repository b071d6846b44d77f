package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.eviction.signal.Observations;
import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.meta.Frozen;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a node knows of its shortages between two looks. All moments are those of the steady clock.
/// Immutable.
///
/// @param thresholds those that mean something, in their order
/// @param conditions that the node tells
/// @param firstSeen since when the node tells each condition; told to others it is with the next status
/// @param lastSeen when a threshold of each condition last stood; a condition is reported for the transition
///     period longer
/// @param seen by the last look
/// @param layout absent until it was learned
/// @param summary of the last look; absent before the first
record PressureView(
        PressureSettings settings,
        List<Standing> thresholds,
        Set<PressureCondition> conditions,
        Map<PressureCondition, Instant> firstSeen,
        Map<PressureCondition, Instant> lastSeen,
        Observations seen,
        Optional<FilesystemLayout> layout,
        Optional<Summary> summary) {
    public PressureView {
        thresholds = List.copyOf(thresholds);
        conditions = Frozen.set(conditions);
        firstSeen = Frozen.map(firstSeen);
        lastSeen = Frozen.map(lastSeen);
    }

    /// One threshold.
    ///
    /// @param since when it was first met, without a gap since; absent when it does not stand
    /// @param lasting whether it has stood for its grace period, so that the node acts
    public record Standing(Threshold threshold, Optional<Instant> since, boolean lasting) {}
}
