package dev.tenure.rules.volume;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.selector.NodeTerms;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Decides which of the volumes that exist a claim gets: the one that is kept for it, or else the smallest
/// that is free and large enough; of several equally small ones the first by name.
public final class VolumeMatchRule {
    /// Where the volume must be within reach.
    public sealed interface Place {
        record On(Node node) implements Place {}

        /// No node is known yet.
        ///
        /// @param waits whether the claim waits for its first consumer: then only a volume that is kept
        /// for it will do
        record Anywhere(boolean waits) implements Place {}
    }

    private static final Comparator<PersistentVolume> SMALLEST_FIRST = Comparator.comparing(VolumeMatchRule::size)
            .thenComparing(volume -> volume.meta().name());

    private VolumeMatchRule() {}

    /// @param taken names of volumes that are to be left out
    public static Optional<PersistentVolume> best(
            PersistentVolumeClaim claim, Collection<PersistentVolume> volumes, Place place, Predicate<String> taken) {
        @Nullable PersistentVolume smallest = null;
        for (PersistentVolume volume : volumes) {
            if (taken.test(volume.meta().name()) || !suits(claim, volume)) {
                continue;
            }
            if (volume.claim().isPresent()) {
                return reachable(volume, place) ? Optional.of(volume) : Optional.empty();
            }
            if (available(claim, volume)
                    && reachable(volume, place)
                    && !(place instanceof Place.Anywhere(boolean waits) && waits)
                    && (smallest == null || SMALLEST_FIRST.compare(volume, smallest) < 0)) {
                smallest = volume;
            }
        }
        return Optional.ofNullable(smallest);
    }

    private static boolean reachable(PersistentVolume volume, Place place) {
        return switch (place) {
            case Place.On(Node node) -> reachable(volume, node);
            case Place.Anywhere _ -> true;
        };
    }

    /// Whether the node is one of those from which the volume can be used.
    public static boolean reachable(PersistentVolume volume, Node node) {
        return volume.nodeTerms().isEmpty()
                || NodeTerms.of(volume.nodeTerms().get()).matches(node);
    }

    private static boolean available(PersistentVolumeClaim claim, PersistentVolume volume) {
        return volume.phase().equals("Available")
                && volume.storageClassName().equals(claim.className())
                && (claim.selector().isEmpty()
                        || claim.selector().get().matches(volume.meta().labels()))
                && volume.accessModes().containsAll(claim.accessModes());
    }

    private static boolean suits(PersistentVolumeClaim claim, PersistentVolume volume) {
        return (volume.claim().isEmpty() || keptFor(volume, claim))
                && size(volume).compareTo(claim.requests().get(ResourceList.STORAGE)) >= 0
                && volume.volumeMode().equals(claim.volumeMode())
                && volume.volumeAttributesClassName().equals(claim.volumeAttributesClassName())
                && !volume.meta().deleting();
    }

    /// Whether the volume names this claim, by its uid if it gives one.
    public static boolean keptFor(PersistentVolume volume, PersistentVolumeClaim claim) {
        return volume.claim()
                .filter(reference -> reference.name().equals(claim.meta().name())
                        && reference.namespace().equals(claim.meta().namespace())
                        && (reference.uid().isEmpty()
                                || reference.uid().equals(claim.meta().uid())))
                .isPresent();
    }

    public static Quantity size(PersistentVolume volume) {
        return volume.capacity().get(ResourceList.STORAGE);
    }
}
