package dev.tenure.controllers.podgc.retention;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.rules.pod.PodFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Decides which failed pods are kept no longer.
public final class RetentionRule {
    /// A pod of a Job counts for its job until the job's controller takes this away.
    private static final String JOB_TRACKING = "batch.kubernetes.io/job-tracking";

    private RetentionRule() {}

    /// A pod that goes.
    ///
    /// @param retention the name of the first that wants it gone
    public record Removal(Pod pod, String retention) {}

    /// What comes of one retention.
    ///
    /// @param kept how many pods that it is about stay
    /// @param wouldRemove of these, how many it would remove if it did
    public record Tally(int kept, int wouldRemove) {}

    /// What comes of all.
    ///
    /// @param removals the longest failed first
    /// @param tallies by name
    public record Decision(List<Removal> removals, Map<String, Tally> tallies) {
        public Decision {
            removals = List.copyOf(removals);
            tallies = Frozen.map(tallies);
        }
    }

    /// @param retentions in the order of their names
    /// @param pods those that have ended
    public static Decision decide(Collection<FailedPodRetention> retentions, Collection<Pod> pods, Instant now) {
        Map<String, Removal> removals = new HashMap<>();
        Map<String, List<Pod>> matching = new TreeMap<>();
        Map<String, Integer> would = new HashMap<>();
        for (FailedPodRetention retention : retentions) {
            List<Pod> about = pods.stream()
                    .filter(pod -> !pod.meta().deleting() && retention.isAbout(pod))
                    .toList();
            matching.put(retention.name(), about);
            List<Pod> due = due(retention, about, now);
            if (retention.dryRun()) {
                would.put(retention.name(), due.size());
            } else {
                due.forEach(pod -> removals.putIfAbsent(pod.meta().uid(), new Removal(pod, retention.name())));
            }
        }
        Map<String, Tally> tallies = new HashMap<>();
        matching.forEach((name, about) -> {
            long kept = about.stream()
                    .filter(pod -> !removals.containsKey(pod.meta().uid()))
                    .count();
            tallies.put(name, new Tally((int) kept, would.getOrDefault(name, 0)));
        });
        return new Decision(
                removals.values().stream()
                        .sorted(Comparator.comparing((Removal each) -> PodFailure.at(each.pod()))
                                .thenComparing(each -> each.pod().qualifiedName()))
                        .toList(),
                tallies);
    }

    private static List<Pod> due(FailedPodRetention retention, List<Pod> about, Instant now) {
        Set<String> surplus = surplus(retention, about);
        return about.stream()
                .filter(pod -> !pod.meta().finalizers().contains(JOB_TRACKING))
                .filter(pod -> surplus.contains(pod.meta().uid())
                        || retention
                                .maxAge()
                                .filter(most -> Duration.between(PodFailure.at(pod), now)
                                                .compareTo(most)
                                        >= 0)
                                .isPresent())
                .toList();
    }

    /// The pods of each owner beyond the newest.
    private static Set<String> surplus(FailedPodRetention retention, List<Pod> about) {
        var surplus = new HashSet<String>();
        if (retention.keepPerOwner().isEmpty()) {
            return surplus;
        }
        Map<String, List<Pod>> byOwner = new HashMap<>();
        about.forEach(pod ->
                byOwner.computeIfAbsent(owner(pod), _ -> new ArrayList<>()).add(pod));
        for (List<Pod> siblings : byOwner.values()) {
            siblings.stream()
                    .sorted(Comparator.comparing(PodFailure::at)
                            .thenComparing(pod -> pod.meta().creationTimestamp())
                            .thenComparing(pod -> pod.meta().name())
                            .reversed())
                    .skip(retention.keepPerOwner().getAsInt())
                    .forEach(pod -> surplus.add(pod.meta().uid()));
        }
        return surplus;
    }

    private static String owner(Pod pod) {
        return pod.meta()
                .controllerOwner()
                .map(OwnerReference::uid)
                .orElse(pod.meta().uid());
    }
}
