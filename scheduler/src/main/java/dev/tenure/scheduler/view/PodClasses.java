package dev.tenure.scheduler.view;

import dev.tenure.model.core.Pod;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The classes of the pods seen lately, so that equal pods share one. Bounded: the one not asked for
/// longest is forgotten, and its pods then make a new one. Confined to the loop.
public final class PodClasses {
    private static final int CLASSES_MAX = 20_000;

    private final Map<PodClass.Key, PodClass> byKey = new Lately<>();
    private final Map<PodClass.ResourceShape, Integer> resourceShapes = new Lately<>();
    private int next;
    private int nextShape;
    /// What was found last: pods of one workload mostly come one after the other.
    private Optional<Found> last = Optional.empty();

    /// What was asked for lately.
    private static final class Lately<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1L;

        private Lately() {
            super(1024, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > CLASSES_MAX;
        }
    }

    private record Found(PodClass.Key key, PodClass shape) {}

    /// A pod of the API server with its class.
    ///
    /// @param before the same pod as it was; with an equal spec, labels and owners it is of the same class
    public PodInfo info(Pod pod, long revision, Optional<PodInfo> before) {
        PodClass shape = before.filter(known -> same(known.pod(), pod))
                .map(PodInfo::shape)
                .orElseGet(() -> shape(pod));
        return new PodInfo(pod, shape, revision);
    }

    private static boolean same(Pod old, Pod pod) {
        return old.spec().equals(pod.spec())
                && old.meta().labels().equals(pod.meta().labels())
                && old.meta().ownerReferences().equals(pod.meta().ownerReferences())
                && old.status().resourceClaims().equals(pod.status().resourceClaims());
    }

    /// A pod that no server shows, with its class.
    public PodInfo info(Pod pod) {
        return new PodInfo(pod, shape(pod), 0);
    }

    private PodClass shape(Pod pod) {
        PodClass.Key key = PodClass.keyOf(pod);
        if (last.isPresent() && last.get().key().equals(key)) {
            return last.get().shape();
        }
        PodClass shape = byKey.get(key);
        if (shape == null) {
            shape = new PodClass(
                    next++, pod, resources -> resourceShapes.computeIfAbsent(resources, one -> nextShape++));
            byKey.put(key, shape);
        }
        last = Optional.of(new Found(key, shape));
        return shape;
    }
}
