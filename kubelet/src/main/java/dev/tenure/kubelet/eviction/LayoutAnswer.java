package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;

/// What a node found out about its filesystems.
public sealed interface LayoutAnswer {
    record Found(FilesystemLayout layout) implements LayoutAnswer {}

    /// Nobody can say; asked again at the next look.
    record Unknown(String why) implements LayoutAnswer {}
}
