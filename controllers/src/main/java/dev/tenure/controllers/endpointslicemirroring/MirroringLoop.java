package dev.tenure.controllers.endpointslicemirroring;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.model.core.Service;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/// The shell of the endpointslicemirroring controller: looks again when Endpoints, their service, or slices
/// that it has written change. Every method runs on its loop.
public final class MirroringLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "endpointslice-mirroring-controller";

    private static final ResourceType SLICES = new ResourceType(
            "discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", ResourceType.Scope.NAMESPACED);
    /// The slices that this controller has written, by the service.
    private static final Grouping MIRRORED = slice -> mirrors(slice)
            ? group(slice.key().namespace(), slice.header().labels().getOrDefault(MirrorShape.SERVICE_NAME, ""))
            : "";

    private static final int WORKERS_MAX = 5;

    private final EventRecorder events;
    private final MirroringCalls calls;
    private final ReconcileQueue<ObjectKey> queue;
    private final Informer endpoints;
    private final Informer services;
    private final Informer slices;

    public MirroringLoop(ControllerContext context) {
        this.events = new EventRecorder(context.loop(), context.client(), NAME);
        this.calls = new MirroringCalls(context.client(), SLICES);
        this.queue = new ReconcileQueue<>(context.loop(), NAME, WORKERS_MAX, this::plan);
        this.endpoints = context.informers().all(ResourceTypes.ENDPOINTS, new EndpointsChanges());
        this.services = context.informers().all(ResourceTypes.SERVICES, new ServiceChanges());
        this.slices = context.informers().all(SLICES, new SliceChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        endpoints.start();
        services.start();
        slices.start();
    }

    private void beginWhenSynced() {
        if (endpoints.hasSynced() && services.hasSynced() && slices.hasSynced()) {
            queue.start();
        }
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        List<StoredObject> written = List.copyOf(slices.in(MIRRORED, group(key.namespace(), key.name())));
        Optional<StoredObject> source = endpoints.get(key).filter(this::isToBeMirrored);
        if (source.isEmpty()) {
            return written.isEmpty() ? Optional.empty() : Optional.of(() -> calls.forget(key.namespace(), key.name()));
        }
        ObjectNode tree = MirroringCalls.tree(source.get());
        MirrorShape.Plan plan = MirrorShape.plan(
                tree, written.stream().map(MirroringCalls::tree).toList());
        if (plan.isEmpty() || source.get().header().deleting()) {
            return Optional.empty();
        }
        if (plan.skipped() > 0) {
            events.record(
                    InvolvedObject.of(ResourceTypes.ENDPOINTS, source.get()),
                    EventRecorder.Type.Warning,
                    "TooManyAddressesToMirror",
                    "A max of %d addresses can be mirrored to EndpointSlices per Endpoints subset. %d addresses were skipped"
                            .formatted(MirrorShape.ADDRESSES_MAX, plan.skipped()));
        }
        return Optional.of(() -> calls.mirror(tree, key.namespace(), key.name()));
    }

    private boolean isToBeMirrored(StoredObject source) {
        Map<String, String> annotations = source.view(ObjectMeta.class).annotations();
        ObjectKey service = ResourceTypes.SERVICES.key(
                source.key().namespace(), source.key().name());
        return MirrorShape.mirrored(source.header().labels(), annotations)
                && services.get(service)
                        .filter(found -> found.view(Service.class).selector().isEmpty())
                        .isPresent();
    }

    private static String group(String namespace, String service) {
        return namespace + "/" + service;
    }

    private static boolean mirrors(StoredObject slice) {
        return MirrorShape.MANAGER.equals(slice.header().labels().get(MirrorShape.MANAGED_BY));
    }

    private void lookAt(String namespace, String name) {
        queue.add(ResourceTypes.ENDPOINTS.key(namespace, name));
    }

    private final class EndpointsChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            queue.add(after.key());
        }

        @Override
        public void deleted(StoredObject last) {
            queue.add(last.key());
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    private final class ServiceChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            boolean same = before.isPresent() && selects(before.get()) == selects(after);
            if (!same) {
                deleted(after);
            }
        }

        private static boolean selects(StoredObject service) {
            return !service.view(Service.class).selector().isEmpty();
        }

        @Override
        public void deleted(StoredObject last) {
            lookAt(last.key().namespace(), last.key().name());
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    /// Puts right what somebody else has changed or deleted.
    private final class SliceChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            before.filter(MirroringLoop::mirrors).ifPresent(this::deleted);
            if (mirrors(after)) {
                deleted(after);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            if (mirrors(last)) {
                String service = last.header().labels().getOrDefault(MirrorShape.SERVICE_NAME, "");
                lookAt(last.key().namespace(), service);
            }
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }
}
