package dev.tenure.controllers.podgc;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.rules.pod.PodRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Decides which pods are garbage. Upstream: gc_controller.go.
final class PodGarbageRule {
    /// Why a pod is removed; the words are those of upstream's metric.
    public enum Reason {
        TERMINATED("terminated"),
        OUT_OF_SERVICE("out-of-service"),
        ORPHANED("orphaned"),
        UNSCHEDULED("unscheduled"),
        /// It has failed, and no retention keeps it any longer; upstream knows none.
        RETENTION("retention");

        private final String word;

        Reason(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /// One pod to remove.
    public record Garbage(Pod pod, Reason reason) {}

    /// What the cluster looks like.
    ///
    /// @param gone names of nodes that are known not to exist
    /// @param terminatedMax how many finished pods may stay; 0 or less for all
    public record View(Collection<Pod> pods, Map<String, Node> nodes, Set<String> gone, int terminatedMax) {}

    private PodGarbageRule() {}

    /// In the order of removal, each pod once.
    public static List<Garbage> collect(View view) {
        var garbage = new ArrayList<Garbage>();
        terminated(view, garbage);
        var chosen = new HashSet<String>();
        garbage.forEach(one -> chosen.add(one.pod().qualifiedName()));
        for (Pod pod : view.pods()) {
            if (chosen.contains(pod.qualifiedName())) {
                continue;
            }
            if (pod.meta().deleting()
                    && outOfService(view.nodes().get(pod.spec().nodeName()))) {
                garbage.add(new Garbage(pod, Reason.OUT_OF_SERVICE));
            } else if (view.gone().contains(pod.spec().nodeName())) {
                garbage.add(new Garbage(pod, Reason.ORPHANED));
            } else if (pod.meta().deleting() && !pod.spec().bound()) {
                garbage.add(new Garbage(pod, Reason.UNSCHEDULED));
            }
        }
        return garbage;
    }

    private static void terminated(View view, List<Garbage> garbage) {
        if (view.terminatedMax() <= 0) {
            return;
        }
        List<Pod> finished = view.pods().stream()
                .filter(PodRule::terminal)
                .sorted(Comparator.comparing(PodGarbageRule::evicted, Comparator.reverseOrder())
                        .thenComparing(pod -> pod.meta().creationTimestamp())
                        .thenComparing(pod -> pod.meta().name()))
                .toList();
        int surplus = Math.max(0, finished.size() - view.terminatedMax());
        finished.subList(0, surplus).forEach(pod -> garbage.add(new Garbage(pod, Reason.TERMINATED)));
    }

    /// Whether a node ended the pod for want of something; these go before pods that ended by themselves.
    /// Upstream: byEvictionAndCreationTimestamp.
    private static boolean evicted(Pod pod) {
        return pod.status().phase() == PodPhase.FAILED && pod.status().reason().equals("Evicted");
    }

    private static boolean outOfService(@Nullable Node node) {
        return node != null
                && !node.isTrue(Node.READY)
                && node.spec().taints().stream().anyMatch(t -> t.key().equals(WellKnownTaints.OUT_OF_SERVICE));
    }
}
