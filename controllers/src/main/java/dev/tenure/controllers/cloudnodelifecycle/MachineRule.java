package dev.tenure.controllers.cloudnodelifecycle;

import dev.tenure.controllers.node.CloudMachine;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import java.util.ArrayList;
import java.util.List;

/// What a node's machine means for the node. Upstream: MonitorNodes.
final class MachineRule {
    private static final Taint SHUT_DOWN = new Taint(WellKnownTaints.CLOUD_SHUTDOWN, "", TaintEffect.NO_SCHEDULE);

    /// What to do.
    sealed interface Verdict {
        record Keep() implements Verdict {}

        record Delete() implements Verdict {}

        /// @param taints all that the node is to have
        record Retaint(List<Taint> taints) implements Verdict {}
    }

    private MachineRule() {}

    /// A node that says it is ready is believed, whatever its cloud says.
    static Verdict decide(Node node, CloudMachine machine) {
        boolean ready = node.isTrue(Node.READY);
        boolean tainted = node.spec().taints().stream().anyMatch(SHUT_DOWN::sameAs);
        if (ready) {
            return tainted ? new Verdict.Retaint(without(node)) : new Verdict.Keep();
        }
        return switch (machine) {
            case CloudMachine.Terminated _ -> new Verdict.Delete();
            case CloudMachine.ShutDown _ -> tainted ? new Verdict.Keep() : new Verdict.Retaint(with(node));
            case CloudMachine.Pending _, CloudMachine.Running _ -> new Verdict.Keep();
        };
    }

    private static List<Taint> with(Node node) {
        List<Taint> taints = new ArrayList<>(node.spec().taints());
        taints.add(SHUT_DOWN);
        return taints;
    }

    private static List<Taint> without(Node node) {
        return node.spec().taints().stream()
                .filter(taint -> !taint.sameAs(SHUT_DOWN))
                .toList();
    }
}
