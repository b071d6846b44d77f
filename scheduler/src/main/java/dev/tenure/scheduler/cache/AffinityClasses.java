package dev.tenure.scheduler.cache;

import dev.tenure.scheduler.framework.AffinityTerm;
import dev.tenure.scheduler.framework.PodClass;
import dev.tenure.scheduler.framework.PodInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The classes of pods on nodes that have terms on other pods, and which pods these terms mean. Confined
/// to the loop.
final class AffinityClasses {
    private final Map<PodClass, Integer> counts = new HashMap<>();
    private final Map<PodClass, Boolean> meant = new HashMap<>();
    private long version;

    /// Rises when an answer may have changed.
    long version() {
        return version;
    }

    void count(PodInfo pod, int by) {
        Integer old = counts.get(pod.shape());
        int pods = (old == null ? 0 : old) + by;
        if (pods == 0) {
            counts.remove(pod.shape());
        } else {
            counts.put(pod.shape(), pods);
        }
        if (old == null || pods == 0) {
            forget();
        }
    }

    void namespacesChanged() {
        if (!counts.isEmpty()) {
            forget();
        }
    }

    private void forget() {
        meant.clear();
        version++;
    }

    boolean means(PodInfo pod, Map<String, String> namespaceLabels) {
        if (counts.isEmpty()) {
            return false;
        }
        Boolean known = meant.get(pod.shape());
        if (known == null) {
            known = counts.keySet().stream().anyMatch(shape -> means(shape, pod, namespaceLabels));
            meant.put(pod.shape(), known);
        }
        return known;
    }

    private static boolean means(PodClass shape, PodInfo pod, Map<String, String> namespaceLabels) {
        return anyTerm(shape.requiredAffinity(), pod, namespaceLabels)
                || anyTerm(shape.requiredAntiAffinity(), pod, namespaceLabels)
                || anyWeighted(shape.preferredAffinity(), pod, namespaceLabels)
                || anyWeighted(shape.preferredAntiAffinity(), pod, namespaceLabels);
    }

    private static boolean anyTerm(List<AffinityTerm> terms, PodInfo pod, Map<String, String> namespaceLabels) {
        return terms.stream().anyMatch(term -> term.matches(pod.pod(), namespaceLabels));
    }

    private static boolean anyWeighted(
            List<AffinityTerm.Weighted> terms, PodInfo pod, Map<String, String> namespaceLabels) {
        return terms.stream().anyMatch(one -> one.term().matches(pod.pod(), namespaceLabels));
    }
}
