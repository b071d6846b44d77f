package dev.tenure.kubelet.eviction.threshold;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Thresholds of the containers' filesystem follow from those of the filesystem on which it lies. What a
/// user wrote for it is replaced where it stands; where there is nothing to copy, an entry that is never
/// met takes the place. Upstream: UpdateContainerFsThresholds in eviction/helpers.go.
public final class ContainerfsRule {
    /// @param thresholds replaced ones at their old places, new ones at the end
    /// @param complaint about the last entry of the user's that was replaced
    public record Derived(List<Threshold> thresholds, Optional<String> complaint) {
        public Derived {
            thresholds = List.copyOf(thresholds);
        }
    }

    private ContainerfsRule() {}

    public static Derived derive(List<Threshold> thresholds, FilesystemLayout layout) {
        boolean images = layout == FilesystemLayout.DEDICATED;
        Signal bytes = images ? Signal.IMAGEFS_AVAILABLE : Signal.NODEFS_AVAILABLE;
        Signal inodes = images ? Signal.IMAGEFS_INODES_FREE : Signal.NODEFS_INODES_FREE;
        var result = new ArrayList<>(thresholds);
        for (boolean hard : new boolean[] {true, false}) {
            place(result, thresholds, hard, bytes, Signal.CONTAINERFS_AVAILABLE);
            place(result, thresholds, hard, inodes, Signal.CONTAINERFS_INODES_FREE);
        }
        return new Derived(result, complaint(thresholds));
    }

    private static void place(
            List<Threshold> result, List<Threshold> given, boolean hard, Signal base, Signal derived) {
        int from = last(given, base, hard);
        Threshold copy = from < 0 ? Threshold.blank(derived) : given.get(from).forSignal(derived);
        int at = last(given, derived, hard);
        if (at < 0) {
            result.add(copy);
        } else {
            result.set(at, copy);
        }
    }

    private static Optional<String> complaint(List<Threshold> given) {
        return given.reversed().stream()
                .filter(each -> each.signal() == Signal.CONTAINERFS_AVAILABLE
                        || each.signal() == Signal.CONTAINERFS_INODES_FREE)
                .findFirst()
                .map(each ->
                        "found %s for %s eviction. ignoring".formatted(each.signal(), each.hard() ? "hard" : "soft"));
    }

    private static int last(List<Threshold> thresholds, Signal signal, boolean hard) {
        for (int i = thresholds.size() - 1; i >= 0; i--) {
            Threshold each = thresholds.get(i);
            if (each.signal() == signal && each.hard() == hard) {
                return i;
            }
        }
        return -1;
    }
}
