package dev.tenure.scheduler.queue;

import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.Plugin;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which events wake which pods, by profile and plugin. Confined to the loop.
public final class Hints {
    private record Hint(String plugin, Interest interest) {}

    private final ClusterView cluster;
    private final Map<String, Profile> profiles = new HashMap<>();
    private final Map<String, Map<EventKind, List<Hint>>> byProfile = new HashMap<>();
    private final Set<EventKind> interesting = EnumSet.noneOf(EventKind.class);

    /// @param cluster as it stands whenever a pod is looked at
    public Hints(Collection<Profile> profiles, ClusterView cluster) {
        this.cluster = cluster;
        for (Profile profile : profiles) {
            this.profiles.put(profile.schedulerName(), profile);
            Map<EventKind, List<Hint>> byKind = new EnumMap<>(EventKind.class);
            profile.plugins().forEach(plugin -> addInterests(plugin, byKind));
            interesting.addAll(byKind.keySet());
            byProfile.put(profile.schedulerName(), byKind);
        }
    }

    private static void addInterests(Plugin plugin, Map<EventKind, List<Hint>> byKind) {
        for (Interest interest : heard(plugin.interests())) {
            for (EventKind kind : interest.kinds()) {
                byKind.computeIfAbsent(kind, key -> new ArrayList<>()).add(new Hint(plugin.name(), interest));
            }
        }
    }

    /// Who wants to hear of new nodes and has no say about taints hears of every change of taints, too:
    /// upstream, scheduler.go, `buildQueueingHintMap`. So a pod that no node has room for tells soon that one
    /// of them has a taint now.
    private static List<Interest> heard(List<Interest> interests) {
        var kinds = EnumSet.noneOf(EventKind.class);
        interests.forEach(interest -> kinds.addAll(interest.kinds()));
        if (!kinds.contains(EventKind.NODE_ADDED) || kinds.contains(EventKind.NODE_TAINTS_CHANGED)) {
            return interests;
        }
        List<Interest> more = new ArrayList<>(interests);
        more.add(Interest.always(EventKind.NODE_TAINTS_CHANGED));
        return more;
    }

    boolean ofInterest(EventKind kind) {
        return interesting.contains(kind);
    }

    /// Whether an event makes a waiting pod worth another try.
    boolean helps(QueuedPod queued, ClusterEvent event) {
        if (queued.rejectedBy().isEmpty() || event instanceof ClusterEvent.Forced) {
            return true;
        }
        String scheduler = queued.pod().pod().spec().schedulerName();
        List<Hint> hints = byProfile.getOrDefault(scheduler, Map.of()).getOrDefault(event.kind(), List.of());
        for (Hint hint : hints) {
            if (queued.rejectedBy().contains(hint.plugin())
                    && hint.interest().helps().helps(queued.pod(), event, cluster)) {
                return true;
            }
        }
        return false;
    }

    /// Whether a pod may be tried.
    Verdict gate(PodInfo pod) {
        Profile profile = profiles.get(pod.pod().spec().schedulerName());
        return profile == null ? Verdict.Pass.PASS : profile.preEnqueue(pod, cluster);
    }
}
