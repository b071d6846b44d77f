package dev.tenure.plan.trace;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.Forecasts.Course;
import dev.tenure.plan.forecast.LeftPod;
import dev.tenure.plan.source.ClusterDump;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// How near a replay without any change comes to what was recorded. Of pods that were there at the beginning
/// names and times count, of those that were made later their number, for their names are chance. Immutable.
///
/// @param same how many of the first pods left in both, or another one of their workload for them
/// @param missed the first pods that left in the recorded cluster only
/// @param added the first pods that left in the replay only
/// @param farthest the largest difference of times among those that left in both
/// @param laterRecorded how many pods that were made later left again in the recorded cluster
/// @param laterReplayed the same in the replay
public record Fidelity(
        int same, List<String> missed, List<String> added, Duration farthest, int laterRecorded, int laterReplayed) {
    public Fidelity {
        missed = List.copyOf(missed);
        added = List.copyOf(added);
    }

    static Fidelity of(ClusterDump base, List<LeftPod> recorded, Course replayed) {
        Map<String, String> workloads = base.views(ResourceTypes.PODS, Pod.class).stream()
                .collect(Collectors.toMap(Pod::qualifiedName, Fidelity::workload));
        Map<String, Duration> fact = new LinkedHashMap<>();
        int later = 0;
        for (LeftPod each : recorded) {
            String name = each.namespace() + "/" + each.name();
            if (workloads.containsKey(name) && !fact.containsKey(name)) {
                fact.put(name, each.after());
            } else {
                later++;
            }
        }
        Map<String, Duration> played = new LinkedHashMap<>();
        for (LeavingPod pod : replayed.plan().status().pods()) {
            pod.leavesAfter().ifPresent(after -> played.putIfAbsent(pod.namespace() + "/" + pod.name(), after));
        }
        Duration farthest = fact.entrySet().stream()
                .filter(each -> played.containsKey(each.getKey()))
                .map(each -> each.getValue()
                        .minus(played.getOrDefault(each.getKey(), Duration.ZERO))
                        .abs())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        var missed = new ArrayList<>(fact.keySet());
        missed.removeAll(played.keySet());
        var added = new ArrayList<>(played.keySet());
        added.removeAll(fact.keySet());
        missed.removeIf(name -> takeLike(workloads.getOrDefault(name, name), added, workloads));
        return new Fidelity(
                fact.size() - missed.size(),
                missed,
                added,
                farthest,
                later,
                replayed.later().size());
    }

    private static String workload(Pod pod) {
        return pod.meta().namespace() + "/" + LeftPod.owner(pod);
    }

    /// Which of its pods a controller takes away is chance where they are equally good: another one stands
    /// for it.
    private static boolean takeLike(String workload, List<String> added, Map<String, String> workloads) {
        return added.stream()
                .filter(name -> workload.equals(workloads.get(name)))
                .findFirst()
                .map(added::remove)
                .orElse(false);
    }

    /// Whether the same pods left: all of the first ones that did, and of others as many, for which of them
    /// an eviction or a deletion meets is chance.
    public boolean isSame() {
        return missed.isEmpty() && laterRecorded == laterReplayed + added.size();
    }
}
