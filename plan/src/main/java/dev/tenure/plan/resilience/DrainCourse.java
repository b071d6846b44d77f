package dev.tenure.plan.resilience;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.model.policy.PodDisruptionBudget.BudgetStatus;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.plan.change.DrainFilterRule;
import dev.tenure.plan.resilience.LossBoard.Place;
import dev.tenure.rules.budget.EvictionRequestRule;
import dev.tenure.rules.budget.EvictionVerdict;
import dev.tenure.rules.pod.PodRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;

/// The course of one node's drain: each pod is asked to leave and asked again every 5 s while its budget
/// refuses; a budget allows more as soon as what came in the place of others is ready. Confined to one
/// thread, for one drain.
final class DrainCourse {
    private static final Taint CORDON = new Taint(WellKnownTaints.UNSCHEDULABLE, "", TaintEffect.NO_SCHEDULE);

    private sealed interface Step {
        record Ask(Standing pod) implements Step {}

        record Gone(Standing pod, Successor.Again again) implements Step {}

        record Ready(Standing pod) implements Step {}
    }

    private record Due(long millis, int order, Step step) {}

    private record Absent(int ordinal, Standing pod) {}

    /// A StatefulSet of which pods are gone, and whether it waits for one to be ready.
    private static final class Row {
        private final PriorityQueue<Absent> absent = new PriorityQueue<>(Comparator.comparingInt(Absent::ordinal));
        private boolean waits;
    }

    private final LossGround ground;
    private final LossBoard board;
    private final LossTally tally;
    private final LossGround.Site site;
    private final PriorityQueue<Due> agenda =
            new PriorityQueue<>(Comparator.comparingLong(Due::millis).thenComparingInt(Due::order));
    private final Map<Integer, Integer> allowed = new HashMap<>();
    private final Map<String, Row> rows = new HashMap<>();
    private final TreeMap<String, String> refused = new TreeMap<>();
    private Optional<String> unclear = Optional.empty();
    private int order;
    private int coming;
    private int inVain;

    DrainCourse(LossGround ground, LossBoard board, LossTally tally, LossGround.Site site) {
        this.ground = ground;
        this.board = board;
        this.tally = tally;
        this.site = site;
    }

    /// Counts what comes of it.
    ///
    /// @return why only a whole world can tell; empty when all is counted
    Optional<String> drain() {
        if (site.pods().stream().anyMatch(DrainCourse::isOfAnUnknownOwner)) {
            return Optional.of("the owner of a pod is not known");
        }
        List<Standing> leaving = leaving();
        if (leaving.isEmpty()) {
            return Optional.empty();
        }
        if (site.disordered()) {
            return Optional.of(LossGround.DISORDERED);
        }
        if (!ground.isWithinQuotas(made(leaving)) && unclear.isEmpty()) {
            unclear = Optional.of("a quota has no room for the new pods");
        }
        if (unclear.isPresent()) {
            return unclear;
        }
        board.taint(site.node(), List.of(CORDON), true);
        leaving.forEach(pod -> later(0, new Step.Ask(pod)));
        run();
        rows.values().forEach(row -> row.absent.forEach(each -> tally.pending(each.pod())));
        refused.forEach((pod, why) -> {
            tally.kept();
            tally.note(DrainFilterRule.stuck(site.node().name(), pod, why));
        });
        return unclear;
    }

    /// The pods that are made at once; notes where nobody knows.
    private List<Pod> made(List<Standing> leaving) {
        List<Pod> made = new ArrayList<>();
        for (Standing pod : leaving) {
            switch (pod.successor()) {
                case Successor.Unclear(var why) -> unclear = Optional.of(why);
                case Successor.Another another -> made.add(another.pod());
                case Successor.Again _, Successor.Unwanted _, Successor.Missing _ -> {
                    // takes no more of a quota than before
                }
            }
            if (!pod.healthy() && pod.counted().budgets().length > 0) {
                unclear = Optional.of("a pod that is not ready has a budget");
            }
        }
        return made;
    }

    private static boolean isOfAnUnknownOwner(Standing pod) {
        return pod.successor() instanceof Successor.Unwanted
                && pod.pod().meta().controllerOwner().isEmpty()
                && !PodRule.mirror(pod.pod());
    }

    private List<Standing> leaving() {
        var errors = new TreeMap<String, List<String>>();
        var leaving = new ArrayList<Standing>();
        for (Standing pod : site.pods()) {
            Optional<String> error = DrainFilterRule.error(pod.pod(), DrainOptions.IGNORING_DAEMON_SETS);
            error.ifPresent(why -> errors.computeIfAbsent(why, _ -> new ArrayList<>())
                    .add(pod.pod().qualifiedName()));
            if (error.isEmpty() && DrainFilterRule.leaves(pod.pod())) {
                leaving.add(pod);
            }
        }
        errors.forEach(
                (why, pods) -> tally.note(DrainFilterRule.refused(site.node().name(), why, pods)));
        return errors.isEmpty() ? leaving : List.of();
    }

    private void later(long millis, Step step) {
        agenda.add(new Due(millis, order++, step));
        coming += step instanceof Step.Ask ? 0 : 1;
    }

    /// Until nothing moves any more: everything that is to come has been asked in vain since something last
    /// changed.
    private void run() {
        long horizon = ground.options().horizon().toMillis();
        while (!agenda.isEmpty() && unclear.isEmpty() && (coming > 0 || inVain < agenda.size())) {
            Due due = agenda.remove();
            coming -= due.step() instanceof Step.Ask ? 0 : 1;
            if (due.millis() > horizon) {
                unclear = Optional.of("the drain is not over at the end of the forecast");
                return;
            }
            switch (due.step()) {
                case Step.Ask(var pod) -> ask(pod, due.millis());
                case Step.Gone(var pod, var again) -> gone(pod, again, due.millis());
                case Step.Ready(var pod) -> ready(pod, due.millis());
            }
        }
    }

    private void ask(Standing pod, long now) {
        Pod view = pod.pod();
        switch (EvictionRequestRule.decide(view, budgets(pod))) {
            case EvictionVerdict.Refuse(var status)
            when status.isTooManyRequests() -> {
                inVain++;
                refused.put(view.qualifiedName(), status.message());
                later(now + DrainFilterRule.AGAIN.toMillis(), new Step.Ask(pod));
            }
            case EvictionVerdict.Refuse(var status) -> {
                moved(view);
                tally.note(DrainFilterRule.failed(site.node().name(), view.qualifiedName(), status.message()));
            }
            case EvictionVerdict.Charge _, EvictionVerdict.Delete _, EvictionVerdict.DeleteUnready _ -> {
                moved(view);
                leave(pod, now);
            }
        }
    }

    private void moved(Pod pod) {
        inVain = 0;
        refused.remove(pod.qualifiedName());
    }

    /// The budgets of a pod as they stand.
    private List<PodDisruptionBudget> budgets(Standing pod) {
        var budgets = new ArrayList<PodDisruptionBudget>();
        for (int guard : pod.counted().budgets()) {
            PodDisruptionBudget budget = ground.guards().get(guard).budget();
            BudgetStatus status = budget.status();
            budgets.add(new PodDisruptionBudget(
                    budget.meta(),
                    budget.bound(),
                    budget.selector(),
                    budget.unhealthyPodEvictionPolicy(),
                    new BudgetStatus(
                            status.observedGeneration(),
                            allowed.getOrDefault(guard, status.disruptionsAllowed()),
                            tally.healthy(guard),
                            status.desiredHealthy(),
                            status.expectedPods(),
                            status.disruptedPods(),
                            status.conditions())));
        }
        return budgets;
    }

    private void leave(Standing pod, long now) {
        if (!PodRule.active(pod.pod())) {
            return;
        }
        tally.leaves(pod);
        board.terminating(pod.pod());
        turn(pod, false);
        switch (pod.successor()) {
            case Successor.Another another -> {
                place(pod, another.pod(), another.delay(), now);
                board.gone(pod.pod());
            }
            case Successor.Again again -> later(now + pod.goneMillis(), new Step.Gone(pod, again));
            case Successor.Unwanted _, Successor.Missing _, Successor.Unclear _ -> board.gone(pod.pod());
        }
    }

    private void turn(Standing pod, boolean toHealthy) {
        if (!pod.healthy()) {
            return;
        }
        tally.turn(pod.counted(), toHealthy);
        for (int guard : pod.counted().budgets()) {
            BudgetStatus status = ground.guards().get(guard).budget().status();
            allowed.put(
                    guard,
                    status.expectedPods() <= 0 ? 0 : Math.max(0, tally.healthy(guard) - status.desiredHealthy()));
        }
    }

    /// @return whether it has a node now
    private boolean place(Standing pod, Pod successor, Successor.Delay delay, long now) {
        switch (board.place(successor)) {
            case Place.On(var node) -> {
                if (node.equals(site.node().name())) {
                    unclear = Optional.of("a new pod goes to the drained node again");
                }
                tally.replaced();
                LossGround.Site other = ground.sites().get(node);
                boolean played = other != null && other.played();
                later(now + (played ? delay.playedMillis() : delay.otherMillis()), new Step.Ready(pod));
                return true;
            }
            case Place.Nowhere _ -> {
                tally.pending(pod);
                return false;
            }
            case Place.Unclear(var why) -> {
                unclear = Optional.of(why);
                return false;
            }
        }
    }

    private void gone(Standing pod, Successor.Again again, long now) {
        inVain = 0;
        board.gone(pod.pod());
        if (!again.ordered()) {
            place(pod, again.pod(), again.delay(), now);
            return;
        }
        Row row = rows.computeIfAbsent(again.set(), _ -> new Row());
        row.absent.add(new Absent(again.ordinal(), pod));
        next(row, now);
    }

    /// Makes the next pod of a StatefulSet, unless it waits for the one before.
    private void next(Row row, long now) {
        while (!row.waits && !row.absent.isEmpty()) {
            Standing pod = row.absent.remove().pod();
            // one that finds no node is waited for until the end
            row.waits = true;
            if (pod.successor() instanceof Successor.Again again) {
                place(pod, again.pod(), again.delay(), now);
            }
        }
    }

    private void ready(Standing pod, long now) {
        inVain = 0;
        turn(pod, true);
        if (pod.successor() instanceof Successor.Again again && again.ordered()) {
            Row row = rows.computeIfAbsent(again.set(), _ -> new Row());
            row.waits = false;
            next(row, now);
        }
    }
}
