package dev.tenure.kubelet.garbage;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Which images a node removes: those that nothing used for too long, and, when their file system is too
/// full, the longest unused until enough is free. Sizes are the runtime's; layers that images share count for
/// each. Upstream: images/image_gc_manager.go.
public final class ImageGarbageRule {
    private static final int PERCENT = 100;

    private ImageGarbageRule() {}

    /// When images go.
    ///
    /// @param highPercent of the file system in use from which images go
    /// @param lowPercent in use down to which they go
    /// @param ageMin an image seen for a shorter time stays
    /// @param ageMax one unused for a longer time goes anyway; zero: never
    public record Settings(int highPercent, int lowPercent, Duration ageMin, Duration ageMax) {
        public static final Settings STANDARD = new Settings(85, 80, Duration.ofMinutes(2), Duration.ZERO);

        /// Whether there is anything to do now and then.
        public boolean active() {
            return highPercent != PERCENT || !ageMax.isZero();
        }
    }

    /// An image that nothing uses and that is not held.
    ///
    /// @param lastUsed absent when it was never seen in use
    public record Unused(String id, long sizeBytes, Instant firstSeen, Optional<Instant> lastUsed) {}

    /// How full a file system is in percent, rounded up. Zero capacity is no file system: absent.
    public static Optional<Integer> usedPercent(long capacityBytes, long availableBytes) {
        if (capacityBytes <= 0) {
            return Optional.empty();
        }
        long available = Math.min(availableBytes, capacityBytes);
        return Optional.of((int) (PERCENT - available * PERCENT / capacityBytes));
    }

    /// How many bytes have to be freed; absent when it is not too full.
    public static OptionalLong excess(long capacityBytes, long availableBytes, Settings settings) {
        Optional<Integer> used = usedPercent(capacityBytes, availableBytes);
        if (used.isEmpty() || used.get() < settings.highPercent()) {
            return OptionalLong.empty();
        }
        long available = Math.min(availableBytes, capacityBytes);
        return OptionalLong.of(capacityBytes * (PERCENT - settings.lowPercent()) / PERCENT - available);
    }

    /// Images unused for too long, whatever the room. Upstream oddity: one that was never used counts as
    /// unused since ever, however new it is.
    ///
    /// @param uptime of the agent, which has to have watched for that long
    public static List<Unused> outdated(List<Unused> images, Instant now, Duration uptime, Settings settings) {
        Duration limit = settings.ageMax();
        if (limit.isZero() || uptime.compareTo(limit) <= 0) {
            return List.of();
        }
        return inOrder(images).stream()
                .filter(image -> image.lastUsed()
                        .map(used -> Duration.between(used, now).compareTo(limit) > 0)
                        .orElse(true))
                .toList();
    }

    /// Images to remove so that so many bytes are free, the longest unused first; all that may go when these
    /// do not suffice.
    public static List<Unused> toFree(List<Unused> images, Instant now, long bytes, Duration ageMin) {
        var chosen = new ArrayList<Unused>();
        long freed = 0;
        for (Unused image : inOrder(images)) {
            if (freed >= bytes) {
                break;
            }
            boolean inUseNow = image.lastUsed().map(used -> !used.isBefore(now)).orElse(false);
            boolean tooNew = Duration.between(image.firstSeen(), now).compareTo(ageMin) < 0;
            if (!inUseNow && !tooNew) {
                chosen.add(image);
                freed += image.sizeBytes();
            }
        }
        return chosen;
    }

    private static List<Unused> inOrder(List<Unused> images) {
        return images.stream()
                .sorted(Comparator.comparing((Unused image) -> image.lastUsed().orElse(Instant.MIN))
                        .thenComparing(Unused::firstSeen))
                .toList();
    }
}
