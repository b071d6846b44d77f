package dev.tenure.node;

import dev.tenure.kubelet.pod.PodLife;
import dev.tenure.kubelet.pod.PodLife.Turn;
import dev.tenure.kubelet.status.PodStatusReport.Ended;
import dev.tenure.model.core.Pod;
import dev.tenure.node.container.PodEvents;
import dev.tenure.runtime.loop.EventLoop;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/// Critical pods that start when others have left, and those others. Confined to its loop.
final class Preemptions {
    private final EventLoop loop;
    private final NodePods pods;
    /// By uid of a critical pod: the uids of those that have to leave before it starts.
    private final Map<String, Set<String>> awaited = new HashMap<>();

    Preemptions(EventLoop loop, NodePods pods) {
        this.loop = loop;
        this.pods = pods;
    }

    /// Others leave so that a critical pod can start; it starts when nothing of them runs any more.
    void preempt(PodEntry entry, List<Pod> victims) {
        var stopping = new LinkedHashSet<String>();
        for (Pod victim : victims) {
            stopping.add(victim.meta().uid());
        }
        awaited.put(entry.uid(), stopping);
        entry.turn(Turn.PUT_OFF);
        makeRoom(entry);
    }

    /// Has those end that have not ended yet.
    void makeRoom(PodEntry entry) {
        Set<String> stopping = awaited.getOrDefault(entry.uid(), Set.of());
        stopping.removeIf(this::leave);
        if (stopping.isEmpty()) {
            awaited.remove(entry.uid());
            entry.turn(Turn.TAKEN);
        }
    }

    /// Has one end, unless it does already.
    ///
    /// @return whether it has ended
    boolean leave(String podUid) {
        PodEntry leaves = pods.entry(podUid).orElse(null);
        if (leaves == null || leaves.life == PodLife.STOPPED) {
            return true;
        }
        if (leaves.ended.isEmpty()) {
            Ended why = Ended.PREEMPTED;
            pods.note(leaves, new PodEvents.Event(true, why.reason(), why.message(), ""));
            pods.end(podUid, why, OptionalLong.empty());
        }
        return false;
    }

    /// Nothing of a pod runs any more.
    void madeRoom(String podUid) {
        for (Map.Entry<String, Set<String>> waits : List.copyOf(awaited.entrySet())) {
            if (!waits.getValue().remove(podUid) || !waits.getValue().isEmpty()) {
                continue;
            }
            awaited.remove(waits.getKey());
            PodEntry entry = pods.entry(waits.getKey()).orElse(null);
            if (entry != null && entry.life == PodLife.AWAITING_ROOM) {
                entry.turn(Turn.TAKEN);
                loop.post("made-room", () -> pods.advance(entry));
            }
        }
    }
}
