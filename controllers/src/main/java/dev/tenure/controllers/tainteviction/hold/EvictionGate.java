package dev.tenure.controllers.tainteviction.hold;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerFailure;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.controllers.tainteviction.hold.HeldPods.Held;
import dev.tenure.controllers.tainteviction.policy.EvictionHold;
import dev.tenure.controllers.tainteviction.policy.PolicyState;
import dev.tenure.controllers.tainteviction.policy.PolicyState.Answer;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.controllers.tainteviction.replacement.ReleasedPods;
import dev.tenure.controllers.tainteviction.stay.DueTaints;
import dev.tenure.controllers.tainteviction.stay.EvictionOrder;
import dev.tenure.controllers.workload.PodGroups;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TaintChoice;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.Tick;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/// Stands between the pods that have to leave and the calls that make them leave: what policies do not let go
/// yet waits here, and is asked for again when something has changed. Where the kind of policies is not
/// defined, or may not be read, everybody goes. Confined to one loop.
public final class EvictionGate {
    /// After so many failures to read the policies, about ten seconds, evictions no more wait for them.
    private static final int FAILURES_MAX = 6;

    private static final String ALARM = "taint-eviction-held";
    private static final System.Logger LOG = System.getLogger(EvictionGate.class.getPackageName());

    /// What the gate asks its loop.
    public interface Plan {
        /// Whether an eviction is still wanted.
        boolean stands(EvictionOrder order);

        /// The pod of an order as it is now.
        StoredObject present(EvictionOrder order);

        /// The taints because of which a pod has to leave.
        DueTaints due(StoredObject pod);

        /// What is held, or why, has changed.
        void changed();

        /// Stays may have another length than before.
        void staysChanged();

        /// From now on it is known which policies there are.
        public void known();

        /// The pods that have a node.
        Informer pods();

        /// Whether there is a node of this name.
        boolean nodeThere(String node);

        /// For people who look at a pod.
        void announce(StoredObject pod, String message);
    }

    private final EventLoop loop;
    private final Plan plan;
    private final BiConsumer<EvictionOrder, Answer.Go> exit;
    private final PolicyState state;
    private final PolicyStatusKeeper statuses;
    private final PolicyFaults faults;
    private final HoldMetrics metrics;
    private final Informer policies;
    private final ReleasedPods replacements;
    private final HeldPods held;
    /// Those of them that have changed.
    private final Set<String> toAsk = new LinkedHashSet<>();
    private boolean known;
    private int failures;
    private boolean stale;
    private boolean otherStays;

    /// Where it tells what it does, besides the status of policies.
    ///
    /// @param events have the name of the controller as their source
    public record Reports(HoldMetrics metrics, EventRecorder events) {}

    /// @param exit makes a pod leave that may go
    public EvictionGate(
            ControllerContext context,
            PolicyState state,
            Plan plan,
            BiConsumer<EvictionOrder, Answer.Go> exit,
            Reports reports) {
        this.metrics = reports.metrics();
        this.exit = exit;
        this.loop = context.loop();
        this.plan = plan;
        this.state = state;
        this.held = new HeldPods(one -> state.again(one.pod(), one.hold()));
        this.policies = context.informers().all(PolicyTypes.POLICIES, new PolicyChanges());
        this.replacements = new ReleasedPods(context, new Standing());
        this.statuses = new PolicyStatusKeeper(loop, context.client(), reports.events(), new Told());
        this.faults = new PolicyFaults(context.informers(), this::taintsChanged);
    }

    /// Begins to follow the policies.
    public void start() {
        policies.start();
        faults.start();
    }

    /// All pods, nodes and taints are known from now on.
    public void begin(Collection<StoredObject> pods) {
        pods.forEach(replacements::podChanged);
        replacements.begin();
    }

    /// Whether it is known which policies there are.
    public boolean known() {
        return known;
    }

    /// Whether there are policies, which may hold somebody.
    public boolean holds() {
        return !state.isEmpty();
    }

    /// Pods have to leave: each goes, or is held. Of those that have to leave together the first by name are
    /// the first.
    public void admitAll(List<EvictionOrder> orders) {
        orders.stream()
                .sorted(Comparator.comparing(EvictionOrder::qualifiedName))
                .forEach(this::admit);
        if (!held.isEmpty()) {
            setAlarm();
        }
    }

    private void admit(EvictionOrder order) {
        StoredObject pod = plan.present(order);
        DueTaints due = plan.due(pod);
        Tick now = loop.time().now();
        switch (state.ask(pod, due.now(), replacements::of, now)) {
            case Answer.Go go -> {
                replacements.leaves(pod);
                if (held.remove(pod.uid()).isPresent()) {
                    changed();
                }
                exit.accept(order, go);
            }
            case Answer.Wait(EvictionHold hold, var end, boolean begins) -> {
                if (begins) {
                    replacements.begin(pod, hold.policy());
                }
                Optional<Tick> again =
                        hold.reason() == EvictionHold.Reason.REPLACEMENT ? replacements.again(pod) : Optional.empty();
                Optional<Tick> next = earlier(earlier(due.next(), end), again);
                Tick since = due.longest().map(late -> now.minus(late)).orElse(order.due());
                hold(new Held(order, pod, since, hold, state.line(pod, hold), next, end));
            }
        }
    }

    private void hold(Held now) {
        Optional<Held> before = held.put(now);
        if (before.filter(was -> was.hold().reason() == now.hold().reason()).isEmpty()) {
            metrics.holds(now.hold());
        }
        if (before.filter(was -> was.hold().equals(now.hold())).isEmpty()) {
            changed();
        } else if (before.filter(was -> was.end().equals(now.end())).isEmpty()) {
            plan.changed();
        }
    }

    private void changed() {
        statuses.changed();
        plan.changed();
    }

    /// A disruption budget has not let a pod go.
    public void refused(EvictionOrder order, Answer.Go go, String message) {
        StoredObject pod = plan.present(order);
        replacements.stays(pod);
        state.refused(pod, go, message, loop.time().now());
        go.turns().keySet().forEach(policy -> held.turnChanged(PolicyState.turnOf(policy)));
        if (plan.stands(order)) {
            admit(order);
        }
        askAgain();
    }

    /// A pod that was let go is on its way, or gone already, or could not be reached.
    public void settled(EvictionOrder order, Answer.Go go) {
        if (go.asksBudgets()) {
            state.settled(order.pod());
            held.turnChanged(PolicyState.answerFor(order.pod()));
            askAgain();
        }
    }

    /// A node has come or gone, or has other taints.
    ///
    /// @param standing the pods on it
    public void nodeChanged(Collection<StoredObject> standing) {
        stale |= state.nodesChanged();
        standing.forEach(pod -> {
            replacements.look(pod);
            mayAsk(pod.uid());
        });
    }

    private void taintsChanged() {
        if (state.hasExpressions()) {
            statuses.changed();
        }
    }

    /// A pod is another than it was.
    public void podChanged(StoredObject pod) {
        replacements.podChanged(pod);
        mayAsk(pod.uid());
    }

    private void mayAsk(String uid) {
        if (held.get(uid).isPresent()) {
            toAsk.add(uid);
        }
    }

    public void podDeleted(StoredObject last) {
        replacements.podDeleted(last);
        mayAsk(last.uid());
    }

    /// What has come in a batch has been taken in.
    public void batchEnded() {
        if (otherStays) {
            otherStays = false;
            plan.staysChanged();
        }
        replacements.tidy();
        askForReplaced();
        List<Held> each = stale
                ? List.copyOf(held.all())
                : toAsk.stream().flatMap(uid -> held.get(uid).stream()).toList();
        stale = false;
        toAsk.clear();
        if (!each.isEmpty()) {
            each.forEach(this::ask);
            setAlarm();
        }
    }

    private void askForReplaced() {
        if (replacements.anyTouched()) {
            replacements
                    .touched()
                    .ifPresentOrElse(
                            pods -> pods.stream()
                                    .flatMap(uid -> held.get(uid).stream())
                                    .forEach(this::askIfReplaced),
                            () -> held.all().forEach(this::askIfReplaced));
            replacements.seen();
            statuses.changed();
        }
    }

    private void askIfReplaced(Held each) {
        if (each.hold().reason() == EvictionHold.Reason.REPLACEMENT) {
            toAsk.add(each.pod().uid());
        }
    }

    private void askAgain() {
        held.askDue(loop.time().now(), this::ask);
        setAlarm();
    }

    private void ask(Held each) {
        if (plan.stands(each.order())) {
            admit(each.order());
        } else {
            held.remove(each.pod().uid());
            changed();
        }
    }

    private void setAlarm() {
        held.nextMoment().ifPresentOrElse(at -> loop.alarm(ALARM, at, this::askAgain), () -> loop.cancel(ALARM));
    }

    private static Optional<Tick> earlier(Optional<Tick> one, Optional<Tick> other) {
        return Stream.concat(one.stream(), other.stream()).min(Tick::compareTo);
    }

    /// What is held, in the order in which it came.
    public List<HeldEviction> heldEvictions() {
        if (held.isEmpty()) {
            return List.of();
        }
        var all = new ArrayList<HeldEviction>();
        for (Held each : held.all()) {
            if (plan.stands(each.order())) {
                all.add(new HeldEviction(each.order().dueAt(each.due()), each.hold(), each.end()));
            }
        }
        return Collections.unmodifiableList(all);
    }

    /// The policies as they are, by name.
    public List<TaintEvictionPolicy> policies() {
        return state.all();
    }

    private void becameKnown() {
        if (!known) {
            known = true;
            plan.known();
        }
    }

    /// What statuses and metrics tell.
    private final class Told implements PolicyStatusKeeper.Source {
        @Override
        public Collection<StoredObject> policies() {
            return policies.all();
        }

        @Override
        public List<EvictionHold> holds() {
            List<EvictionHold> holds =
                    heldEvictions().stream().map(HeldEviction::hold).toList();
            metrics.are(holds);
            return holds;
        }

        @Override
        public Map<String, Integer> extra() {
            Map<String, Integer> extra = replacements.extra();
            metrics.extra(extra);
            return extra;
        }

        @Override
        public Map<String, List<TaintChoice.Fault>> faults() {
            Map<String, List<TaintChoice.Fault>> all = faults.of(state.all());
            metrics.faulty(all);
            return all;
        }
    }

    private final class Standing implements ReleasedPods.Plan {
        @Override
        public Collection<StoredObject> controlledBy(String uid) {
            return plan.pods().in(PodGroups.BY_CONTROLLER, uid);
        }

        @Override
        public boolean hasToLeave(StoredObject pod) {
            return !plan.due(pod).now().isEmpty();
        }

        @Override
        public boolean nodeThere(String node) {
            return plan.nodeThere(node);
        }

        @Override
        public void changed() {
            batchEnded();
        }

        @Override
        public void announce(StoredObject pod, String message) {
            plan.announce(pod, message);
        }
    }

    private final class PolicyChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            boolean another = state.put(after);
            stale |= another;
            otherStays |= another;
            statuses.changed();
        }

        @Override
        public void deleted(StoredObject last) {
            state.remove(last.key().name());
            stale = true;
            otherStays = true;
            statuses.changed();
        }

        @Override
        public void batchEnded() {
            EvictionGate.this.batchEnded();
        }

        @Override
        public void synced() {
            becameKnown();
        }

        /// Not defined, or not for this caller: then nobody is held. What else keeps them from being read may
        /// pass.
        @Override
        public void failed(Exception why) {
            failures++;
            if (why instanceof InformerFailure refused && refused.lastsUntilSomebodyActs()) {
                becameKnown();
            } else if (!known && failures >= FAILURES_MAX) {
                becameKnown();
                LOG.log(
                        System.Logger.Level.WARNING,
                        "goes on without policies of taint evictions: {0}",
                        why.getMessage());
            }
        }
    }
}
