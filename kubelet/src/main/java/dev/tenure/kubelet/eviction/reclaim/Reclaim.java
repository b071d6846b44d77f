package dev.tenure.kubelet.eviction.reclaim;

/// Something that a node can clean up.
public enum Reclaim {
    /// Containers that have ended; of pods that still run, one for each name is kept.
    DEAD_CONTAINERS("containers"),
    /// Images that nothing uses and that are not held.
    UNUSED_IMAGES("images");

    private final String word;

    Reclaim(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
