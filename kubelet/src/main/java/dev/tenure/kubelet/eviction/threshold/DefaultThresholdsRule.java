package dev.tenure.kubelet.eviction.threshold;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Which hard thresholds a node has whose file says little. Upstream: defaults_linux.go,
/// cmd/kubelet/app/server.go.
public final class DefaultThresholdsRule {
    /// The hard thresholds of a node on which nobody has set any.
    public static final Map<String, String> HARD = Map.of(
            "memory.available", "100Mi",
            "nodefs.available", "10%",
            "nodefs.inodesFree", "5%",
            "imagefs.available", "15%",
            "imagefs.inodesFree", "5%");

    private DefaultThresholdsRule() {}

    /// One entry in the file, or none in braces, drops all defaults unless they are merged.
    ///
    /// @param written the entries of the file; absent when it has none at all
    /// @param merge whether what is not written keeps its default (`mergeDefaultEvictionSettings`)
    public static Map<String, String> hard(Optional<Map<String, String>> written, boolean merge) {
        if (written.isEmpty()) {
            return HARD;
        }
        var hard = new TreeMap<>(merge ? HARD : Map.of());
        hard.putAll(written.get());
        return hard;
    }
}
