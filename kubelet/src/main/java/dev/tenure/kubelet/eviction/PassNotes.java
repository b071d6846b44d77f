package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.eviction.reclaim.Reclaim;
import dev.tenure.kubelet.eviction.signal.Observations;
import dev.tenure.kubelet.eviction.signal.Shortage;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.eviction.threshold.Signal;
import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.core.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What is known of a pass that is under way; becomes a [PassRecord]. Confined to the owner of its state.
final class PassNotes {
    final List<Pod> pods;
    Optional<String> error = Optional.empty();
    Optional<String> complaint = Optional.empty();
    Optional<Summary> summary = Optional.empty();
    Observations seen = Observations.NONE;
    List<Shortage> met = List.of();
    List<Shortage> metOrUnresolved = List.of();
    List<Shortage> lasting = List.of();
    /// What is acted on, memory first.
    List<Threshold> updated = List.of();

    Optional<List<Shortage>> metAfterReclaim = Optional.empty();
    Optional<Threshold> chosen = Optional.empty();
    List<Reclaim> reclaimed = List.of();
    List<Pod> ranking = List.of();
    final List<Pod> criticalSkipped = new ArrayList<>();
    final List<Eviction> evictions = new ArrayList<>();
    final Map<Signal, Duration> statsAge = new EnumMap<>(Signal.class);

    PassNotes(List<Pod> pods) {
        this.pods = List.copyOf(pods);
    }

    PassRecord record(Set<PressureCondition> conditions, List<Shortage> acted) {
        return new PassRecord(
                error,
                conditions,
                met,
                metOrUnresolved,
                lasting,
                acted,
                metAfterReclaim,
                chosen.map(Threshold::signal),
                reclaimed,
                ranking,
                criticalSkipped,
                evictions,
                statsAge,
                complaint);
    }
}
