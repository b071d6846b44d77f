package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.eviction.reclaim.Reclaim;
import dev.tenure.kubelet.eviction.signal.Shortage;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.eviction.threshold.Signal;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.Frozen;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Everything that one pass found and decided. Immutable.
///
/// @param error why the pass ended early, in upstream's words
/// @param conditions reported after the pass
/// @param met below their value, whatever the grace
/// @param metOrUnresolved the same, and earlier ones that have not risen by their minimum reclaim
/// @param lasting those whose grace has passed
/// @param updated those that were measured anew: what is acted on
/// @param metAfterReclaim those met in the look after cleaning up; absent when there was none
/// @param reclaiming what the node tries to get back; absent when nothing is short
/// @param reclaimed what was cleaned up, in order
/// @param ranking all pods, first victim first; empty when nobody was to go
/// @param criticalSkipped pods that would have gone if they were not critical; once per attempt
/// @param statsAge how old the numbers were that were acted on
/// @param complaint about settings that were replaced
public record PassRecord(
        Optional<String> error,
        Set<PressureCondition> conditions,
        List<Shortage> met,
        List<Shortage> metOrUnresolved,
        List<Shortage> lasting,
        List<Shortage> updated,
        Optional<List<Shortage>> metAfterReclaim,
        Optional<Signal> reclaiming,
        List<Reclaim> reclaimed,
        List<Pod> ranking,
        List<Pod> criticalSkipped,
        List<Eviction> evictions,
        Map<Signal, Duration> statsAge,
        Optional<String> complaint) {
    public PassRecord {
        conditions = Frozen.set(conditions);
        met = List.copyOf(met);
        metOrUnresolved = List.copyOf(metOrUnresolved);
        lasting = List.copyOf(lasting);
        updated = List.copyOf(updated);
        metAfterReclaim = metAfterReclaim.map(List::copyOf);
        reclaimed = List.copyOf(reclaimed);
        ranking = List.copyOf(ranking);
        criticalSkipped = List.copyOf(criticalSkipped);
        evictions = List.copyOf(evictions);
        Map<Signal, Duration> ages = new EnumMap<>(Signal.class);
        ages.putAll(statsAge);
        statsAge = Collections.unmodifiableMap(ages);
    }
}
