package dev.tenure.scheduler.plugin.volumezone;

import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Volume;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.PluginState;
import dev.tenure.scheduler.framework.PreFilterPlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A volume that carries labels of a zone or region is reached only from nodes with the same ones.
public final class VolumeZone implements PreFilterPlugin, FilterPlugin {
    public static final String NAME = "VolumeZone";

    private static final List<String> KEYS = List.of(
            WellKnownLabels.BETA_ZONE, WellKnownLabels.BETA_REGION, WellKnownLabels.ZONE, WellKnownLabels.REGION);
    private static final String ZONE_DELIMITER = "__";
    private static final Verdict CONFLICT = Verdict.Rejected.unresolvable(NAME, "node(s) had no available volume zone");

    private record Place(String key, Set<String> values) {}

    private record Places(List<Place> places) implements PluginState {}

    /// Why no places could be found.
    private static final class Refusal extends Exception {
        private static final long serialVersionUID = 1L;

        Refusal(String why) {
            super(why, null, false, false);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean concerns(PodInfo pod, ClusterView cluster) {
        return !pod.claims().isEmpty();
    }

    @Override
    public PreFilterResult preFilter(Cycle cycle) {
        try {
            List<Place> places = places(cycle.pod(), cycle.cluster());
            if (places.isEmpty()) {
                return PreFilterResult.SKIP;
            }
            cycle.put(NAME, new Places(places));
            return PreFilterResult.PASS;
        } catch (Refusal e) {
            return PreFilterResult.of(Verdict.Rejected.unresolvable(NAME, String.valueOf(e.getMessage())));
        }
    }

    private static List<Place> places(PodInfo pod, ClusterView cluster) throws Refusal {
        var places = new ArrayList<Place>();
        for (Volume volume : pod.pod().spec().volumes()) {
            if (volume.source() instanceof Volume.Source.Claim(var name, var _)) {
                PersistentVolumeClaim claim = cluster.claim(pod.namespace(), name)
                        .orElseThrow(() -> new Refusal("persistentvolumeclaim \"" + name + "\" not found"));
                Optional<PersistentVolume> bound = boundVolume(claim, cluster);
                if (bound.isPresent()) {
                    addPlaces(places, bound.get());
                }
            }
        }
        return places;
    }

    /// The volume of a claim; absent when it waits for its first consumer.
    private static Optional<PersistentVolume> boundVolume(PersistentVolumeClaim claim, ClusterView cluster)
            throws Refusal {
        String volume = claim.volumeName();
        if (!volume.isEmpty()) {
            return Optional.of(cluster.volume(volume)
                    .orElseThrow(() -> new Refusal("persistentvolume \"" + volume + "\" not found")));
        }
        String className = claim.className();
        if (className.isEmpty()) {
            throw new Refusal("PersistentVolumeClaim had no pv name and storageClass name");
        }
        StorageClass found = cluster.storageClass(className)
                .orElseThrow(() -> new Refusal("storageclass.storage.k8s.io \"" + className + "\" not found"));
        if (!found.waitForFirstConsumer()) {
            throw new Refusal("PersistentVolume had no name");
        }
        return Optional.empty();
    }

    private static void addPlaces(List<Place> places, PersistentVolume volume) {
        for (String key : KEYS) {
            String value = volume.meta().labels().get(key);
            if (value != null && !List.of(value.split(ZONE_DELIMITER, -1)).contains("")) {
                places.add(new Place(key, Set.of(value.split(ZONE_DELIMITER, -1))));
            }
        }
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        if (KEYS.stream().allMatch(key -> node.label(key) == null)) {
            return Verdict.Pass.PASS;
        }
        for (Place place : cycle.require(NAME, Places.class).places()) {
            String value = node.label(place.key());
            if (value == null) {
                value = node.label(current(place.key()));
            }
            if (value == null || !place.values().contains(value)) {
                return CONFLICT;
            }
        }
        return Verdict.Pass.PASS;
    }

    private static String current(String key) {
        return switch (key) {
            case WellKnownLabels.BETA_ZONE -> WellKnownLabels.ZONE;
            case WellKnownLabels.BETA_REGION -> WellKnownLabels.REGION;
            default -> key;
        };
    }

    @Override
    public List<Interest> interests() {
        return List.of(
                Interest.always(
                        EventKind.STORAGE_CLASS_ADDED,
                        EventKind.NODE_ADDED,
                        EventKind.NODE_LABELS_CHANGED,
                        EventKind.VOLUME_ADDED,
                        EventKind.VOLUME_UPDATED),
                Interest.in(ClusterEvent::isOfOwnClaim, EventKind.CLAIM_ADDED, EventKind.CLAIM_UPDATED));
    }
}
