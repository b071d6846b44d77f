package dev.tenure.controllers.machineset;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.Deletion;
import dev.tenure.controllers.machineset.MachineScaleRule.Policy;
import dev.tenure.controllers.node.TaintsShape;
import dev.tenure.controllers.workload.WorkloadCalls;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// The calls of the machine controllers. What is called here blocks; each call says whether it succeeded.
final class MachineCalls {
    /// Keeps a machine until its node is gone.
    static final String FINALIZER = "machine.machine.openshift.io";

    /// The labels of a machine that its columns show and that its node gets.
    private static final Map<String, String> SHOWN = Map.of(
            WellKnownLabels.INSTANCE_TYPE, "machine.openshift.io/instance-type",
            WellKnownLabels.REGION, "machine.openshift.io/region",
            WellKnownLabels.ZONE, "machine.openshift.io/zone");

    private static final int INVALID = 422;
    private static final String PROVIDER = "tenure:///";

    private final ClusterClient client;
    private final WorkloadCalls shared;
    private final Function<String, ObjectNode> nodes;

    /// @param nodes makes a new simulated node of a name
    MachineCalls(ClusterClient client, Function<String, ObjectNode> nodes) {
        this.client = client;
        this.shared = new WorkloadCalls(client, MachineTypes.MACHINE_SETS);
        this.nodes = nodes;
    }

    /// Makes or deletes machines of a set and tells in its status how many there are.
    ///
    /// @param ready the names of nodes that are ready
    boolean settle(StoredObject set, Set<String> ready) {
        ObjectNode tree = Json.readObject(set.json());
        List<Machine> machines = new ArrayList<>();
        if (!(client.list(MachineTypes.MACHINES, set.key().namespace(), Map.of()) instanceof ApiReply.Many page)) {
            return false;
        }
        for (StoredObject one : page.items()) {
            if (one.header().ownerUids().contains(set.uid()) && !one.header().deleting()) {
                machines.add(MachineObjects.machine(one));
            }
        }
        boolean done = set.header().deleting() || scale(set, tree, machines);
        return reportSet(set, tree, machines, ready) && done;
    }

    private boolean scale(StoredObject set, ObjectNode tree, List<Machine> machines) {
        int wanted = tree.path("spec").path("replicas").asInt(1);
        Policy policy = Policy.ofWord(tree.path("spec").path("deletePolicy").asText(""));
        return switch (MachineScaleRule.decide(wanted, policy, machines)) {
            case MachineScaleRule.Verdict.Keep _ -> true;
            case MachineScaleRule.Verdict.Create(int count) -> {
                boolean done = true;
                for (int i = 0; i < count; i++) {
                    done &= client.create(
                                    MachineTypes.MACHINES,
                                    set.key().namespace(),
                                    Document.of(MachineSetShape.machine(set, tree)))
                            .succeededOrGone();
                }
                yield done;
            }
            case MachineScaleRule.Verdict.Delete(List<Machine> surplus) -> {
                boolean done = true;
                for (Machine machine : surplus) {
                    done &= delete(
                            MachineTypes.MACHINES,
                            machine.meta().namespace(),
                            machine.meta().name());
                }
                yield done;
            }
        };
    }

    private boolean reportSet(StoredObject set, ObjectNode tree, List<Machine> machines, Set<String> ready) {
        ObjectNode wanted = MachineSetShape.status(tree, machines, ready);
        return MachineSetShape.isReported(tree.path("status"), wanted)
                || status(MachineTypes.MACHINE_SETS, set, wanted);
    }

    private boolean status(ResourceType type, StoredObject object, ObjectNode status) {
        ObjectNode patch = Json.object();
        patch.set("status", status);
        return shared.merge(type, object, "status", patch);
    }

    private boolean delete(ResourceType type, String namespace, String name) {
        return client.delete(type, namespace, name, Deletion.BY_NAME).succeededOrGone();
    }

    /// Gives a machine its node, with its taints and labels from the start.
    boolean makeNode(StoredObject stored, Machine machine) {
        String id = PROVIDER + machine.qualifiedName();
        ObjectNode node = nodes.apply(machine.meta().name());
        ObjectNode spec = node.withObjectProperty("spec").put("providerID", id);
        ObjectNode meta = node.withObjectProperty("metadata");
        ObjectNode labels = meta.withObjectProperty("labels");
        machine.labels().forEach(labels::put);
        meta.withObjectProperty("annotations").put(NodeLinkRule.ANNOTATION, machine.qualifiedName());
        spec.set("taints", TaintsShape.list(machine.taints()));
        ApiReply made = client.create(ResourceTypes.NODES, "", Document.of(node));
        boolean there = made.isConflict();
        if (made instanceof ApiReply.Failure(var status, var _) && status.code() == INVALID) {
            return refused(stored, status.message());
        }
        if (!there && !made.succeededOrGone()) {
            return false;
        }
        ObjectNode patch = Json.object();
        patch.putObject("spec").put("providerID", id);
        ObjectNode shown = patch.putObject("metadata").putObject("labels");
        SHOWN.forEach((label, column) -> {
            String text = machine.labels().getOrDefault(label, "");
            if (!text.isEmpty()) {
                shown.put(column, text);
            }
        });
        return shared.merge(MachineTypes.MACHINES, stored, "", patch);
    }

    /// The machine cannot have a node as it stands; another try follows when it changes.
    private boolean refused(StoredObject stored, String why) {
        return status(
                MachineTypes.MACHINES,
                stored,
                Json.object()
                        .put("phase", "Failed")
                        .put("errorReason", "InvalidConfiguration")
                        .put("errorMessage", why));
    }

    /// Writes what a node lacks of its machine; fails when the node has changed meanwhile.
    boolean link(StoredObject node, NodeLinkRule.Verdict.Link link) {
        ObjectNode patch = Json.object();
        ObjectNode meta = patch.putObject("metadata").put("resourceVersion", Long.toString(node.revision()));
        meta.putObject("annotations").put(NodeLinkRule.ANNOTATION, link.machine());
        ObjectNode labels = meta.putObject("labels");
        link.labels().forEach(labels::put);
        patch.putObject("spec").set("taints", TaintsShape.list(link.taints()));
        return shared.merge(ResourceTypes.NODES, node, "", patch);
    }

    /// Reports in the status of a machine how far it has come.
    boolean report(StoredObject stored, Machine machine, String phase, List<StoredObject> node) {
        ObjectNode status =
                Json.object().put("phase", phase).putNull("errorReason").putNull("errorMessage");
        for (StoredObject one : node) {
            status.putObject("nodeRef")
                    .put("kind", "Node")
                    .put("name", one.key().name())
                    .put("uid", one.uid());
        }
        boolean same = machine.phase().equals(phase)
                && node.stream().allMatch(one -> one.key().name().equals(machine.node()));
        return same || status(MachineTypes.MACHINES, stored, status);
    }

    /// Removes the node of a machine that is being deleted, then lets the machine go.
    boolean release(StoredObject stored, Machine machine, List<StoredObject> node) {
        for (StoredObject one : node) {
            if (!delete(ResourceTypes.NODES, "", one.key().name())) {
                return false;
            }
        }
        if (!machine.meta().finalizers().contains(FINALIZER)) {
            return true;
        }
        ObjectNode patch = Json.object();
        ArrayNode kept = patch.putObject("metadata").putArray("finalizers");
        machine.meta().finalizers().stream().filter(f -> !f.equals(FINALIZER)).forEach(kept::add);
        return shared.merge(MachineTypes.MACHINES, stored, "", patch);
    }

    static boolean isReady(StoredObject node) {
        return node.view(Node.class).isTrue(Node.READY);
    }
}
