package dev.tenure.console.follow;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The pods of all namespaces or of one, followed by a list and a watch, with what tables search them by.
/// Confined to its loop, but for what [#count] knows.
final class FollowedPods {
    private static final Grouping BY_NODE =
            object -> object.view(Pod.class).spec().nodeName();

    /// How long a server is left alone that could not be reached, while people wait for it.
    static final Duration UNREACHABLE_MAX = Duration.ofSeconds(3);

    private final Informer pods;
    private final PodClassState classes = new PodClassState();
    private final PodRowsState rows = new PodRowsState();
    private final ChangeCount count = new Classifier();

    /// @param namespace empty for all
    FollowedPods(EventLoop loop, ClusterClient client, String namespace) {
        this.pods = new Informer(
                loop, client, new Informer.Selection(ResourceTypes.PODS, namespace, Map.of()), count, UNREACHABLE_MAX);
    }

    private final class Classifier extends ChangeCount {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            classes.changed(before, after);
            rows.changed(after);
            super.changed(before, after);
        }

        @Override
        public void deleted(StoredObject last) {
            classes.deleted(last);
            rows.deleted(last.key());
            super.deleted(last);
        }
    }

    void start() {
        pods.start();
    }

    void stop() {
        pods.stop();
    }

    ChangeCount count() {
        return count;
    }

    PodRowsState rows() {
        return rows;
    }

    Collection<StoredObject> on(String node) {
        return pods.in(BY_NODE, node);
    }

    Map<List<Toleration>, Set<ObjectKey>> classes() {
        return classes.classes();
    }

    Optional<StoredObject> get(ObjectKey key) {
        return pods.get(key);
    }
}
