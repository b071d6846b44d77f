package dev.tenure.kubelet.eviction.threshold;

/// What lies on which filesystem of a node.
public enum FilesystemLayout {
    /// Everything on the node's own.
    SINGLE,
    /// Images and writable layers apart.
    DEDICATED,
    /// Images apart, writable layers on the node's own.
    SPLIT;

    /// Whether images lie apart.
    public boolean imagesApart() {
        return this != SINGLE;
    }
}
