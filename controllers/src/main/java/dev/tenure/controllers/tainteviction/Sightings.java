package dev.tenure.controllers.tainteviction;

import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.workload.PodGroups;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.Tick;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Before which moment pods had not come to their nodes, and NoExecute taints not to theirs, by the clock of this
/// process
/// that nobody sets. It is kept up while controllers wait for their turn, too: whoever leads next need not believe what
/// servers and the leader before wrote by theirs. Of what was there from the start nothing is known. Confined to one
/// loop.
public final class Sightings {
    private final EventLoop loop;
    private final Informer pods;
    private final Informer nodes;
    private final Map<String, Tick> podsNotBefore = new HashMap<>();
    private final Map<String, Map<String, Tick>> taintsNotBefore = new HashMap<>();

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

    /// When all that had happened by then was known, and a pod was not among those on its node.
    Optional<Tick> pod(String uid) {
        return Optional.ofNullable(podsNotBefore.get(uid));
    }

    /// The same of a taint.
    ///
    /// @param nodeUid of the node that carries it
    Optional<Tick> taint(String nodeUid, String key) {
        return Optional.ofNullable(
                taintsNotBefore.getOrDefault(nodeUid, Map.of()).get(key));
    }

    /// What both kinds have in common: what comes before all is known was there, and `heard` is the last moment by
    /// which
    /// everything was known.
    private abstract class Looking implements InformerHandler {
        private Optional<Tick> heard = Optional.empty();

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            heard.ifPresent(tick -> changed(before, after, tick));
        }

        abstract void changed(Optional<StoredObject> before, StoredObject after, Tick notBefore);

        @Override
        public void synced() {
            heard = Optional.of(loop.time().now());
        }

        @Override
        public void batchEnded() {
            if (heard.isPresent()) {
                synced();
            }
        }
    }

    private final class Pods extends Looking {
        @Override
        void changed(Optional<StoredObject> before, StoredObject after, Tick notBefore) {
            String node = after.view(Pod.class).spec().nodeName();
            boolean was = before.filter(
                            pod -> pod.view(Pod.class).spec().nodeName().equals(node))
                    .isPresent();
            if (!was) {
                podsNotBefore.put(after.uid(), notBefore);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            podsNotBefore.remove(last.uid());
        }
    }

    private final class Nodes extends Looking {
        /// A stay goes on when the node lifecycle swaps one of its two taints for the other.
        @Override
        void changed(Optional<StoredObject> before, StoredObject after, Tick notBefore) {
            Map<String, Tick> known = taintsNotBefore.getOrDefault(after.uid(), Map.of());
            List<String> were = before.map(Nodes::keys).orElse(List.of());
            var next = new HashMap<String, Tick>();
            for (String key : keys(after)) {
                String partner = StayStarts.partner(key);
                if (were.contains(key) || were.contains(partner)) {
                    Optional.ofNullable(known.get(were.contains(key) ? key : partner))
                            .ifPresent(tick -> next.put(key, tick));
                } else {
                    next.put(key, notBefore);
                }
            }
            if (next.isEmpty()) {
                taintsNotBefore.remove(after.uid());
            } else {
                taintsNotBefore.put(after.uid(), next);
            }
        }

        private static List<String> keys(StoredObject node) {
            return node.view(Node.class).spec().taints().stream()
                    .filter(taint -> taint.effect() == TaintEffect.NO_EXECUTE)
                    .map(Taint::key)
                    .toList();
        }

        @Override
        public void deleted(StoredObject last) {
            taintsNotBefore.remove(last.uid());
        }
    }
}
