package dev.tenure.scheduler.watch;

import dev.tenure.client.informer.InformerHandler;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.queue.PodChangeRule;
import dev.tenure.scheduler.queue.SchedulingQueue;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Brings pods with a node to the cache and those without to the queue. A pod that has ended counts as
/// gone, as upstream never sees it. Confined to the loop.
public final class PodFeed implements InformerHandler {
    private final SchedulerCache cache;
    private final SchedulingQueue queue;
    private final PodClasses classes;
    private final Set<String> schedulerNames;
    private final Map<String, PodInfo> known = new HashMap<>();

    /// @param schedulerNames pods with another one wait for somebody else
    public PodFeed(SchedulerCache cache, SchedulingQueue queue, PodClasses classes, Set<String> schedulerNames) {
        this.cache = cache;
        this.queue = queue;
        this.classes = classes;
        this.schedulerNames = schedulerNames;
    }

    /// The pod as last seen, if it still is to be seen.
    public Optional<PodInfo> latest(String uid) {
        return Optional.ofNullable(known.get(uid));
    }

    /// The pod of a name, if it still is to be seen.
    public Optional<PodInfo> named(String namespace, String name) {
        return known.values().stream()
                .filter(pod -> pod.namespace().equals(namespace)
                        && pod.pod().meta().name().equals(name))
                .findFirst();
    }

    @Override
    public void changed(Optional<StoredObject> before, StoredObject after) {
        Pod pod = after.view(Pod.class);
        if (pod.status().phase().terminal()) {
            forget(pod.meta().uid());
            return;
        }
        PodInfo old = known.get(pod.meta().uid());
        PodInfo now = classes.info(pod, after.revision(), Optional.ofNullable(old));
        known.put(now.uid(), now);
        if (assigned(now)) {
            seenAssigned(Optional.ofNullable(old), now);
        } else if (schedulerNames.contains(pod.spec().schedulerName())) {
            seenWaiting(Optional.ofNullable(old), now);
        }
    }

    @Override
    public void deleted(StoredObject last) {
        forget(last.uid());
    }

    private static boolean assigned(PodInfo pod) {
        return !pod.pod().spec().nodeName().isEmpty();
    }

    private void seenAssigned(Optional<PodInfo> old, PodInfo now) {
        boolean wasAssigned = old.isPresent() && assigned(old.get());
        Optional<PodInfo> nominated = cache.put(now);
        if (!wasAssigned) {
            queue.remove(now);
            queue.happened(new ClusterEvent.OfPod(EventKind.ASSIGNED_POD_ADDED, Optional.empty(), Optional.of(now)));
            nominated.ifPresent(queue::released);
            return;
        }
        for (EventKind kind : PodChangeRule.ofAssigned(old.get(), now)) {
            queue.happened(new ClusterEvent.OfPod(kind, old, Optional.of(now)));
        }
    }

    private void seenWaiting(Optional<PodInfo> old, PodInfo now) {
        Optional<PodInfo> assumed = cache.assumed(now);
        if (assumed.isPresent()) {
            if (now.pod().meta().deleting()) {
                cache.forget(now);
                freed(assumed.get());
            }
            return;
        }
        String nominated = now.pod().status().nominatedNodeName();
        String nominatedBefore =
                old.map(pod -> pod.pod().status().nominatedNodeName()).orElse("");
        Optional<PodInfo> left = Optional.empty();
        if (!nominated.isEmpty()) {
            left = cache.nominate(now, nominated);
        } else if (!nominatedBefore.isEmpty()) {
            left = cache.withdrawNomination(now);
        }
        if (old.isEmpty()) {
            queue.add(now);
        } else {
            queue.update(old.get(), now);
        }
        if (!nominatedBefore.isEmpty() && !nominatedBefore.equals(nominated)) {
            queue.released(old.get());
        } else {
            left.ifPresent(queue::released);
        }
    }

    /// A pod is no longer on its node, or will not come there.
    private void freed(PodInfo pod) {
        queue.happened(new ClusterEvent.OfPod(EventKind.ASSIGNED_POD_DELETED, Optional.of(pod), Optional.empty()));
    }

    private void forget(String uid) {
        PodInfo gone = known.remove(uid);
        if (gone == null) {
            return;
        }
        PodInfo last = cache.assumed(gone).orElse(gone);
        cache.remove(gone);
        Optional<PodInfo> nominated = cache.withdrawNomination(gone);
        queue.remove(gone);
        if (assigned(last)) {
            freed(last);
        } else {
            nominated.or(() -> Optional.of(last).filter(PodInfo::heldNode)).ifPresent(queue::released);
        }
    }
}
