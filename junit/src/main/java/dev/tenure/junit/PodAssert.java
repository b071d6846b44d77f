package dev.tenure.junit;

import dev.tenure.embed.EvictedPod;
import dev.tenure.embed.Tenure;
import java.util.List;

/// What a test expects of a pod, by its name: whether it was evicted, whatever became of it since.
public final class PodAssert {
    private final Tenure cluster;
    private final String namespace;
    private final String name;

    PodAssert(Tenure cluster, String namespace, String name) {
        this.cluster = cluster;
        this.namespace = namespace;
        this.name = name;
    }

    /// It was told to go, the last pod of this name that was.
    ///
    /// @throws AssertionError when none was
    public EvictionAssert wasEvicted() {
        List<EvictedPod> found = evictions();
        if (found.isEmpty()) {
            throw new AssertionError("%s was not evicted; evicted were %s, and will be: %s"
                    .formatted(this, cluster.evictions(), cluster.comingEvictions()));
        }
        return new EvictionAssert(found.getLast());
    }

    /// There is a pod of this name, and none was told to go. A name that nobody bears would hold for nothing,
    /// as one that is misspelled.
    ///
    /// @throws AssertionError when one was, or there is none
    public PodAssert wasNotEvicted() {
        List<EvictedPod> found = evictions();
        if (!found.isEmpty()) {
            throw new AssertionError("%s was evicted: %s".formatted(this, found));
        }
        if (cluster.pod(namespace, name).isEmpty()) {
            throw new AssertionError("there is no %s, and none of that name was evicted; pods of the namespace are %s"
                    .formatted(this, cluster.pods(namespace)));
        }
        return this;
    }

    private List<EvictedPod> evictions() {
        return cluster.evictions().stream()
                .filter(pod -> pod.namespace().equals(namespace) && pod.name().equals(name))
                .toList();
    }

    @Override
    public String toString() {
        return "pod " + namespace + "/" + name;
    }
}
