package dev.tenure.controllers.cloudnodelifecycle;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.controllers.node.CloudMachine;
import dev.tenure.controllers.node.SimulatedCloudRule;
import dev.tenure.controllers.node.TaintsShape;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The shell of machines: looks at the nodes of the cloud once a period and does as [MachineRule] says; what
/// fails is done at the next look. Every method runs on its loop.
public final class CloudNodeLifecycleLoop {
    /// The name of the controller and the source of its Events.
    public static final String NAME = "cloud-node-lifecycle-controller";

    private final EventLoop loop;
    private final ClusterClient client;
    private final Duration period;
    private final EventRecorder events;
    private final Informer nodes;
    /// The nodes that have a machine, by name.
    private final Map<String, StoredObject> machines = new TreeMap<>();
    private final Set<ObjectKey> underWay = new HashSet<>();

    /// @param period time between two looks at all nodes; upstream's flag is `--node-monitor-period`
    public CloudNodeLifecycleLoop(ControllerContext context, Duration period) {
        this.loop = context.loop();
        this.client = context.client();
        this.period = period;
        this.events = new EventRecorder(loop, client, NAME);
        this.nodes = context.informers().all(ResourceTypes.NODES, new NodeChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        nodes.start();
    }

    private void look() {
        loop.alarm(NAME, loop.time().now().plus(period), this::look);
        for (StoredObject node : List.copyOf(machines.values())) {
            Optional<CloudMachine> machine = SimulatedCloudRule.machine(node.view(Node.class));
            if (machine.isPresent() && !underWay.contains(node.key())) {
                act(node, MachineRule.decide(node.view(Node.class), machine.get()));
            }
        }
    }

    private void act(StoredObject node, MachineRule.Verdict verdict) {
        switch (verdict) {
            case MachineRule.Verdict.Keep _ -> {
                // the node is as its machine is
            }
            case MachineRule.Verdict.Delete _ -> delete(node);
            case MachineRule.Verdict.Retaint(List<Taint> taints) -> {
                var body =
                        new Body(Body.STRATEGIC_MERGE_PATCH, Document.of(TaintsShape.patch(node.revision(), taints)));
                underWay.add(node.key());
                loop.work(
                        NAME,
                        () -> client.patch(ResourceTypes.NODES, "", node.key().name(), "", body),
                        _ -> underWay.remove(node.key()));
            }
        }
    }

    private void delete(StoredObject node) {
        String name = node.key().name();
        events.record(
                InvolvedObject.node(name, node.uid()),
                EventRecorder.Type.Normal,
                "DeletingNode",
                "Deleting node %s because it does not exist in the cloud provider".formatted(name));
        var options = Json.object();
        options.putObject("preconditions").put("uid", node.uid());
        underWay.add(node.key());
        loop.work(
                NAME,
                () -> client.delete(ResourceTypes.NODES, "", name, Document.of(options)),
                _ -> underWay.remove(node.key()));
    }

    private final class NodeChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (SimulatedCloudRule.machine(after.view(Node.class)).isPresent()) {
                machines.put(after.key().name(), after);
            } else {
                machines.remove(after.key().name());
            }
        }

        @Override
        public void deleted(StoredObject last) {
            machines.remove(last.key().name());
        }

        @Override
        public void synced() {
            look();
        }
    }
}
