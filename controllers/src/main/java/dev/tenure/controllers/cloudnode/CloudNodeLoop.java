package dev.tenure.controllers.cloudnode;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.controllers.node.CloudMachine;
import dev.tenure.controllers.node.SimulatedCloudRule;
import dev.tenure.controllers.node.TaintsShape;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// The shell of initialisation: a node that carries the taint `uninitialized` and whose machine runs gets
/// what its cloud knows of it, and loses the taint, in one write. Every method runs on its loop.
public final class CloudNodeLoop {
    /// The name of the controller and the source of its Events.
    public static final String NAME = "cloud-node-controller";

    private static final int WORKERS_MAX = 10;

    private final EventLoop loop;
    private final ClusterClient client;
    private final EventRecorder events;
    private final Informer nodes;
    private final ReconcileQueue<ObjectKey> queue;

    public CloudNodeLoop(ControllerContext context) {
        this.loop = context.loop();
        this.client = context.client();
        this.events = new EventRecorder(loop, client, NAME);
        this.queue = new ReconcileQueue<>(loop, NAME, WORKERS_MAX, this::plan);
        this.nodes = context.informers().all(ResourceTypes.NODES, new NodeChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        nodes.start();
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        return nodes.get(key).filter(CloudNodeLoop::uninitialized).flatMap(stored -> {
            Optional<CloudMachine> machine = SimulatedCloudRule.machine(stored.view(Node.class));
            return machine.isPresent() && machine.get() instanceof CloudMachine.Running running
                    ? Optional.of(() -> initialise(stored, running))
                    : Optional.empty();
        });
    }

    private static boolean uninitialized(StoredObject node) {
        return node.view(Node.class).spec().taints().stream()
                .anyMatch(taint -> taint.key().equals(WellKnownTaints.CLOUD_UNINITIALIZED));
    }

    private boolean initialise(StoredObject stored, CloudMachine.Running machine) {
        Node node = stored.view(Node.class);
        List<Taint> others = node.spec().taints().stream()
                .filter(taint -> !taint.key().equals(WellKnownTaints.CLOUD_UNINITIALIZED))
                .toList();
        ObjectNode patch = TaintsShape.patch(stored.revision(), others);
        ObjectNode labels = patch.withObject("/metadata").putObject("labels");
        label(labels, machine.type(), "node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type");
        label(labels, machine.zone(), WellKnownLabels.ZONE, WellKnownLabels.BETA_ZONE);
        label(labels, machine.region(), WellKnownLabels.REGION, WellKnownLabels.BETA_REGION);
        if (node.spec().providerId().isEmpty()) {
            patch.withObject("/spec").put("providerID", machine.providerId());
        }
        ApiReply reply = client.patch(
                ResourceTypes.NODES, "", node.name(), "", new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(patch)));
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            return status.isNotFound();
        }
        loop.post("event", () -> synced(node));
        return true;
    }

    private static void label(ObjectNode labels, String value, String key, String oldKey) {
        if (!value.isEmpty()) {
            labels.put(key, value).put(oldKey, value);
        }
    }

    private void synced(Node node) {
        var about = InvolvedObject.node(node.name(), node.meta().uid());
        events.record(about, EventRecorder.Type.Normal, "Synced", "Node synced successfully");
    }

    private final class NodeChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (uninitialized(after)) {
                queue.add(after.key());
            }
        }

        @Override
        public void deleted(StoredObject last) {
            // nothing is kept of a node
        }

        @Override
        public void synced() {
            queue.start();
        }
    }
}
