package dev.tenure.scheduler.queue;

import dev.tenure.scheduler.view.PodClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// The pods that wait for an event, by class and by the plugins that refused them: what helps one of a
/// group helps all, so an event is looked at once per group. Confined to the loop.
final class WaitingPods {
    private record Group(PodClass shape, Set<String> plugins) {}

    private final Map<Group, LinkedHashSet<QueuedPod>> groups = new HashMap<>();
    private int size;

    private static Group groupOf(QueuedPod pod) {
        return new Group(pod.pod().shape(), pod.rejectedBy());
    }

    void add(QueuedPod pod) {
        if (groups.computeIfAbsent(groupOf(pod), key -> new LinkedHashSet<>()).add(pod)) {
            size++;
        }
    }

    void remove(QueuedPod pod) {
        LinkedHashSet<QueuedPod> group = groups.get(groupOf(pod));
        if (group != null && group.remove(pod)) {
            size--;
            if (group.isEmpty()) {
                groups.remove(groupOf(pod));
            }
        }
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /// The groups of whose pods the first one meets the test; the others are not touched, so that many
    /// pods of one group cost an event no more than one. The lists may be kept while pods move.
    List<List<QueuedPod>> groupsWhose(Predicate<QueuedPod> first) {
        var lists = new ArrayList<List<QueuedPod>>();
        for (LinkedHashSet<QueuedPod> group : groups.values()) {
            if (first.test(group.getFirst())) {
                lists.add(List.copyOf(group));
            }
        }
        return lists;
    }

    /// All pods; the list may be kept while pods move.
    List<QueuedPod> all() {
        return groups.values().stream().flatMap(LinkedHashSet::stream).toList();
    }
}
