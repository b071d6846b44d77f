package dev.tenure.checks.golden.timeline;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.Informer.Selection;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Times;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Plays the kubelet of every node, as the recordings were made: renews leases, reports bound pods as running
/// and ready at once, confirms deletions at once. It never touches the status of a node. Confined to its
/// loop.
final class PlayedKubelets {
    private static final String LEASE_NAMESPACE = "kube-node-lease";
    private static final String HEARTBEAT = "heartbeat";
    private static final int FIRST_SERIAL = 10;
    private static final int SERIALS_PER_BLOCK = 250;

    private final EventLoop loop;
    private final ClusterClient client;
    private final Duration renewEvery;
    private final int leaseSeconds;
    private final Informer nodes;
    private final Informer pods;
    private final Set<String> known = new TreeSet<>();
    private final Set<String> down = new HashSet<>();
    private final Set<String> deaf = new HashSet<>();
    private int serial = FIRST_SERIAL;

    PlayedKubelets(EventLoop loop, ClusterClient client, Duration renewEvery, int leaseSeconds) {
        this.loop = loop;
        this.client = client;
        this.renewEvery = renewEvery;
        this.leaseSeconds = leaseSeconds;
        nodes = new Informer(loop, client, Selection.all(ResourceTypes.NODES), new InformerHandler() {
            @Override
            public void changed(Optional<StoredObject> before, StoredObject after) {
                nodeSeen(after.key().name());
            }

            @Override
            public void deleted(StoredObject last) {
                known.remove(last.key().name());
                down.remove(last.key().name());
            }
        });
        pods = new Informer(loop, client, Selection.all(ResourceTypes.PODS), new InformerHandler() {
            @Override
            public void changed(Optional<StoredObject> before, StoredObject after) {
                run(after);
            }

            @Override
            public void deleted(StoredObject last) {
                // nothing runs any more
            }
        });
    }

    /// To be called on the loop, once.
    void start() {
        nodes.start();
        pods.start();
        loop.alarm(HEARTBEAT, loop.time().now().plus(renewEvery), this::beatAll);
    }

    /// After one last renewal the node falls silent.
    void stop(String node) {
        beat(node);
        down.add(node);
    }

    void resume(String node) {
        down.remove(node);
        beat(node);
        runAllOf(node);
    }

    /// The node renews its lease but does not confirm deletions.
    void deafen(String node) {
        deaf.add(node);
    }

    /// The node has no kubelet from the beginning.
    void silence(String node) {
        down.add(node);
    }

    private void nodeSeen(String name) {
        if (known.add(name)) {
            beat(name);
            runAllOf(name);
        }
    }

    private void beatAll() {
        known.forEach(this::beat);
        loop.alarm(HEARTBEAT, loop.time().now().plus(renewEvery), this::beatAll);
    }

    private boolean isUp(String node) {
        return known.contains(node) && !down.contains(node);
    }

    private void beat(String node) {
        if (!isUp(node)) {
            return;
        }
        ObjectNode spec = Json.object();
        spec.put("holderIdentity", node);
        spec.put("leaseDurationSeconds", leaseSeconds);
        spec.put("renewTime", Times.micros(loop.time().wall()));
        ObjectNode patch = Json.object();
        patch.set("spec", spec);
        loop.work("beat", () -> renew(node, patch), _ -> {});
    }

    private boolean renew(String node, ObjectNode patch) {
        ApiReply reply = client.patch(
                ResourceTypes.LEASES, LEASE_NAMESPACE, node, "", new Body(Body.MERGE_PATCH, Json.write(patch)));
        if (reply instanceof ApiReply.Failure(Status status, var _) && status.code() == 404) {
            ObjectNode lease = patch.deepCopy();
            lease.put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
            lease.putObject("metadata").put("name", node);
            client.create(ResourceTypes.LEASES, LEASE_NAMESPACE, Document.of(lease));
        }
        return true;
    }

    private void runAllOf(String node) {
        for (StoredObject pod : List.copyOf(pods.all())) {
            if (pod.header().fields().getOrDefault("spec.nodeName", "").equals(node)) {
                run(pod);
            }
        }
    }

    private void run(StoredObject stored) {
        ObjectNode pod = Json.readObject(stored.json());
        String node = pod.path("spec").path("nodeName").asText();
        boolean terminating = stored.header().deleting();
        if (node.isEmpty() || !isUp(node) || (terminating && deaf.contains(node))) {
            return;
        }
        if (terminating) {
            confirm(stored);
        } else if (pod.path("status").path("phase").asText().equals("Pending") && !isReady(pod)) {
            serial++;
            report(stored, started(stored, pod));
        } else if (pod.path("status").path("phase").asText().equals("Running") && isOfJob(pod)) {
            report(stored, completed(stored, pod));
        }
    }

    private void confirm(StoredObject pod) {
        ObjectNode options = Json.object().put("gracePeriodSeconds", 0);
        options.putObject("preconditions").put("uid", pod.uid());
        loop.work(
                "confirm",
                () -> client.delete(
                        ResourceTypes.PODS, pod.key().namespace(), pod.key().name(), Document.of(options)),
                _ -> {});
    }

    private void report(StoredObject pod, ObjectNode patch) {
        var body = new Body(Body.STRATEGIC_MERGE_PATCH, Json.write(patch));
        loop.work(
                "report",
                () -> client.patch(
                        ResourceTypes.PODS, pod.key().namespace(), pod.key().name(), "status", body),
                _ -> {});
    }

    private ObjectNode started(StoredObject stored, ObjectNode pod) {
        String now = seconds(loop.time().wall());
        String address = "10.244.%d.%d".formatted(serial / SERIALS_PER_BLOCK, serial % SERIALS_PER_BLOCK + 1);
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", stored.uid());
        ObjectNode status = patch.putObject("status");
        status.put("phase", "Running").put("startTime", now).put("hostIP", "192.0.2.1");
        status.putArray("hostIPs").addObject().put("ip", "192.0.2.1");
        status.put("podIP", address).putArray("podIPs").addObject().put("ip", address);
        var conditions = status.putArray("conditions");
        for (String type : List.of("Initialized", "Ready", "ContainersReady")) {
            conditions.addObject().put("type", type).put("status", "True").put("lastTransitionTime", now);
        }
        for (JsonNode gate : pod.path("spec").path("readinessGates")) {
            conditions
                    .addObject()
                    .put("type", gate.path("conditionType").asText())
                    .put("status", "True")
                    .put("lastTransitionTime", now);
        }
        var containers = status.putArray("containerStatuses");
        for (JsonNode container : pod.path("spec").path("containers")) {
            ObjectNode running = containerStatus(container, true);
            running.putObject("state").putObject("running").put("startedAt", now);
            containers.add(running);
        }
        if (!pod.path("spec").path("initContainers").isEmpty()) {
            var done = status.putArray("initContainerStatuses");
            pod.path("spec").path("initContainers").forEach(container -> done.add(ended(container, true, now)));
        }
        return patch;
    }

    private ObjectNode completed(StoredObject stored, ObjectNode pod) {
        String now = seconds(loop.time().wall());
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", stored.uid());
        ObjectNode status = patch.putObject("status").put("phase", "Succeeded");
        var containers = status.putArray("containerStatuses");
        for (JsonNode container : pod.path("spec").path("containers")) {
            containers.add(ended(container, false, now).put("started", false));
        }
        return patch;
    }

    private static ObjectNode containerStatus(JsonNode container, boolean ready) {
        ObjectNode status = Json.object();
        status.set("name", container.path("name"));
        status.set("image", container.path("image"));
        return status.put("imageID", "").put("ready", ready).put("restartCount", 0);
    }

    private static ObjectNode ended(JsonNode container, boolean ready, String now) {
        ObjectNode status = containerStatus(container, ready);
        status.putObject("state")
                .putObject("terminated")
                .put("exitCode", 0)
                .put("reason", "Completed")
                .put("startedAt", now)
                .put("finishedAt", now);
        return status;
    }

    static boolean isReady(ObjectNode pod) {
        for (JsonNode condition : pod.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    private static boolean isOfJob(ObjectNode pod) {
        for (JsonNode owner : pod.path("metadata").path("ownerReferences")) {
            if (owner.path("kind").asText().equals("Job")) {
                return true;
            }
        }
        return false;
    }

    static String seconds(Instant moment) {
        return moment.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
