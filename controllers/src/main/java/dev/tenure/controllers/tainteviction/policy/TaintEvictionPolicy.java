package dev.tenure.controllers.tainteviction.policy;

import dev.tenure.controllers.node.NodeLimit;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.StandingChoice;
import dev.tenure.rules.taint.TaintChoice;
import dev.tenure.rules.taint.TolerationRule;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// How pods leave because of some taints.
///
/// @param taints the taints that it is about
/// @param pods the labels of the pods that it is about
/// @param namespaces their namespaces; empty for all
/// @param standing which of the taints make pods leave that only keep new ones away by themselves
/// @param stays how long stays are
/// @param replacing whether pods leave only once others stand ready in their place
/// @param budgets whether disruption budgets are asked, and how long they may hold a pod
/// @param podsPerMinute how many pods leave at most; absent without a limit
/// @param brake how many nodes may have such a taint before nobody leaves any more
/// @param paused whether nobody leaves
public record TaintEvictionPolicy(
        String name,
        TaintChoice taints,
        LabelSelector pods,
        Set<String> namespaces,
        StandingChoice standing,
        Stays stays,
        Replacing replacing,
        Budgets budgets,
        Optional<Integer> podsPerMinute,
        Optional<NodeLimit> brake,
        boolean paused) {
    /// How long pods stay under a taint.
    ///
    /// @param min at least so long, whether they tolerate it or not
    /// @param secondsMax at most so long, if they tolerate it for a while; those that do for ever stay for
    ///     ever
    /// @param tolerated how long those stay that do not tolerate it themselves; absent where they do not
    public record Stays(Optional<Duration> min, OptionalLong secondsMax, Optional<Stay> tolerated) {
        public static final Stays AS_TOLERATED = new Stays(Optional.empty(), OptionalLong.empty(), Optional.empty());
    }

    /// When the pods come that take the place of those that leave.
    public sealed interface Replacing {
        /// How long after it should have left a pod may be held; absent for ever.
        Optional<Duration> deadline();

        /// After they have left, as in Kubernetes.
        record After() implements Replacing {
            @Override
            public Optional<Duration> deadline() {
                return Optional.empty();
            }
        }

        /// Before: a pod of a Deployment leaves when another one is ready, or at last this long after it
        /// should have left.
        ///
        /// @param most how many pods more than wanted there may be at once in all Deployments; absent: any
        record First(Optional<Duration> deadline, Optional<Integer> most) implements Replacing {}
    }

    /// What disruption budgets have to say.
    public sealed interface Budgets {
        /// How long after it should have left a pod may be held; absent for ever.
        Optional<Duration> deadline();

        /// Nothing, as in Kubernetes.
        record Ignored() implements Budgets {
            @Override
            public Optional<Duration> deadline() {
                return Optional.empty();
            }
        }

        /// A pod leaves when they let it, or at last this long after it should have left.
        record Asked(Optional<Duration> deadline) implements Budgets {}
    }

    public TaintEvictionPolicy {
        namespaces = Frozen.set(namespaces);
    }

    /// Whether it is about a taint.
    public boolean isAbout(Taint taint) {
        return taints.means(taint);
    }

    /// Whether it is about a taint, and no exception can change that whose expression cannot be answered:
    /// asked where pods leave earlier because of it.
    public boolean isSurelyAbout(Taint taint) {
        return taints.surelyMeans(taint);
    }

    /// Whether it is about a taint, and pods leave because of that: by itself, or because this policy says
    /// so.
    public boolean isAboutEvicting(Taint taint) {
        return (TolerationRule.EVICTS.contains(taint.effect()) && isAbout(taint)) || standing.means(taint);
    }

    /// Whether it makes a pod leave because of a taint that by itself only keeps new ones away.
    ///
    /// @param pod that does not tolerate it
    public boolean makesLeave(Pod pod, Taint taint) {
        return standing.means(taint) && isAbout(pod) && standing.spares(pod).isEmpty();
    }

    /// Whether it is about a pod.
    public boolean isAbout(StoredObject pod) {
        return isAbout(pod.key().namespace(), pod.header().labels());
    }

    /// Whether it is about a pod.
    public boolean isAbout(Pod pod) {
        return isAbout(pod.meta().namespace(), pod.meta().labels());
    }

    /// Whether it is about pods with these labels.
    public boolean isAbout(String namespace, Map<String, String> labels) {
        return (namespaces.isEmpty() || namespaces.contains(namespace)) && pods.matches(labels);
    }

    /// How long the next pod waits after one that left.
    public Optional<Duration> pace() {
        return podsPerMinute.map(Duration.ofMinutes(1)::dividedBy);
    }
}
