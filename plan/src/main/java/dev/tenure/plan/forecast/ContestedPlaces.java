package dev.tenure.plan.forecast;

import dev.tenure.plan.forecast.Tracker.Track;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The pods that look for a node at the same moment as pods of another workload. The scheduler takes them one
/// after the other, each by what those before it have left, and which controller is the first to make its
/// pods is not seen from outside. Immutable.
final class ContestedPlaces {
    /// Controllers that hear of the same thing make their pods within less.
    private static final Duration MOMENT = Duration.ofSeconds(1);

    private final Set<Track> pods = new HashSet<>();
    private final Set<String> workloads = new TreeSet<>();

    private ContestedPlaces() {}

    /// Pods are rivals when they are made at the same moment, or wait and get their nodes at the same moment.
    static ContestedPlaces of(Collection<Track> tracks) {
        var contested = new ContestedPlaces();
        contested.look(tracks, track -> track.made);
        contested.look(tracks, track -> track.placed);
        return contested;
    }

    private void look(Collection<Track> tracks, Function<Track, Optional<Tick>> when) {
        List<Track> inOrder = tracks.stream()
                // the node of a pod of a DaemonSet is given
                .filter(track -> !WaitingDaemons.isOfDaemonSet(track.pod)
                        && when.apply(track).isPresent())
                .sorted(Comparator.comparing(track -> when.apply(track).orElseThrow()))
                .toList();
        var together = new ArrayList<Track>();
        Tick last = new Tick(0);
        for (Track track : inOrder) {
            Tick at = when.apply(track).orElseThrow();
            if (at.since(last).compareTo(MOMENT) > 0) {
                take(together);
                together.clear();
            }
            together.add(track);
            last = at;
        }
        take(together);
    }

    private void take(List<Track> together) {
        Set<String> owners = together.stream().map(ContestedPlaces::workload).collect(Collectors.toSet());
        if (owners.size() > 1 && together.stream().anyMatch(track -> track.placed.isPresent())) {
            pods.addAll(together);
            workloads.addAll(owners);
        }
    }

    private static String workload(Track track) {
        return track.pod.meta().namespace() + "/" + LeftPod.owner(track.pod);
    }

    boolean includes(Track track) {
        return pods.contains(track);
    }

    /// What is open, as a sentence; empty when nothing is.
    Optional<String> note() {
        return workloads.isEmpty() ? Optional.empty() : Optional.of(SideNotes.contested(workloads));
    }
}
