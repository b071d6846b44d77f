package dev.tenure.controllers.servicecidr;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;

/// The shell of the controller of ServiceCIDRs: protects each with a finalizer, says when it is ready or why
/// it stays, and lets it go when nothing needs it. Every method runs on its loop.
public final class ServiceCidrLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "service-cidr-controller";

    private static final ResourceType RANGES = ResourceTypes.SERVICE_CIDRS;
    private static final String FINALIZER = "networking.k8s.io/service-cidr-finalizer";
    private static final String READY_MESSAGE = "Kubernetes Service CIDR is ready";
    private static final String STAYS_MESSAGE =
            "There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR";

    /// So long servers may not yet know that a range is to go, and give addresses of it.
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final int WORKERS_MAX = 5;

    private final EventLoop loop;
    private final ClusterClient client;
    private final ReconcileQueue<String> queue;
    private final Informer ranges;
    private final Informer addresses;
    private final Map<String, ObjectNode> trees = new TreeMap<>();
    private final Set<String> used = new TreeSet<>();
    private int synced;

    public ServiceCidrLoop(ControllerContext context) {
        this.loop = context.loop();
        this.client = context.client();
        this.queue = new ReconcileQueue<>(context.loop(), NAME, WORKERS_MAX, this::plan);
        this.ranges = context.informers().all(RANGES, new RangeChanges());
        this.addresses = context.informers().all(ResourceTypes.IP_ADDRESSES, new AddressChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        ranges.start();
        addresses.start();
    }

    private Optional<Callable<Boolean>> plan(String name) {
        ObjectNode range = trees.get(name);
        if (range == null) {
            return Optional.empty();
        }
        String deleted = range.path("metadata").path("deletionTimestamp").asText("");
        return deleted.isEmpty() ? keep(name, range) : remove(name, range, Instant.parse(deleted));
    }

    private Optional<Callable<Boolean>> keep(String name, ObjectNode range) {
        List<Callable<Boolean>> calls = new ArrayList<>();
        if (!isProtected(range)) {
            calls.add(() -> patch(name, "finalizers"));
        }
        if (!readyIs(range, "True", "", READY_MESSAGE)) {
            calls.add(() -> apply(name, "True", "", READY_MESSAGE));
        }
        return ReconcileQueue.allOf(calls);
    }

    private Optional<Callable<Boolean>> remove(String name, ObjectNode range, Instant deleted) {
        if (!RemovalRule.canGo(name, blocks(), used)) {
            return readyIs(range, "False", "Terminating", STAYS_MESSAGE)
                    ? Optional.empty()
                    : Optional.of(() -> apply(name, "False", "Terminating", STAYS_MESSAGE));
        }
        Duration left = Duration.between(loop.time().wall(), deleted.plus(GRACE));
        if (left.isPositive()) {
            queue.addAfter(name, left);
            return Optional.empty();
        }
        return isProtected(range)
                ? Optional.of(() -> patch(name, "$deleteFromPrimitiveList/finalizers"))
                : Optional.empty();
    }

    private Map<String, List<AddressBlock>> blocks() {
        Map<String, List<AddressBlock>> blocks = new TreeMap<>();
        trees.forEach((name, range) -> {
            List<AddressBlock> own = new ArrayList<>();
            range.path("spec")
                    .path("cidrs")
                    .forEach(text -> AddressBlock.parse(text.asText("")).ifPresent(own::add));
            blocks.put(name, own);
        });
        return blocks;
    }

    private static boolean isProtected(ObjectNode range) {
        for (JsonNode finalizer : range.path("metadata").path("finalizers")) {
            if (finalizer.asText("").equals(FINALIZER)) {
                return true;
            }
        }
        return false;
    }

    private static boolean readyIs(ObjectNode range, String status, String reason, String message) {
        for (JsonNode condition : range.path("status").path("conditions")) {
            if (condition.path("type").asText("").equals("Ready")) {
                return condition.path("status").asText("").equals(status)
                        && condition.path("reason").asText("").equals(reason)
                        && condition.path("message").asText("").equals(message);
            }
        }
        return false;
    }

    private boolean patch(String name, String field) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").putArray(field).add(FINALIZER);
        return client.call(
                        Verb.PATCH,
                        target(name, ""),
                        Map.of(),
                        new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)))
                .succeededOrGone();
    }

    private boolean apply(String name, String status, String reason, String message) {
        ObjectNode configuration = Json.object();
        configuration.put("apiVersion", RANGES.apiVersion()).put("kind", RANGES.kind());
        configuration.putObject("metadata").put("name", name);
        configuration
                .putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", status)
                .put("reason", reason)
                .put("message", message)
                .put(
                        "lastTransitionTime",
                        loop.time().wall().truncatedTo(ChronoUnit.SECONDS).toString());
        return client.call(
                        Verb.PATCH,
                        target(name, "status"),
                        Map.of("fieldManager", NAME, "force", "true"),
                        new Body(Body.APPLY_PATCH, Document.of(configuration)))
                .succeededOrGone();
    }

    private static Target target(String name, String subresource) {
        return new Target(RANGES.group(), RANGES.version(), RANGES.resource(), "", name, subresource);
    }

    private void cacheFilled() {
        synced++;
        if (synced == 2) {
            queue.start();
        }
    }

    private final class RangeChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            trees.put(after.key().name(), Document.of(after.content()).tree().deepCopy());
            trees.keySet().forEach(queue::add);
        }

        @Override
        public void deleted(StoredObject last) {
            trees.remove(last.key().name());
            trees.keySet().forEach(queue::add);
        }

        @Override
        public void synced() {
            cacheFilled();
        }
    }

    /// Only addresses that a server gave hold a range.
    private final class AddressChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            JsonNode labels = Document.of(after.content()).tree().at("/metadata/labels");
            if (labels.path("ipaddress.kubernetes.io/managed-by").asText("").equals("ipallocator.k8s.io")) {
                used.add(after.key().name());
            }
        }

        @Override
        public void deleted(StoredObject last) {
            if (used.remove(last.key().name())) {
                trees.keySet().forEach(queue::add);
            }
        }

        @Override
        public void synced() {
            cacheFilled();
        }
    }
}
