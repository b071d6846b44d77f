package dev.tenure.sim.fault;

import dev.tenure.sim.world.Component;
import java.time.Duration;
import java.util.List;

/// One thing that goes wrong, or that a user does.
public sealed interface Fault {
    /// In a few words, for a timeline.
    String text();

    /// What befalls nodes.
    sealed interface OfNodes extends Fault {
        @Override
        default String text() {
            return switch (this) {
                case NodesDown(var nodes, var span) ->
                    "nodes %s stop for %s".formatted(String.join(", ", nodes), of(span));
                case Partition(var node, var span) -> "node %s is cut off for %s".formatted(node, of(span));
                case Flap(var node, var times, var down, var up) ->
                    "node %s flaps %d times: %s down, %s up".formatted(node, times, of(down), of(up));
                case HeartbeatsLost(var node, var span) ->
                    "heartbeats of node %s are lost for %s".formatted(node, of(span));
                case HeartbeatsLate(var node, var by, var span) ->
                    "heartbeats of node %s come %s late for %s".formatted(node, of(by), of(span));
                case NodeDeleted(var node, var span) -> "node %s is deleted for %s".formatted(node, of(span));
            };
        }
    }

    /// What befalls processes, their ways to the API server, the store and the clock.
    sealed interface OfProcesses extends Fault {
        @Override
        default String text() {
            return switch (this) {
                case Requests(var component, var how, var share, var span) ->
                    "%.0f %% of the requests of %s meet %s for %s"
                            .formatted(100 * share, component.word(), how, of(span));
                case Crash(var component, var away) ->
                    "%s die and return after %s".formatted(component.word(), of(away));
                case CrashAtWrite(var component, var number, var carriedOut, var away) ->
                    "%s die %s their write number %d and return after %s"
                            .formatted(component.word(), carriedOut ? "after" : "before", number, of(away));
                case SlowWatches(var component, var lag, var span) ->
                    "watches of %s lag %s for %s".formatted(component.word(), of(lag), of(span));
                case BrokenWatches(var component) -> "watches of %s break".formatted(component.word());
                case Compaction() -> "the store forgets its history";
                case ClockStep(var by) -> "the clock is stepped by " + of(by);
            };
        }
    }

    /// What users do.
    sealed interface OfUsers extends Fault {
        @Override
        default String text() {
            return switch (this) {
                case UserTaint(var node, var key, var span) ->
                    "a user taints node %s with %s:NoExecute for %s".formatted(node, key, of(span));
                case Drain(var node, var span) -> "a user drains node %s for %s".formatted(node, of(span));
                case PodDeleted(var number) -> "a user deletes pod number " + number;
                case Scaled(var deployment, var replicas) ->
                    "a user scales deployment %s to %d".formatted(deployment, replicas);
            };
        }
    }

    /// Nodes stop with everything on them, and start again later.
    record NodesDown(List<String> nodes, Duration span) implements OfNodes {
        public NodesDown {
            nodes = List.copyOf(nodes);
        }
    }

    /// A node runs on but reaches nobody.
    record Partition(String node, Duration span) implements OfNodes {}

    /// A node goes down and comes up, again and again.
    record Flap(String node, int times, Duration down, Duration up) implements OfNodes {}

    /// What a node reports of itself does not arrive.
    record HeartbeatsLost(String node, Duration span) implements OfNodes {}

    /// What a node reports of itself arrives so much later.
    record HeartbeatsLate(String node, Duration by, Duration span) implements OfNodes {}

    /// A share of the requests of a component fails.
    ///
    /// @param how what these requests meet
    /// @param share between 0 and 1
    record Requests(Component component, Mishap how, double share, Duration span) implements OfProcesses {}

    /// What a request meets.
    enum Mishap {
        /// It is refused with 500.
        ERROR,
        /// It is refused with 503.
        UNAVAILABLE,
        /// It is refused with 429.
        THROTTLED,
        /// A change is refused with 409.
        CONFLICT,
        /// It is carried out, and the answer is lost.
        ANSWER_LOST
    }

    /// A component ends at once and is started again later.
    record Crash(Component component, Duration away) implements OfProcesses {}

    /// A component ends while one of its changes is on its way.
    ///
    /// @param number which of its changes, counted from now
    /// @param carriedOut whether the change arrives before that
    record CrashAtWrite(Component component, int number, boolean carriedOut, Duration away) implements OfProcesses {}

    /// What the watches of a component tell comes late.
    record SlowWatches(Component component, Duration lag, Duration span) implements OfProcesses {}

    /// All watches of a component end, and their place in the history is lost.
    record BrokenWatches(Component component) implements OfProcesses {}

    /// The store forgets its history.
    record Compaction() implements OfProcesses {}

    /// The wall clock is stepped.
    record ClockStep(Duration by) implements OfProcesses {}

    /// A user taints a node and takes the taint off later.
    record UserTaint(String node, String key, Duration span) implements OfUsers {}

    /// A user drains a node, asking again every few seconds, and lets pods come back at the end.
    record Drain(String node, Duration span) implements OfUsers {}

    /// A user deletes the n-th pod, in order of name.
    record PodDeleted(int number) implements OfUsers {}

    /// A user changes how many pods a Deployment has.
    record Scaled(String deployment, int replicas) implements OfUsers {}

    /// A node object is deleted, and made anew later.
    record NodeDeleted(String node, Duration span) implements OfNodes {}

    private static String of(Duration span) {
        return "%.1f s".formatted(span.toMillis() / 1e3);
    }
}
