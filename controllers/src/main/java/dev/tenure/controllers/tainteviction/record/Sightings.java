package dev.tenure.controllers.tainteviction.record;

import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.workload.PodGroups;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.RecordedTaintRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.Tick;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// When pods were seen to come to their nodes, and taints to theirs, by the clock of this process that nobody
/// sets. It is kept up while controllers wait for their turn, too: whoever leads need not believe what
/// servers and the leader before wrote by theirs. Of what was there from the start nothing is known. Confined
/// to one loop.
public final class Sightings {
    private final EventLoop loop;
    private final Informer pods;
    private final Informer nodes;
    private final Map<String, Tick> podsSeen = new HashMap<>();
    private final Map<String, Map<String, Tick>> taintsSeen = new HashMap<>();

    /// @param informers of the same loop
    public Sightings(EventLoop loop, SharedInformers informers) {
        this.loop = loop;
        this.pods = PodGroups.bound(informers, new Pods());
        this.nodes = informers.all(ResourceTypes.NODES, new Nodes());
    }

    /// Begins to look; to be called on the loop, once.
    public void start() {
        pods.start();
        nodes.start();
    }

    /// Absent for a pod that was there from the start.
    public Optional<Tick> pod(String uid) {
        return Optional.ofNullable(podsSeen.get(uid));
    }

    /// The same of a taint.
    ///
    /// @param key as records name it
    /// @param nodeUid of the node that carries it
    public Optional<Tick> taint(String nodeUid, String key) {
        return Optional.ofNullable(taintsSeen.getOrDefault(nodeUid, Map.of()).get(key));
    }

    /// What both kinds have in common: what comes before all is known was there.
    private abstract class Looking implements InformerHandler {
        private boolean synced;

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (synced) {
                changed(before, after, loop.time().now());
            }
        }

        abstract void changed(Optional<StoredObject> before, StoredObject after, Tick seen);

        @Override
        public void synced() {
            synced = true;
        }
    }

    private final class Pods extends Looking {
        @Override
        void changed(Optional<StoredObject> before, StoredObject after, Tick seen) {
            String node = after.view(Pod.class).spec().nodeName();
            boolean was = before.filter(
                            pod -> pod.view(Pod.class).spec().nodeName().equals(node))
                    .isPresent();
            if (!was) {
                podsSeen.put(after.uid(), seen);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            podsSeen.remove(last.uid());
        }
    }

    private final class Nodes extends Looking {
        /// A stay goes on when the node lifecycle swaps one of its two taints for the other.
        @Override
        void changed(Optional<StoredObject> before, StoredObject after, Tick seen) {
            Map<String, Tick> known = taintsSeen.getOrDefault(after.uid(), Map.of());
            List<String> were = before.map(Nodes::keys).orElse(List.of());
            var next = new HashMap<String, Tick>();
            for (String key : keys(after)) {
                String partner = StayStarts.partner(key);
                if (were.contains(key) || were.contains(partner)) {
                    Optional.ofNullable(known.get(were.contains(key) ? key : partner))
                            .ifPresent(tick -> next.put(key, tick));
                } else {
                    next.put(key, seen);
                }
            }
            if (next.isEmpty()) {
                taintsSeen.remove(after.uid());
            } else {
                taintsSeen.put(after.uid(), next);
            }
        }

        private static List<String> keys(StoredObject node) {
            return node.view(Node.class).spec().taints().stream()
                    .map(RecordedTaintRule::key)
                    .toList();
        }

        @Override
        public void deleted(StoredObject last) {
            taintsSeen.remove(last.uid());
        }
    }
}
