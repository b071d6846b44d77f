package dev.tenure.console.change;

import dev.tenure.console.follow.FollowedCluster;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.shown.LodgingRule;
import dev.tenure.console.shown.LodgingRule.Lodging;
import dev.tenure.console.shown.MissingPart;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.taint.TolerationText;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What a change means for the pods that are there by taints and tolerations alone, told at once, before it
/// is made: who leaves, when, and who stays. What follows from that, forecasts tell.
public final class ChangePreview {
    private static final int PODS_MAX = 200;
    private static final List<Taint> UNREACHABLE = List.of(
            new Taint(WellKnownTaints.UNREACHABLE, "", TaintEffect.NO_EXECUTE),
            new Taint(WellKnownTaints.UNREACHABLE, "", TaintEffect.NO_SCHEDULE));

    private final Viewer viewer;

    public ChangePreview(Viewer viewer) {
        this.viewer = viewer;
    }

    /// A pod that a change makes leave.
    ///
    /// @param seconds from the change on
    private record Leaving(Pod pod, long seconds, String why) {}

    public ObjectNode of(ConsoleChange change) {
        var seen = viewer.copy().see(namespace(change), look -> {
            ObjectNode preview = of(look, change);
            return look.seesPods() ? preview : preview.put("unjudged", true);
        });
        ObjectNode preview = seen.value();
        MissingPart.into(preview, seen.gaps());
        refusal(change).ifPresent(fault -> preview.set("refused", fault.json()));
        return preview.put(
                "command", KubectlCommand.of(change, viewer.identity().kubectl()));
    }

    private static ObjectNode of(FollowedCluster.Look look, ConsoleChange change) {
        return switch (change) {
            case ConsoleChange.AddTaint add ->
                taints(
                        look,
                        add.node(),
                        ChangeMaker.taintsWith(known(look, add.node()).spec().taints(), add));
            case ConsoleChange.RemoveTaint remove ->
                taints(
                        look,
                        remove.node(),
                        ChangeMaker.taintsWithout(
                                known(look, remove.node()).spec().taints(), remove));
            case ConsoleChange.Cordon(String node, boolean on) -> cordon(look, node, on);
            case ConsoleChange.Drain(String node) -> drain(look, node);
            case ConsoleChange.Power(String node, boolean on) -> power(look, node, on);
            case ConsoleChange.Tolerate tolerate -> TolerationsPreview.of(look, tolerate);
            case ConsoleChange.Scale _, ConsoleChange.Apply _ ->
                preview(List.of(), 0, 0).put("unjudged", true);
        };
    }

    /// Whose pods a change is about; empty when about those of all.
    private static String namespace(ConsoleChange change) {
        return change instanceof ConsoleChange.Tolerate tolerate
                ? tolerate.workload().namespace()
                : "";
    }

    /// Why the cluster would refuse the change, by a dry run. Of several manifests one may need another,
    /// which a dry run does not make; so they are not tried.
    private Optional<ConsoleFault> refusal(ConsoleChange change) {
        if (change instanceof ConsoleChange.Apply(var manifests, boolean _) && manifests.size() > 1) {
            return Optional.empty();
        }
        try {
            ChangeMaker.onTrial(viewer.client()).make(change);
            return Optional.empty();
        } catch (ConsoleFault fault) {
            return Optional.of(fault);
        }
    }

    private static Node known(FollowedCluster.Look look, String name) {
        if (!look.seesNodes()) {
            throw MissingPart.of(ResourceTypes.NODES, "").refusal();
        }
        return look.node(name).orElseThrow(() -> ConsoleFault.notFound("nodes \"%s\" not found".formatted(name)));
    }

    private static List<Pod> podsOf(FollowedCluster.Look look, String node) {
        return look.podsOn(node).stream()
                .map(object -> object.view(Pod.class))
                .filter(pod -> !pod.meta().deleting())
                .sorted(Comparator.comparing(Pod::qualifiedName))
                .toList();
    }

    private static ObjectNode taints(FollowedCluster.Look look, String node, List<Taint> after) {
        List<Taint> before = known(look, node).spec().taints();
        List<Leaving> leaving = new ArrayList<>();
        List<Pod> pods = podsOf(look, node);
        int spared = 0;
        int anyway = 0;
        for (Pod pod : pods) {
            Optional<Leaving> then = leaving(pod, after);
            Optional<Leaving> now = leaving(pod, before);
            if (then.isEmpty()) {
                spared += now.isPresent() ? 1 : 0;
            } else if (now.isPresent() && now.get().seconds() <= then.get().seconds()) {
                anyway++;
            } else {
                leaving.add(then.get());
            }
        }
        return preview(leaving, pods.size() - anyway, spared).put("anyway", anyway);
    }

    /// Why and when these taints make a pod leave; empty when they do not.
    private static Optional<Leaving> leaving(Pod pod, List<Taint> taints) {
        return switch (LodgingRule.decide(taints, pod.spec().tolerations())) {
            case Lodging.LeavesAtOnce(Taint taint) -> Optional.of(new Leaving(pod, 0, "does not tolerate " + taint));
            case Lodging.LeavesAfter(Taint taint, var toleration, long seconds, var _) ->
                Optional.of(new Leaving(pod, seconds, "tolerates " + taint + " by " + TolerationText.of(toleration)));
            case Lodging.Places _, Lodging.Avoids _, Lodging.Refuses _ -> Optional.empty();
        };
    }

    private static ObjectNode cordon(FollowedCluster.Look look, String node, boolean on) {
        known(look, node);
        return preview(List.of(), podsOf(look, node).size(), 0)
                .put("fact", on ? "New pods are no longer placed here." : "New pods may be placed here again.");
    }

    private static ObjectNode drain(FollowedCluster.Look look, String node) {
        known(look, node);
        List<Pod> pods = podsOf(look, node);
        List<Leaving> leaving = pods.stream()
                .filter(DrainRule::leaves)
                .map(pod -> new Leaving(pod, 0, "is evicted, unless a disruption budget forbids it"))
                .toList();
        return preview(leaving, pods.size(), 0)
                .put("fact", "New pods are no longer placed here. Pods of DaemonSets stay.");
    }

    /// A node that falls silent is tainted after 50 s, with the usual settings.
    private static ObjectNode power(FollowedCluster.Look look, String node, boolean on) {
        known(look, node);
        List<Pod> pods = podsOf(look, node);
        if (on) {
            return preview(List.of(), pods.size(), 0).put("fact", "The node reports again and its taints go.");
        }
        List<Leaving> leaving =
                pods.stream().flatMap(pod -> leaving(pod, UNREACHABLE).stream()).toList();
        return preview(leaving, pods.size(), 0)
                .put(
                        "note",
                        "Counted from the moment at which the node is found unreachable, with the usual settings 50 s"
                                + " after it stops.");
    }

    private static ObjectNode preview(List<Leaving> leaving, int pods, int spared) {
        ObjectNode preview = Json.object()
                .put("leave", leaving.size())
                .put("stay", pods - leaving.size())
                .put("spared", spared);
        Map<Long, Integer> bySeconds = new TreeMap<>();
        leaving.forEach(each -> bySeconds.merge(each.seconds(), 1, Integer::sum));
        ArrayNode waves = preview.putArray("waves");
        bySeconds.forEach(
                (seconds, count) -> waves.addObject().put("seconds", seconds).put("pods", count));
        ArrayNode shown = preview.putArray("pods");
        leaving.stream()
                .sorted(Comparator.comparingLong(Leaving::seconds))
                .limit(PODS_MAX)
                .forEach(each -> shown.addObject()
                        .put("pod", each.pod().qualifiedName())
                        .put("seconds", each.seconds())
                        .put("why", each.why()));
        return preview;
    }
}
