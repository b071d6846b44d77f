package dev.tenure.kubelet.pod;

import dev.tenure.model.meta.Frozen;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// A pod's sandbox as the runtime shows it.
///
/// @param attempt 0 for the first sandbox of the pod
/// @param createdAtNanos since 1970
/// @param addresses empty for pods of the host's network, and in lists
public record Sandbox(
        String id,
        boolean ready,
        int attempt,
        long createdAtNanos,
        Map<String, String> labels,
        List<String> addresses,
        boolean hostNetwork) {
    /// By their number: the clock may have been set back between the creation of one and that of the next.
    public static final Comparator<Sandbox> NEWEST_FIRST = Comparator.comparingInt(Sandbox::attempt)
            .thenComparingLong(Sandbox::createdAtNanos)
            .reversed();

    public Sandbox {
        labels = Frozen.map(labels);
        addresses = List.copyOf(addresses);
    }

    public String podUid() {
        return labels.getOrDefault(Labels.POD_UID, "");
    }
}
