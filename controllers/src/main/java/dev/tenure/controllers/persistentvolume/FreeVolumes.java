package dev.tenure.controllers.persistentvolume;

import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.volume.VolumeMatchRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/// The volumes that a claim may have which none is kept for, the smallest first, so that a claim finds its
/// own without a look at all of them. Confined to one loop. Upstream: persistentvolume/index.go, which goes
/// over all of them.
final class FreeVolumes {
    /// What claims ask for in one word each.
    private record Kind(String storageClass, String volumeMode, String attributesClass) {}

    /// Where a volume stands among those of its kind and ways of access.
    private record Rank(Quantity size, String name) implements Comparable<Rank> {
        private static final Comparator<Rank> SMALLEST_FIRST =
                Comparator.comparing(Rank::size).thenComparing(Rank::name);

        @Override
        public int compareTo(Rank other) {
            return SMALLEST_FIRST.compare(this, other);
        }
    }

    private final Map<Kind, Map<Set<String>, NavigableMap<Rank, PersistentVolume>>> kinds = new HashMap<>();
    private final Map<String, PersistentVolume> byName = new HashMap<>();

    /// A volume as it is now.
    void put(PersistentVolume volume) {
        remove(volume.meta().name());
        boolean free = volume.claim().isEmpty()
                && volume.phase().equals("Available")
                && !volume.meta().deleting();
        if (free) {
            byName.put(volume.meta().name(), volume);
            kinds.computeIfAbsent(kind(volume), _ -> new HashMap<>())
                    .computeIfAbsent(modes(volume), _ -> new TreeMap<>())
                    .put(rank(volume), volume);
        }
    }

    /// A volume is gone.
    void remove(String name) {
        PersistentVolume before = byName.remove(name);
        if (before != null) {
            kinds.computeIfPresent(kind(before), (_, byModes) -> {
                byModes.computeIfPresent(modes(before), (_, volumes) -> {
                    volumes.remove(rank(before));
                    return volumes.isEmpty() ? null : volumes;
                });
                return byModes.isEmpty() ? null : byModes;
            });
        }
    }

    boolean isEmpty() {
        return byName.isEmpty();
    }

    private static Kind kind(PersistentVolume volume) {
        return new Kind(volume.storageClassName(), volume.volumeMode(), volume.volumeAttributesClassName());
    }

    private static Set<String> modes(PersistentVolume volume) {
        return Frozen.set(volume.accessModes());
    }

    private static Rank rank(PersistentVolume volume) {
        return new Rank(VolumeMatchRule.size(volume), volume.meta().name());
    }

    /// Of each choice of ways of access that will do for a claim the volume that suits it best. Costs the
    /// number of volumes that are too small for nothing: only those that its selector leaves out are gone
    /// over.
    List<PersistentVolume> best(PersistentVolumeClaim claim) {
        var kind = new Kind(claim.className(), claim.volumeMode(), claim.volumeAttributesClassName());
        var from = new Rank(claim.requests().get(ResourceList.STORAGE), "");
        var found = new ArrayList<PersistentVolume>();
        kinds.getOrDefault(kind, Map.of()).forEach((modes, volumes) -> {
            if (modes.containsAll(claim.accessModes())) {
                volumes.tailMap(from, true).values().stream()
                        .filter(volume -> suits(claim, volume))
                        .findFirst()
                        .ifPresent(found::add);
            }
        });
        return found;
    }

    /// Whether a claim that waits for no pod could have a volume.
    static boolean suits(PersistentVolumeClaim claim, PersistentVolume volume) {
        return VolumeMatchRule.best(claim, List.of(volume), new VolumeMatchRule.Place.Anywhere(false), _ -> false)
                .isPresent();
    }
}
