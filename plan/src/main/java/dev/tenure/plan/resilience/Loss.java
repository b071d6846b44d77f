package dev.tenure.plan.resilience;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.change.DrainFilterRule;
import dev.tenure.plan.forecast.EvictionPlan.Summary;
import dev.tenure.rules.fit.Resources;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// One thing that may befall a cluster, and what comes of it.
///
/// @param summary absent when it is not known
/// @param kept pods that were to leave and do not, for example because a budget blocks the drain
/// @param withoutEndpoints services that have endpoints and are left with none for a while, as
///     `namespace/name`
/// @param missing what the pods that stay pending for want of a place ask for, together
/// @param notes what was refused, stuck or is unknown, as sentences
public record Loss(
        Event event,
        Optional<Summary> summary,
        int kept,
        List<String> withoutEndpoints,
        Resources missing,
        List<String> notes) {
    private static final Summary NOTHING = new Summary(0, 0, 0, 0, 0, 0);

    /// The worst first: pods that stay pending, then pods lost, services without endpoints, budgets, data,
    /// evictions.
    public static final Comparator<Loss> WORST_FIRST = Comparator.comparingInt(
                    (Loss loss) -> loss.counts().pending())
            .thenComparingInt(loss -> loss.counts().lost())
            .thenComparingInt(loss -> loss.withoutEndpoints().size())
            .thenComparingInt(Loss::kept)
            .thenComparingInt(loss -> loss.counts().budgetsBroken())
            .thenComparingInt(loss -> loss.counts().dataLost())
            .thenComparingInt(loss -> loss.counts().evicted())
            .reversed()
            .thenComparing(loss -> loss.event().words());

    /// What befalls the cluster.
    public sealed interface Event {
        /// A node falls silent.
        record NodeLost(String node) implements Event {}

        /// A node is drained, as `kubectl drain` does it.
        record NodeDrained(String node) implements Event {}

        /// All nodes of a zone fall silent.
        record ZoneLost(String zone) implements Event {}

        /// For people.
        default String words() {
            return switch (this) {
                case NodeLost(String node) -> "lose node " + node;
                case NodeDrained(String node) -> "drain node " + node;
                case ZoneLost(String zone) -> "lose zone " + zone;
            };
        }

        /// As a change of a plan.
        default Change change() {
            return switch (this) {
                case NodeLost(String node) -> new Change.LoseNodes(NodeChoice.named(node), true);
                case NodeDrained(String node) ->
                    new Change.Drain(NodeChoice.named(node), DrainOptions.IGNORING_DAEMON_SETS);
                case ZoneLost(String zone) -> new Change.LoseNodes(NodeChoice.ofZone(zone), true);
            };
        }
    }

    public Loss {
        withoutEndpoints = List.copyOf(withoutEndpoints);
        notes = List.copyOf(notes);
    }

    /// The summary, or zeros when it is not known.
    public Summary counts() {
        return summary.orElse(NOTHING);
    }

    /// Whether the cluster carries it: nothing stays pending, is lost, is broken on the way, or stays where
    /// it is, and no drain is refused.
    public boolean isCarried() {
        return summary.filter(counts -> counts.pending() == 0
                                && counts.lost() == 0
                                && counts.dataLost() == 0
                                && counts.budgetsBroken() == 0)
                        .isPresent()
                && kept == 0
                && notes.stream().noneMatch(DrainFilterRule::isOfDrain)
                && withoutEndpoints.isEmpty();
    }
}
