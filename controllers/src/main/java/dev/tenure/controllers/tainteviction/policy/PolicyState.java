package dev.tenure.controllers.tainteviction.policy;

import dev.tenure.controllers.tainteviction.policy.HoldRule.Situation;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Replacing;
import dev.tenure.controllers.tainteviction.replacement.Replacement;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TaintMatcher;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/// The policies of a cluster, whose turn it is, and what budgets have said. Confined to one loop. Asking for
/// one pod costs the number of policies times that of its node's taints.
public final class PolicyState {
    /// How long a refusal of a budget counts, as `kubectl drain` waits before it asks again.
    public static final Duration ASK_AGAIN = Duration.ofSeconds(5);

    private static final Tick AT_ONCE = new Tick(Long.MIN_VALUE);
    private static final String UNDER_WAY = "of one owner one pod is asked for at a time";

    /// The nodes as they are.
    public interface Nodes {
        /// How many there are.
        int all();

        /// The taints because of which pods leave, of those that have some.
        Collection<List<Taint>> tainted();
    }

    /// The pods that come in place of those that leave.
    @FunctionalInterface
    public interface Successors {
        /// What a pod waits for whose replacement a policy wants first.
        ///
        /// @param most how many pods more than wanted the policy lets there be; absent without a bound
        Replacement of(StoredObject pod, String policy, Optional<Integer> most);
    }

    /// What is answered of one pod.
    public sealed interface Answer {
        /// It may go.
        ///
        /// @param asksBudgets whether disruption budgets have to be asked
        /// @param turns the turns that it has taken, by policy: when the next ones come
        record Go(boolean asksBudgets, Map<String, Tick> turns) implements Answer {
            /// Nobody has a say.
            public static final Go FREELY = new Go(false, Map.of());
        }

        /// It may not, for now.
        ///
        /// @param end when the deadline of what holds it has passed
        /// @param begins whether its replacement may be begun
        record Wait(EvictionHold hold, Optional<Tick> end, boolean begins) implements Answer {}
    }

    /// That budgets were asked for a pod of an owner.
    ///
    /// @param message what they said when they last refused
    /// @param until when the next pod of this owner may be asked for, unless the answer comes before
    private record Asked(String message, Tick until) {}

    /// Why one policy holds a pod.
    private record Objection(TaintEvictionPolicy policy, EvictionHold hold, boolean begins) {
        /// Nothing is begun for a pod that may not go for such a reason.
        boolean first() {
            return switch (hold.reason()) {
                case PAUSED, BRAKE, STAY -> true;
                case REPLACEMENT, BUDGET, PACE -> false;
            };
        }

        boolean replacement() {
            return hold.reason() == EvictionHold.Reason.REPLACEMENT;
        }
    }

    private final Nodes nodes;
    private final TaintMatcher expressions;
    private final Map<String, TaintEvictionPolicy> policies = new TreeMap<>();
    /// Since when the next pod may leave, by policy.
    private final Map<String, Tick> turns = new HashMap<>();
    /// By the owner of the pods: of one owner one pod is asked for at a time.
    private final Map<String, Asked> asked = new HashMap<>();
    /// How many nodes have a taint that a policy is about, as far as counted.
    private final Map<String, Integer> tainted = new HashMap<>();

    /// @param expressions runs the expressions of the policies
    public PolicyState(Nodes nodes, TaintMatcher expressions) {
        this.nodes = nodes;
        this.expressions = expressions;
    }

    /// Whether nothing is held.
    public boolean isEmpty() {
        return policies.isEmpty();
    }

    /// All of them, by name.
    public List<TaintEvictionPolicy> all() {
        return List.copyOf(policies.values());
    }

    /// Whether one of them chooses taints by an expression.
    public boolean hasExpressions() {
        return policies.values().stream().anyMatch(policy -> policy.taints().hasExpressions());
    }

    /// @param stored a policy as it stands in the API
    /// @return whether it is another than before
    public boolean put(StoredObject stored) {
        TaintEvictionPolicy policy = EvictionPolicyParser.read(stored, expressions);
        TaintEvictionPolicy before = policies.put(policy.name(), policy);
        tainted.remove(policy.name());
        return !policy.equals(before);
    }

    public void remove(String policy) {
        policies.remove(policy);
        turns.remove(policy);
        tainted.remove(policy);
    }

    /// Nodes have come or gone, or have other taints.
    ///
    /// @return whether that may matter to a brake
    public boolean nodesChanged() {
        tainted.clear();
        return policies.values().stream().anyMatch(policy -> policy.brake().isPresent());
    }

    /// Asks all policies that are about a pod. When they let it go, its turn is taken.
    ///
    /// @param due why it has to leave; a taint that no policy is about makes it go
    public Answer ask(StoredObject pod, List<DueTaint> due, Successors successors, Tick now) {
        var concerned = new TreeMap<String, DueTaint>();
        for (DueTaint each : due) {
            boolean free = true;
            for (TaintEvictionPolicy policy : policies.values()) {
                if (policy.isAbout(each.taint()) && policy.isAbout(pod)) {
                    free = false;
                    concerned.merge(policy.name(), each, (one, other) -> moreOverdue(policy, one, other));
                }
            }
            if (free) {
                return Answer.Go.FREELY;
            }
        }
        boolean asks = false;
        var objections = new ArrayList<Objection>();
        for (Map.Entry<String, DueTaint> each : concerned.entrySet()) {
            TaintEvictionPolicy policy = known(each.getKey());
            switch (HoldRule.decide(policy, situation(policy, pod, each.getValue(), successors, now))) {
                case HoldRule.Verdict.Wait(EvictionHold hold) -> objections.add(new Objection(policy, hold, false));
                case HoldRule.Verdict.Replace(EvictionHold hold) -> objections.add(new Objection(policy, hold, true));
                case HoldRule.Verdict.Go(boolean asksBudgets) -> asks |= asksBudgets;
            }
        }
        if (!objections.isEmpty()) {
            Objection told = told(objections);
            DueTaint why =
                    Optional.ofNullable(concerned.get(told.policy().name())).orElseThrow();
            return new Answer.Wait(told.hold(), end(told.policy(), told.hold(), why, now), begins(told, objections));
        }
        if (asks) {
            asked.merge(owner(pod), new Asked(UNDER_WAY, now.plus(ASK_AGAIN)), PolicyState::again);
        }
        return new Answer.Go(asks, takeTurns(concerned.keySet(), now));
    }

    private static boolean begins(Objection told, List<Objection> objections) {
        return told.begins()
                && objections.stream().filter(Objection::replacement).allMatch(Objection::begins);
    }

    /// Of several policies the first by name, but where one wants a replacement first that which keeps it
    /// from beginning.
    private static Objection told(List<Objection> objections) {
        Optional<Objection> replacement =
                objections.stream().filter(Objection::replacement).findFirst();
        return replacement.isEmpty()
                ? objections.getFirst()
                : objections.stream().filter(Objection::first).findFirst().orElse(replacement.get());
    }

    /// Whether a taint that by itself only keeps new pods away makes some leave.
    public boolean makesSomeLeave(Taint taint) {
        return policies.values().stream().anyMatch(policy -> policy.standing().means(taint));
    }

    /// Whether such a taint makes this pod leave, which does not tolerate it.
    public boolean makesLeave(Pod pod, Taint taint) {
        return policies.values().stream().anyMatch(policy -> policy.makesLeave(pod, taint));
    }

    /// That of two taints by which the pod may leave earlier: each makes it leave by itself, and a least stay
    /// counts from when the taint came.
    private static DueTaint moreOverdue(TaintEvictionPolicy policy, DueTaint one, DueTaint other) {
        return late(policy, one).compareTo(late(policy, other)) >= 0 ? one : other;
    }

    /// How long a pod may stay at most under a taint that it tolerates for a while.
    public OptionalLong secondsMax(StoredObject pod, Taint taint) {
        OptionalLong least = OptionalLong.empty();
        for (TaintEvictionPolicy policy : policies.values()) {
            OptionalLong most = policy.stays().secondsMax();
            if (most.isPresent()
                    && (least.isEmpty() || most.getAsLong() < least.getAsLong())
                    && policy.isSurelyAbout(taint)
                    && policy.isAbout(pod)) {
                least = most;
            }
        }
        return least;
    }

    /// How long a pod may stay that does not tolerate a taint itself; the longest that a policy grants, empty
    /// where none does.
    public Optional<Stay> tolerated(StoredObject pod, Taint taint) {
        Optional<Stay> longest = Optional.empty();
        for (TaintEvictionPolicy policy : policies.values()) {
            Optional<Stay> granted = policy.stays().tolerated();
            if (granted.isPresent()
                    && longest.filter(known -> !isLonger(granted.get(), known)).isEmpty()
                    && policy.isAbout(taint)
                    && policy.isAbout(pod)) {
                longest = granted;
            }
        }
        return longest;
    }

    private static boolean isLonger(Stay one, Stay other) {
        return switch (other) {
            case Stay.Forever _ -> false;
            case Stay.AtMost(long known) ->
                switch (one) {
                    case Stay.Forever _ -> true;
                    case Stay.AtMost(long seconds) -> seconds > known;
                };
        };
    }

    private static Asked again(Asked before, Asked now) {
        return new Asked(before.message(), now.until());
    }

    private static Optional<Tick> end(TaintEvictionPolicy policy, EvictionHold hold, DueTaint due, Tick now) {
        return switch (hold.reason()) {
            case REPLACEMENT -> policy.replacing().deadline().map(most -> now.plus(most.minus(late(policy, due))));
            case BUDGET -> policy.budgets().deadline().map(most -> now.plus(most.minus(late(policy, due))));
            case STAY -> policy.stays().min().map(min -> now.plus(min.minus(due.stayed())));
            case PAUSED, BRAKE, PACE -> Optional.empty();
        };
    }

    /// How long ago a pod should have left, by the policy's own stay if that is the longer one.
    private static Duration late(TaintEvictionPolicy policy, DueTaint due) {
        return policy.stays()
                .min()
                .map(due.stayed()::minus)
                .filter(late -> late.compareTo(due.late()) < 0)
                .orElse(due.late());
    }

    private Map<String, Tick> takeTurns(Set<String> consenting, Tick now) {
        var taken = new HashMap<String, Tick>();
        for (String name : consenting) {
            known(name).pace().map(now::plus).ifPresent(next -> {
                turns.put(name, next);
                taken.put(name, next);
            });
        }
        return taken;
    }

    private TaintEvictionPolicy known(String name) {
        return Optional.ofNullable(policies.get(name)).orElseThrow();
    }

    private Situation situation(
            TaintEvictionPolicy policy, StoredObject pod, DueTaint due, Successors successors, Tick now) {
        return new Situation(
                late(policy, due),
                due.stayed(),
                policy.brake().isPresent() ? tainted(policy) : 0,
                policy.brake().isPresent() ? nodes.all() : 0,
                turn(policy.name()).filter(turn -> turn.isAfter(now)).isEmpty(),
                policy.replacing() instanceof Replacing.First first
                        ? successors.of(pod, policy.name(), first.most())
                        : new Replacement.Free(),
                Optional.ofNullable(asked.get(owner(pod)))
                        .filter(last -> last.until().isAfter(now))
                        .map(Asked::message));
    }

    private int tainted(TaintEvictionPolicy policy) {
        return tainted.computeIfAbsent(policy.name(), _ -> (int) nodes.tainted().stream()
                .filter(taints -> taints.stream().anyMatch(policy::isAboutEvicting))
                .count());
    }

    private Optional<Tick> turn(String policy) {
        return Optional.ofNullable(turns.get(policy));
    }

    /// A budget did not let a pod go: the turn is another's, and no pod of the same owner is asked for during
    /// [#ASK_AGAIN].
    public void refused(StoredObject pod, Answer.Go go, String message, Tick now) {
        go.turns().forEach(turns::remove);
        asked.values().removeIf(last -> !last.until().isAfter(now));
        asked.put(owner(pod), new Asked(message, now.plus(ASK_AGAIN)));
    }

    /// A pod went, or is gone already; the next one of its owner may be asked for.
    public void settled(StoredObject pod) {
        asked.remove(owner(pod));
    }

    /// When a pod that is held should be asked for again although nothing else happens; a past moment for at
    /// once.
    ///
    /// @param pod as [#ask] was given it
    public Optional<Tick> again(StoredObject pod, EvictionHold hold) {
        return switch (hold.reason()) {
            case PAUSED, BRAKE, STAY, REPLACEMENT -> Optional.empty();
            case BUDGET ->
                Optional.of(Optional.ofNullable(asked.get(owner(pod)))
                        .map(Asked::until)
                        .orElse(AT_ONCE));
            case PACE -> Optional.of(turn(hold.policy()).orElse(AT_ONCE));
        };
    }

    /// What a pod that is held waits for together with others, whose [#again] is the same; empty for nothing.
    public String line(StoredObject pod, EvictionHold hold) {
        return switch (hold.reason()) {
            case PAUSED, BRAKE, STAY, REPLACEMENT -> "";
            case BUDGET -> answerFor(pod);
            case PACE -> turnOf(hold.policy());
        };
    }

    /// The line of those that wait for the turn of a policy.
    public static String turnOf(String policy) {
        return "turn " + policy;
    }

    /// The line of those that wait for what budgets say to another pod of their owner.
    public static String answerFor(StoredObject pod) {
        return "owner " + owner(pod);
    }

    private static String owner(StoredObject pod) {
        return pod.view(Pod.class)
                .meta()
                .controllerOwner()
                .map(OwnerReference::uid)
                .orElse(pod.uid());
    }
}
