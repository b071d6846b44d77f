package dev.tenure.console.change;

import dev.tenure.model.core.Taint;
import dev.tenure.plan.change.Change.Apply;
import dev.tenure.plan.change.Change.Cordon;
import dev.tenure.plan.change.Change.Drain;
import dev.tenure.plan.change.Change.LoseNodes;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.change.Change.Nothing;
import dev.tenure.plan.change.Change.Scale;
import dev.tenure.plan.change.Change.TaintNodes;
import dev.tenure.rules.taint.TaintEdit;
import java.util.List;
import java.util.Optional;

/// The console's changes as plans know them. Pure.
public final class PlannedChange {
    private static final String NAMESPACE = "default";

    private PlannedChange() {}

    public static dev.tenure.plan.change.Change of(WhatIf question) {
        return switch (question) {
            case WhatIf.Nothing() -> new Nothing();
            case WhatIf.NodeLost(String node) -> new LoseNodes(NodeChoice.named(node), true);
            case WhatIf.ZoneLost(String zone) -> new LoseNodes(NodeChoice.ofZone(zone), true);
            case WhatIf.Changed(ConsoleChange change) -> of(change);
        };
    }

    private static dev.tenure.plan.change.Change of(ConsoleChange change) {
        return switch (change) {
            case ConsoleChange.AddTaint(String node, Taint taint, boolean overwrite) ->
                new TaintNodes(
                        NodeChoice.named(node),
                        List.of(new TaintEdit(taint.key(), taint.value(), Optional.of(taint.effect()), false)),
                        overwrite);
            case ConsoleChange.RemoveTaint(String node, String key, var effect) ->
                new TaintNodes(NodeChoice.named(node), List.of(new TaintEdit(key, "", effect, true)), false);
            case ConsoleChange.Cordon(String node, boolean on) -> new Cordon(NodeChoice.named(node), on);
            case ConsoleChange.Drain(String node) -> new Drain(NodeChoice.named(node), DrainRule.OPTIONS);
            case ConsoleChange.Power(String node, boolean on) -> new LoseNodes(NodeChoice.named(node), !on);
            case ConsoleChange.Tolerate(var workload, var tolerations, boolean _) ->
                new Apply(List.of(KubectlCommand.applied(workload, tolerations)), NAMESPACE);
            case ConsoleChange.Scale(var workload, int replicas) ->
                new Scale(workload.type().resource(), workload.namespace(), workload.name(), replicas);
            case ConsoleChange.Apply(var manifests, boolean _) -> new Apply(manifests, NAMESPACE);
        };
    }
}
