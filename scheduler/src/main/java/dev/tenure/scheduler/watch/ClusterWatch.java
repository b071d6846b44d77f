package dev.tenure.scheduler.watch;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.core.Namespace;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.ReplicationController;
import dev.tenure.model.core.Service;
import dev.tenure.model.device.ResourceSlice;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.model.storage.CsiNode;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.queue.SchedulingQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// One informer per kind that plugins look at. Kinds that the server does not serve are asked for again
/// now and then, and nobody waits for them. Confined to the loop.
public final class ClusterWatch {
    private static final Duration PROBE_AGAIN = Duration.ofSeconds(30);
    private static final Duration PROBE_AFTER_FAILURE = Duration.ofSeconds(1);

    /// What the watch keeps in step.
    public record Kept(SchedulerCache cache, SchedulingQueue queue, PodFeed pods) {}

    /// Who is notified of progress.
    public interface Listener {
        /// All that is served is known; called once.
        void synced();

        /// A batch of changes has been taken in.
        void batchEnded();
    }

    private record Source(ResourceType type, InformerHandler handler) {}

    private final EventLoop loop;
    private final ClusterClient client;
    private final Kept kept;
    private final Listener listener;
    private final Set<ResourceType> awaited = new HashSet<>();
    private final List<Informer> informers = new ArrayList<>();
    private boolean stopped;

    public ClusterWatch(EventLoop loop, ClusterClient client, Kept kept, Listener listener) {
        this.loop = loop;
        this.client = client;
        this.kept = kept;
        this.listener = listener;
    }

    /// To be called on the loop, once.
    public void start() {
        List<Source> sources = sources();
        sources.forEach(source -> awaited.add(source.type()));
        sources.forEach(this::probe);
    }

    /// To be called on the loop.
    public void stop() {
        stopped = true;
        informers.forEach(Informer::stop);
    }

    private List<Source> sources() {
        SchedulerCache cache = kept.cache();
        SchedulingQueue queue = kept.queue();
        var selectors = cache.defaultSelectors();
        var storage = cache.storage();
        var devices = cache.devices();
        var sources = new ArrayList<Source>();
        sources.add(new Source(ResourceTypes.NODES, new NodeFeed(cache, queue)));
        sources.add(new Source(ResourceTypes.PODS, kept.pods()));
        sources.add(new Source(ResourceTypes.RESOURCE_CLAIMS, new DeviceClaimFeed(devices, queue)));
        sources.add(new Source(ResourceTypes.DEVICE_CLASSES, new DeviceClassFeed(devices, queue)));
        for (ObjectFeed<?> feed : List.of(
                quiet(ResourceTypes.NAMESPACES, Namespace.class, cache::put, cache::remove),
                quiet(ResourceTypes.SERVICES, Service.class, selectors::put, selectors::remove),
                quiet(
                        ResourceTypes.REPLICATION_CONTROLLERS,
                        ReplicationController.class,
                        selectors::put,
                        selectors::remove),
                quiet(ResourceTypes.REPLICA_SETS, ReplicaSet.class, selectors::put, selectors::remove),
                quiet(ResourceTypes.STATEFUL_SETS, StatefulSet.class, selectors::put, selectors::remove),
                quiet(ResourceTypes.POD_DISRUPTION_BUDGETS, PodDisruptionBudget.class, cache::put, cache::remove),
                quiet(ResourceTypes.PERSISTENT_VOLUMES, PersistentVolume.class, storage::put, storage::remove)
                        .notifying(EventKind.VOLUME_ADDED, EventKind.VOLUME_UPDATED, queue::happened),
                quiet(
                                ResourceTypes.PERSISTENT_VOLUME_CLAIMS,
                                PersistentVolumeClaim.class,
                                storage::put,
                                storage::remove)
                        .notifying(EventKind.CLAIM_ADDED, EventKind.CLAIM_UPDATED, queue::happened),
                quiet(ResourceTypes.STORAGE_CLASSES, StorageClass.class, storage::put, storage::remove)
                        .notifying(EventKind.STORAGE_CLASS_ADDED, EventKind.STORAGE_CLASS_UPDATED, queue::happened),
                quiet(ResourceTypes.CSI_NODES, CsiNode.class, storage::put, storage::remove)
                        .notifying(EventKind.CSI_NODE_ADDED, EventKind.CSI_NODE_UPDATED, queue::happened),
                quiet(ResourceTypes.RESOURCE_SLICES, ResourceSlice.class, devices::put, devices::remove)
                        .notifying(
                                EventKind.RESOURCE_SLICE_ADDED, EventKind.RESOURCE_SLICE_UPDATED, queue::happened))) {
            sources.add(new Source(feed.type(), feed));
        }
        return sources;
    }

    private static <T> ObjectFeed<T> quiet(ResourceType type, Class<T> view, Consumer<T> put, Consumer<T> remove) {
        return new ObjectFeed<>(type, view, put, remove, List.of(), event -> {});
    }

    /// Asks whether the kind is served, and begins to follow it when it is.
    private void probe(Source source) {
        if (stopped) {
            return;
        }
        String name = "probe-" + source.type().qualifiedResource();
        loop.work(
                name,
                () -> client.list(source.type(), "", Map.of("limit", "1")),
                outcome -> probed(source, name, outcome));
    }

    private void probed(Source source, String name, Outcome<ApiReply> outcome) {
        if (stopped) {
            return;
        }
        boolean answered = outcome instanceof Outcome.Done<ApiReply>(ApiReply.Many _);
        if (answered) {
            follow(source);
            return;
        }
        boolean unserved = outcome instanceof Outcome.Done<ApiReply>(var reply) && reply.isNotFound();
        if (unserved) {
            settled(source.type());
        }
        Duration pause = unserved ? PROBE_AGAIN : PROBE_AFTER_FAILURE;
        loop.alarm(name, loop.time().now().plus(pause), () -> probe(source));
    }

    private void follow(Source source) {
        var informer = new Informer(loop, client, Informer.Selection.all(source.type()), new Relay(source));
        informers.add(informer);
        informer.start();
    }

    private void settled(ResourceType type) {
        if (awaited.remove(type) && awaited.isEmpty()) {
            listener.synced();
        }
    }

    /// Passes changes on, and word of progress to the listener.
    private final class Relay implements InformerHandler {
        private final Source source;

        Relay(Source source) {
            this.source = source;
        }

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            source.handler().changed(before, after);
        }

        @Override
        public void deleted(StoredObject last) {
            source.handler().deleted(last);
        }

        @Override
        public void synced() {
            settled(source.type());
        }

        @Override
        public void batchEnded() {
            listener.batchEnded();
        }
    }
}
