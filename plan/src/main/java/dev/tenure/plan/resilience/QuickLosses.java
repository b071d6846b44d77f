package dev.tenure.plan.resilience;

import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.RestingCluster;
import dev.tenure.plan.source.ClusterDump;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// The fast way beside the plain one, which plays every loss in a world of its own ([Resilience]).
///
/// A world takes seconds for a cluster of 5,000 nodes, nearly all of them for what does not change: reading
/// objects, filling caches, waiting until controllers find nothing to do. Here the cluster is let alone in
/// one world, once. If nothing happens there, then all that happens after a loss is its consequence, and few
/// parts have a say in it. Each of them decides here by the rule that it decides by there:
///
/// * the node's pods cease to be ready when its silence is found out, and leave when the stay of the
///   toleration ends that matches the taint first (`rules.taint`); a drain asks the budget of each pod
///   (`rules.budget`), again and again;
/// * a controller makes another pod of its template; the API server of that one world was asked once for each
///   workload what it would make of it, with defaults, quotas and admission;
/// * the scheduler puts it on a node: its cache, filled once, and its placers (`scheduler.fast`,
///   `scheduler.cycle`). Pods and taints are put on the cache for one loss and taken off for the next;
/// * budgets and services are counted as pods cease and begin to be ready.
///
/// What is not decided alike: which of equally good nodes a pod gets. That is chance in both, so two losses
/// can only differ where it decides whether the last pods fit, or how pods of several sizes share the last
/// room. Pods that leave at one moment are placed in the order of their names here; in a world it is the
/// order in which controllers come to it.
///
/// Whatever else has a say makes the loss unclear, and it is played in a world of its own after all: zones,
/// where nodes are tainted one by one and ever more slowly; nodes that are not in order or whose zone falls
/// ill with them; Jobs and DaemonSets whose pods leave; workloads that are not whole, or amid a rollout;
/// quotas without room; new pods that take the place of others, that need volumes to be made or bound, or
/// that go to the lost node again; pods that wait since before and would find a node now; stays that end with
/// the forecast. A cluster that does not rest has all its losses played. How many were, and why, is reported.
///
/// QuickLossesTest holds both against each other. Confined to one thread; any number may share one
/// LossGround.
final class QuickLosses {
    private final LossGround ground;
    private final LossBoard board;
    private final LossTally tally;
    private final List<String> notes;
    private final long seed;

    /// What is worked out of a loss.
    sealed interface Answer {
        record Known(Loss loss) implements Answer {}

        /// @param why as a clause
        record Unclear(String why) implements Answer {}
    }

    /// @param notes of every loss
    QuickLosses(LossGround ground, RestingCluster cluster, List<String> notes) {
        this.ground = ground;
        this.notes = notes;
        seed = ground.options().seed();
        var random = new Random(seed);
        board = new LossBoard(ground, cluster.scheduler(random), random);
        tally = new LossTally(ground);
    }

    /// What they are worked out from. To be made on one thread.
    static LossGround ground(ClusterDump dump, RestingCluster cluster, ForecastOptions options) {
        return LossGround.of(dump, cluster, options, LossBoard.TYPES);
    }

    /// Equal losses of equal clusters give equal answers, whatever was asked before.
    Answer of(Loss.Event event) {
        board.begin(seed + event.words().hashCode());
        try {
            Optional<String> unclear = play(event);
            if (unclear.isEmpty() && board.wakesAnother()) {
                unclear = Optional.of("a pod that waits since before finds a node");
            }
            return unclear.<Answer>map(Answer.Unclear::new).orElseGet(() -> new Answer.Known(tally.loss(event, notes)));
        } finally {
            tally.clear();
            board.undo();
        }
    }

    private Optional<String> play(Loss.Event event) {
        return switch (event) {
            case Loss.Event.ZoneLost _ -> Optional.of("the nodes of a zone are lost one by one");
            case Loss.Event.NodeLost(var node) ->
                site(node)
                        .map(site -> new LossCourse(ground, board, tally).lose(site))
                        .orElse(Optional.of("the node is not there any more"));
            case Loss.Event.NodeDrained(var node) ->
                site(node)
                        .map(site -> new DrainCourse(ground, board, tally, site).drain())
                        .orElse(Optional.of("the node is not there any more"));
        };
    }

    private Optional<LossGround.Site> site(String node) {
        return Optional.ofNullable(ground.sites().get(node));
    }
}
