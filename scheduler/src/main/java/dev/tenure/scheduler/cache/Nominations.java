package dev.tenure.scheduler.cache;

import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which waiting pods are to run on which node once room has been made there. Confined to the loop.
final class Nominations {
    private record Nomination(String node, PodInfo pod) {}

    private final Map<String, Nomination> byUid = new HashMap<>();
    private final Map<String, List<PodInfo>> byNode = new HashMap<>();

    /// Puts a pod on a node's list, off any other, and tells which other that was.
    Optional<String> nominate(PodInfo pod, String node) {
        Optional<String> before = withdraw(pod.uid());
        byUid.put(pod.uid(), new Nomination(node, pod));
        byNode.computeIfAbsent(node, name -> new ArrayList<>()).add(pod);
        return before.filter(other -> !other.equals(node));
    }

    /// Takes a pod off its list and tells which node that was of, if it was on any.
    Optional<String> withdraw(String uid) {
        Nomination old = byUid.remove(uid);
        if (old == null) {
            return Optional.empty();
        }
        List<PodInfo> pods = byNode.get(old.node());
        if (pods != null) {
            pods.remove(old.pod());
            if (pods.isEmpty()) {
                byNode.remove(old.node());
            }
        }
        return Optional.of(old.node());
    }

    List<PodInfo> to(String node) {
        List<PodInfo> pods = byNode.get(node);
        return pods == null ? List.of() : pods;
    }

    boolean isEmpty() {
        return byUid.isEmpty();
    }
}
