package dev.tenure.controllers.machineset;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The shell of machines: sets make machines, machines get simulated nodes, nodes are linked with their
/// machines. It waits where the kinds are not defined. Every method runs on its loop.
public final class MachineSetLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "machineset-controller";

    private static final int WORKERS_MAX = 10;
    private static final Grouping NODES_BY_PROVIDER =
            node -> node.view(Node.class).spec().providerId();
    /// All machines without an id are one group: they are found by their addresses.
    private static final Grouping MACHINES_BY_PROVIDER = machine -> group(MachineObjects.providerId(machine));

    private final MachineCalls calls;
    private final ReconcileQueue<ObjectKey> queue;
    private final Informer sets;
    private final Informer machines;
    private final Informer nodes;

    /// @param newNode makes a simulated node of a name, to be created
    public MachineSetLoop(ControllerContext context, Function<String, ObjectNode> newNode) {
        this.calls = new MachineCalls(context.client(), newNode);
        this.queue = new ReconcileQueue<>(context.loop(), NAME, WORKERS_MAX, this::plan);
        this.sets = context.informers().all(MachineTypes.MACHINE_SETS, new Changes(this::own));
        this.machines = context.informers().all(MachineTypes.MACHINES, new Changes(this::machineChanged));
        this.nodes = context.informers().all(ResourceTypes.NODES, new Changes(this::nodeChanged));
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        sets.start();
        machines.start();
        nodes.start();
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        if (key.resource().equals(MachineTypes.MACHINE_SETS.resource())) {
            Set<String> ready = nodes.all().stream()
                    .filter(MachineCalls::isReady)
                    .map(node -> node.key().name())
                    .collect(Collectors.toSet());
            return sets.get(key).map(set -> () -> calls.settle(set, ready));
        }
        return machines.get(key).flatMap(this::planMachine);
    }

    private Optional<Callable<Boolean>> planMachine(StoredObject stored) {
        Machine machine = MachineObjects.machine(stored);
        Collection<StoredObject> near =
                machine.providerId().isEmpty() ? nodes.all() : nodes.in(NODES_BY_PROVIDER, machine.providerId());
        List<StoredObject> found = near.stream()
                .filter(node -> NodeLinkRule.belongs(machine, node.view(Node.class)))
                .toList();
        if (stored.header().deleting()) {
            return Optional.of(() -> calls.release(stored, machine, found));
        }
        if (found.isEmpty() && !machine.node().isEmpty()) {
            return Optional.of(() -> calls.report(stored, machine, "Failed", List.of()));
        }
        if (found.isEmpty()) {
            return Optional.of(() -> calls.makeNode(stored, machine));
        }
        StoredObject node = found.getFirst();
        String phase = MachineCalls.isReady(node) ? "Running" : "Provisioned";
        return switch (NodeLinkRule.decide(machine, node.view(Node.class))) {
            case NodeLinkRule.Verdict.Linked _ ->
                Optional.of(() -> calls.report(stored, machine, phase, List.of(node)));
            case NodeLinkRule.Verdict.Link link ->
                Optional.of(() -> calls.link(node, link) && calls.report(stored, machine, phase, List.of(node)));
        };
    }

    private void own(StoredObject changed) {
        queue.add(changed.key());
    }

    private void machineChanged(StoredObject machine) {
        queue.add(machine.key());
        sets.all().stream()
                .filter(set -> machine.header().ownerUids().contains(set.uid()))
                .forEach(set -> queue.add(set.key()));
    }

    private void nodeChanged(StoredObject node) {
        Stream.of("", node.view(Node.class).spec().providerId())
                .distinct()
                .flatMap(id -> machines.in(MACHINES_BY_PROVIDER, group(id)).stream())
                .filter(machine -> NodeLinkRule.belongs(MachineObjects.machine(machine), node.view(Node.class)))
                .toList()
                .forEach(this::machineChanged);
    }

    private static String group(String providerId) {
        return "of " + providerId;
    }

    private void beginWhenSynced() {
        if (sets.hasSynced() && machines.hasSynced() && nodes.hasSynced()) {
            queue.start();
        }
    }

    private final class Changes implements InformerHandler {
        private final Consumer<StoredObject> heard;

        private Changes(Consumer<StoredObject> heard) {
            this.heard = heard;
        }

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            heard.accept(after);
        }

        @Override
        public void deleted(StoredObject last) {
            heard.accept(last);
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }
}
