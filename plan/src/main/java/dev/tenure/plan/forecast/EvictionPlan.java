package dev.tenure.plan.forecast;

import dev.tenure.plan.change.ChangePlayer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The answer of a forecast. Times count from its beginning. Immutable.
public record EvictionPlan(Spec spec, Status status) {
    /// What was asked, and what was taken for granted.
    ///
    /// @param change in words
    /// @param source the cluster, in words
    /// @param moment at which the forecast begins, by the cluster's clock
    public record Spec(String change, String source, Instant moment, List<Assumption> assumptions) {
        public Spec {
            assumptions = List.copyOf(assumptions);
        }
    }

    /// Something that the dump does not tell.
    ///
    /// @param name by which it is known; where it can be changed, the flag's name
    public record Assumption(String name, String value, String meaning) {}

    /// What came out.
    ///
    /// @param pods those that leave, or would leave and cannot, in order of time
    /// @param newPods those that are made without replacing another
    /// @param notes what was refused, stuck or is unknown, as sentences
    /// @param simulated how long the world went on
    /// @param quiet whether nothing more was to come by then
    public record Status(
            List<LeavingPod> pods,
            List<NewPod> newPods,
            List<BudgetOutcome> budgets,
            List<ServiceOutcome> services,
            Summary summary,
            List<String> notes,
            Duration simulated,
            boolean quiet) {
        public Status {
            pods = List.copyOf(pods);
            newPods = List.copyOf(newPods);
            budgets = List.copyOf(budgets);
            services = List.copyOf(services);
            notes = List.copyOf(notes);
        }
    }

    /// A pod that leaves its node.
    ///
    /// @param owner the workload that it belongs to, in the words of users; the pod itself where there is
    ///     none
    /// @param leavesAfter when it is told to go; absent when it is kept, for example by a budget
    /// @param goneAfter when its object is gone, if it goes
    /// @param cause one of `taint`, `api`, `preemption`, `node-pressure`, `pod-gc`, `deleted`, `rejected`,
    /// `scale-down`, `owner-gone`; see docs/forecast.md
    /// @param why the taint, the message, or who deleted it
    /// @param localData volumes whose data goes with the pod
    /// @param between when it may be told to go, where a phase that nobody sees from outside decides
    /// @param alike the uids of the equal pods among which chance chose it, its own among them; none when
    /// there is but one
    public record LeavingPod(
            String namespace,
            String name,
            String uid,
            String owner,
            String node,
            Optional<Duration> leavesAfter,
            Optional<Duration> goneAfter,
            String cause,
            String why,
            long graceSeconds,
            List<String> localData,
            Outcome outcome,
            Optional<Span> between,
            Set<String> alike) {
        public LeavingPod {
            localData = List.copyOf(localData);
            alike = Set.copyOf(alike);
        }

        /// Among how many equal pods chance chose it; 1 when there was but one.
        public int tiedPods() {
            return Math.max(1, alike.size());
        }

        /// Whether there is no other pod in its place because it is still there itself: of a StatefulSet, on
        /// a node that does not say that it has ended.
        public boolean waitsForItsEnd() {
            return goneAfter.isEmpty()
                    && outcome instanceof Outcome.Pending pending
                    && pending.name().equals(name);
        }
    }

    /// From the earliest to the latest moment, both counted from the beginning.
    public record Span(Duration earliest, Duration latest) {}

    /// What becomes of a pod's place.
    public sealed interface Outcome {
        /// @param readyAfter absent when it is not ready by the end
        /// @param filledAfter when an earlier one that left again was ready; absent when there was none
        /// @param tiedNodes among how many equally good nodes chance chose; 1 when there was but one
        /// @param contested whether pods of another workload look for nodes then, in an open order
        record Replaced(
                String name,
                String node,
                Optional<Duration> readyAfter,
                Optional<Duration> filledAfter,
                int tiedNodes,
                boolean contested)
                implements Outcome {}

        /// @param name of the pod that waits; empty when it is not even made
        /// @param remedies changes that would help, each tried; the smallest first
        record Pending(String name, String message, List<String> remedies) implements Outcome {
            public Pending {
                remedies = List.copyOf(remedies);
            }
        }

        /// Nobody makes another one.
        record Lost(String why) implements Outcome {}

        /// None is wanted, or not for as long as the forecast goes.
        record NotReplaced(String why) implements Outcome {}
    }

    /// A pod that is made, or was waiting for a node and gets one.
    ///
    /// @param node empty while it has none
    /// @param tiedNodes among how many equally good nodes chance chose; 1 when there was but one
    /// @param contested whether pods of another workload look for nodes then, in an open order
    public record NewPod(
            String namespace,
            String name,
            String node,
            Optional<Duration> readyAfter,
            Optional<Outcome.Pending> pending,
            int tiedNodes,
            boolean contested) {}

    /// @param broken whether the healthy pods ever were fewer than desired, and fewer than at the beginning
    /// @param asked whether every pod of it that leaves asked the budget
    public record BudgetOutcome(
            String namespace,
            String name,
            int desiredHealthy,
            int healthy,
            int lowestHealthy,
            boolean broken,
            boolean asked) {}

    /// @param ready endpoints at the beginning
    /// @param lowestReady the fewest at any time
    public record ServiceOutcome(String namespace, String name, int ready, int lowestReady) {}

    /// @param evicted pods that leave against the wish of their owners
    /// @param replaced pods whose replacement has a node
    /// @param pending pods that wait for a node at the end because of this
    /// @param lost pods that nobody replaces
    /// @param dataLost pods that lose local data
    public record Summary(int evicted, int replaced, int pending, int budgetsBroken, int lost, int dataLost) {
        public static Summary of(List<LeavingPod> pods, List<NewPod> made, List<BudgetOutcome> budgets) {
            List<LeavingPod> left = pods.stream()
                    .filter(pod -> pod.leavesAfter().isPresent() && LeftPod.isEviction(pod.cause()))
                    .toList();
            long pending =
                    made.stream().filter(pod -> pod.pending().isPresent()).count();
            return new Summary(
                    left.size(),
                    count(left, Outcome.Replaced.class),
                    count(left, Outcome.Pending.class) + (int) pending,
                    (int) budgets.stream().filter(BudgetOutcome::broken).count(),
                    count(left, Outcome.Lost.class),
                    (int) left.stream()
                            .filter(pod -> !pod.localData().isEmpty())
                            .count());
        }

        private static int count(List<LeavingPod> pods, Class<? extends Outcome> end) {
            return (int)
                    pods.stream().filter(pod -> end.isInstance(pod.outcome())).count();
        }
    }

    /// What kubectl would refuse to do, as sentences: nodes that it would cordon and not drain.
    public List<String> refused() {
        return status.notes().stream().filter(ChangePlayer::isRefusal).toList();
    }

    /// The same with something more to be known.
    public EvictionPlan noting(String note) {
        var notes = new ArrayList<>(status.notes());
        notes.add(note);
        return new EvictionPlan(
                spec,
                new Status(
                        status.pods(),
                        status.newPods(),
                        status.budgets(),
                        status.services(),
                        status.summary(),
                        notes,
                        status.simulated(),
                        status.quiet()));
    }

    /// How many pods that are to leave are kept, for example by a budget.
    public int kept() {
        return (int) status.pods().stream()
                .filter(pod -> pod.leavesAfter().isEmpty())
                .count();
    }

    /// How many pods leave of which no other one is wanted: of a DaemonSet that leaves the node alone, or of
    /// a workload that has enough without it.
    public int notReplaced() {
        return (int) status.pods().stream().filter(EvictionPlan::isNotReplaced).count();
    }

    /// Whether a pod leaves against the wish of its owner, and no other one of it is wanted.
    public static boolean isNotReplaced(LeavingPod pod) {
        return pod.leavesAfter().isPresent()
                && LeftPod.isEviction(pod.cause())
                && pod.outcome() instanceof Outcome.NotReplaced;
    }

    /// Whether anything happens.
    public boolean hasEffects() {
        return !status.pods().isEmpty() || !status.newPods().isEmpty();
    }
}
