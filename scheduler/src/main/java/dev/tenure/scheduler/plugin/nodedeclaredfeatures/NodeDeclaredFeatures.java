package dev.tenure.scheduler.plugin.nodedeclaredfeatures;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.PodSpec;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.PluginState;
import dev.tenure.scheduler.framework.PreFilterPlugin;
import dev.tenure.scheduler.framework.Reach;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Some wishes of a pod need a feature of its node; a node says in its status which ones it has.
public final class NodeDeclaredFeatures implements PreFilterPlugin, FilterPlugin {
    public static final String NAME = "NodeDeclaredFeatures";

    private static final String RESTART_ALL_FEATURE = "RestartAllContainersOnContainerExits";
    private static final String RESTART_ALL_ACTION = "RestartAllContainers";
    private static final String USER_NAMESPACE_FEATURE = "UserNamespacesHostNetworkSupport";
    private static final Verdict LACKING =
            Verdict.Rejected.unresolvable(NAME, "node(s) didn't match Pod's required features");

    private record Needed(Set<String> features) implements PluginState {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean concerns(PodInfo pod, ClusterView cluster) {
        return !needed(pod.pod().spec()).isEmpty();
    }

    @Override
    public PreFilterResult preFilter(Cycle cycle) {
        Set<String> needed = needed(cycle.pod().pod().spec());
        if (needed.isEmpty()) {
            return PreFilterResult.SKIP;
        }
        cycle.put(NAME, new Needed(needed));
        return PreFilterResult.PASS;
    }

    private static Set<String> needed(PodSpec spec) {
        var needed = new HashSet<String>();
        if (Stream.concat(spec.containers().stream(), spec.initContainers().stream())
                .anyMatch(NodeDeclaredFeatures::restartsAll)) {
            needed.add(RESTART_ALL_FEATURE);
        }
        if (spec.hostNetwork() && !spec.hostUsers()) {
            needed.add(USER_NAMESPACE_FEATURE);
        }
        return needed;
    }

    private static boolean restartsAll(Container container) {
        return container.restartPolicyRules().stream()
                .anyMatch(rule -> rule.action().equals(RESTART_ALL_ACTION));
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        Set<String> needed = cycle.require(NAME, Needed.class).features();
        return node.node().status().declaredFeatures().containsAll(needed) ? Verdict.Pass.PASS : LACKING;
    }

    @Override
    public Reach filterReach() {
        return Reach.NODE_TYPE;
    }

    @Override
    public List<Interest> interests() {
        return List.of(
                Interest.always(EventKind.NODE_ADDED, EventKind.NODE_FEATURES_CHANGED),
                Interest.in(NodeDeclaredFeatures::needsOther, EventKind.WAITING_POD_UPDATED));
    }

    private static boolean needsOther(PodInfo waiting, ClusterEvent event) {
        return event instanceof ClusterEvent.OfPod change
                && change.subject().uid().equals(waiting.uid())
                && change.before().isPresent()
                && !needed(change.before().get().pod().spec())
                        .equals(needed(change.subject().pod().spec()));
    }
}
