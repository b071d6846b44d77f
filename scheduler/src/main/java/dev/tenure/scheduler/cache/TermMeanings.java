package dev.tenure.scheduler.cache;

import dev.tenure.scheduler.view.AffinityTerm;
import dev.tenure.scheduler.view.PodClass;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.scheduler.view.PodTerms;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which pods are meant by the terms of the pods on nodes. Terms are numbered as they appear, so that a class
/// of pods is held against each of them once, however many come and go. Confined to the loop.
final class TermMeanings {
    /// More classes of pods than this are not remembered.
    private static final int REMEMBERED_MAX = 4_096;

    /// What is known of a class of pods.
    ///
    /// @param namespace of its pods
    /// @param by the terms that mean it; null when none up to `checked` do
    /// @param checked the last number of terms that it was held against
    private record Meant(String namespace, @Nullable PodTerms by, long checked) {}

    private final TreeMap<Long, PodTerms> byNumber = new TreeMap<>();
    private final Map<PodTerms, Long> numbers = new HashMap<>();
    private final Map<PodClass, Meant> meant = new HashMap<>();
    private long version;
    private long next = 1;

    /// Rises when an answer may have changed.
    long version() {
        return version;
    }

    /// The first pod with these terms is on a node.
    void appeared(PodTerms terms) {
        numbers.put(terms, next);
        byNumber.put(next, terms);
        next++;
        version++;
    }

    /// The last pod with these terms has left.
    void vanished(PodTerms terms) {
        Long number = numbers.remove(terms);
        if (number != null) {
            byNumber.remove(number);
            version++;
        }
    }

    /// The labels of a namespace have changed, or it is gone.
    void namespaceChanged(String namespace) {
        if (!numbers.isEmpty()) {
            meant.values().removeIf(one -> one.namespace().equals(namespace));
            version++;
        }
    }

    boolean means(PodInfo pod, Map<String, String> namespaceLabels) {
        if (numbers.isEmpty()) {
            return false;
        }
        Meant known = meant.get(pod.shape());
        if (known != null && known.by() != null && numbers.containsKey(known.by())) {
            return true;
        }
        long checked = known == null ? 0 : known.checked();
        if (checked < next - 1) {
            known = look(pod, namespaceLabels, checked);
            remember(pod.shape(), known);
            return known.by() != null;
        }
        return false;
    }

    private void remember(PodClass shape, Meant now) {
        if (meant.size() >= REMEMBERED_MAX && !meant.containsKey(shape)) {
            meant.clear();
        }
        meant.put(shape, now);
    }

    private Meant look(PodInfo pod, Map<String, String> namespaceLabels, long checked) {
        for (Map.Entry<Long, PodTerms> one : byNumber.tailMap(checked, false).entrySet()) {
            if (means(one.getValue(), pod, namespaceLabels)) {
                return new Meant(pod.namespace(), one.getValue(), one.getKey());
            }
        }
        return new Meant(pod.namespace(), null, next - 1);
    }

    private static boolean means(PodTerms terms, PodInfo pod, Map<String, String> namespaceLabels) {
        return anyTerm(terms.requiredAffinity(), pod, namespaceLabels)
                || anyTerm(terms.requiredAntiAffinity(), pod, namespaceLabels)
                || anyWeighted(terms.preferredAffinity(), pod, namespaceLabels)
                || anyWeighted(terms.preferredAntiAffinity(), pod, namespaceLabels);
    }

    private static boolean anyTerm(List<AffinityTerm> terms, PodInfo pod, Map<String, String> namespaceLabels) {
        for (AffinityTerm term : terms) {
            if (term.matches(pod.pod(), namespaceLabels)) {
                return true;
            }
        }
        return false;
    }

    private static boolean anyWeighted(
            List<AffinityTerm.Weighted> terms, PodInfo pod, Map<String, String> namespaceLabels) {
        for (AffinityTerm.Weighted one : terms) {
            if (one.term().matches(pod.pod(), namespaceLabels)) {
                return true;
            }
        }
        return false;
    }
}
