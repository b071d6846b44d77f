package dev.tenure.controllers.endpoint;

import dev.tenure.client.informer.CompletionHandler;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.controllers.workload.SelectedPods;
import dev.tenure.controllers.workload.SelectorGroups;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Service;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/// The shell of the endpoints controller and of the endpointslice controller: what leads to a service is
/// written anew when the service, one of its pods, or what was written changes. Pods and nodes are followed
/// only once there is a service that selects pods. Every method runs on its loop.
public final class EndpointLoop {
    private static final int WORKERS_MAX = 5;

    private static final SelectorGroups BY_SELECTOR = new SelectorGroups(service ->
            Optional.of(service.view(Service.class)).filter(EndpointRule::kept).map(EndpointRule::selector));

    private final EventLoop loop;
    private final EndpointKind kind;
    private final EndpointCalls calls;
    private final ReconcileQueue<ObjectKey> queue;
    private final Informer services;
    private final Informer pods;
    private final Informer nodes;
    private final Informer written;
    private final WrittenSlices slices;
    private final SelectedPods selected;
    private final TriggerTimes triggers = new TriggerTimes();
    private boolean following;

    public EndpointLoop(ControllerContext context, EndpointKind kind) {
        this.loop = context.loop();
        this.kind = kind;
        this.calls = new EndpointCalls(context.client());
        this.queue = new ReconcileQueue<>(context.loop(), kind.controller(), WORKERS_MAX, this::plan);
        this.services = context.informers().all(ResourceTypes.SERVICES, new Services());
        this.pods = context.informers().all(ResourceTypes.PODS, new Pods());
        this.selected = new SelectedPods(pods);
        // the zone of a node is looked up when an endpoint is written
        this.nodes = context.informers().all(ResourceTypes.NODES, new CompletionHandler(this::beginWhenSynced));
        this.written = context.informers().all(kind.type(), new Written());
        this.slices = new WrittenSlices(written);
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        services.start();
    }

    private void followPods() {
        if (!following && !services.groups(BY_SELECTOR).isEmpty()) {
            following = true;
            pods.start();
            nodes.start();
            written.start();
        }
    }

    private void beginWhenSynced() {
        if (services.hasSynced() && pods.hasSynced() && nodes.hasSynced()) {
            queue.start();
        }
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        Optional<StoredObject> found = services.get(key);
        if (found.isEmpty()) {
            return kind.sliced()
                    ? Optional.empty()
                    : Optional.of(() -> calls.deleteEndpoints(key.namespace(), key.name()));
        }
        Service service = found.get().view(Service.class);
        if (!EndpointRule.kept(service) || service.meta().deleting()) {
            return Optional.empty();
        }
        List<Pod> selectedPods = selectedPods(service);
        Map<String, List<PodEndpoint>> behind = behind(service, selectedPods);
        Optional<Instant> trigger = triggers.next(key, service, selectedPods);
        return Optional.of(
                kind.sliced()
                        ? writing(key, service, behind, trigger)
                        : () -> calls.endpoints(service, behind.getOrDefault(main(service), List.of()), trigger));
    }

    private Callable<Boolean> writing(
            ObjectKey key, Service service, Map<String, List<PodEndpoint>> behind, Optional<Instant> trigger) {
        Optional<List<StoredObject>> known = slices.of(key);
        return () -> {
            Optional<List<StoredObject>> existing = known.or(() -> calls.slices(service));
            if (existing.isEmpty()) {
                return false;
            }
            WrittenSlices.Outcome outcome = calls.write(service, behind, existing.get(), trigger);
            loop.post(kind.controller(), () -> slices.wrote(key, outcome));
            return outcome.done();
        };
    }

    private static String main(Service service) {
        return EndpointRule.families(service).getFirst();
    }

    /// In order of name.
    private List<Pod> selectedPods(Service service) {
        return selected.candidates(service.meta().namespace(), service.selector()).stream()
                .filter(pod -> EndpointRule.selects(service, pod.header().labels()))
                .map(pod -> pod.view(Pod.class))
                .sorted(Comparator.comparing(pod -> pod.meta().name()))
                .toList();
    }

    /// The pods behind a service by family of addresses, in their order.
    private Map<String, List<PodEndpoint>> behind(Service service, List<Pod> matching) {
        Map<String, List<PodEndpoint>> behind = new LinkedHashMap<>();
        for (String family : EndpointRule.families(service)) {
            List<PodEndpoint> endpoints = new ArrayList<>();
            for (Pod pod : matching) {
                EndpointRule.endpoint(service, pod, family, zone(pod)).ifPresent(endpoints::add);
            }
            behind.put(family, endpoints);
        }
        return behind;
    }

    private String zone(Pod pod) {
        return nodes.get(ResourceTypes.NODES.key("", pod.spec().nodeName()))
                .map(node -> node.view(Node.class).meta().labels().getOrDefault(WellKnownLabels.ZONE, ""))
                .orElse("");
    }

    private final class Services implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            queue.add(after.key());
            followPods();
        }

        @Override
        public void deleted(StoredObject last) {
            slices.forget(last.key());
            triggers.forget(last.key());
            queue.add(last.key());
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    private final class Pods implements InformerHandler {
        private void wakeLeadingTo(StoredObject pod) {
            BY_SELECTOR.selecting(services, pod).forEach(service -> queue.add(service.key()));
        }

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            boolean matters =
                    before.isEmpty() || EndpointRule.matters(before.get().view(Pod.class), after.view(Pod.class));
            if (matters) {
                before.filter(pod ->
                                !pod.header().labels().equals(after.header().labels()))
                        .ifPresent(this::wakeLeadingTo);
                wakeLeadingTo(after);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            wakeLeadingTo(last);
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    /// Puts right what somebody else has changed or deleted.
    private final class Written implements InformerHandler {
        /// A slice that comes may be one too many: what another leader wrote last may be shown late.
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (before.isPresent() || kind.sliced()) {
                lookAt(after);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            slices.gone(service(last), last);
            lookAt(last);
        }

        private ObjectKey service(StoredObject object) {
            String service = kind.sliced()
                    ? object.header().labels().getOrDefault(EndpointShape.SERVICE_NAME, "")
                    : object.key().name();
            return ResourceTypes.SERVICES.key(object.key().namespace(), service);
        }

        private void lookAt(StoredObject object) {
            ObjectKey key = service(object);
            if (services.get(key).isPresent()) {
                queue.add(key);
            }
        }
    }
}
