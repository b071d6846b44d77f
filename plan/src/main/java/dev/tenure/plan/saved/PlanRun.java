package dev.tenure.plan.saved;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.Step;
import dev.tenure.plan.change.ChangeException;
import dev.tenure.plan.change.ChangePlayer;
import dev.tenure.plan.change.ChangeWords;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.FactWatch;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.Tick;
import dev.tenure.sim.world.StoredForms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Carries a saved plan out: makes each step at its time, follows the pods, and holds what happens against
/// the forecast until it is as forecast, or for so long beyond the forecast's last event. Stepwise, a step is
/// made only when all that the forecast has before it has happened, and nothing else did.
///
/// Changes are made on one loop, which blocks while the server answers; what is seen belongs to the other, on
/// which all state here is confined.
public final class PlanRun {
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration SETTLE = Duration.ofSeconds(3);
    private static final Duration FOREVER = Duration.ofDays(36_500);

    /// @param acting makes the changes
    /// @param watching sees what comes of them
    public record Site(ClusterClient client, StoredForms forms, EventLoop acting, EventLoop watching) {}

    /// @param stepwise whether each step waits until the cluster is as forecast
    /// @param patience how much longer than forecast things may take
    public record Settings(boolean stepwise, Duration patience) {}

    private final Site site;
    private final SavedPlan plan;
    private final Settings settings;
    private final Consumer<String> progress;
    private final List<Step> steps;
    private final FactScope scope;
    private final FactWatch watch;
    private final ChangePlayer player;
    private final Duration last;
    private final List<Tick> made = new ArrayList<>();
    private Tick begun = new Tick(0);
    private boolean busy;
    private boolean over;
    private Optional<PlanFacts> facts = Optional.empty();

    /// @param progress hears each step as it is made, on the watching loop
    public PlanRun(Site site, SavedPlan plan, Settings settings, Consumer<String> progress) {
        this.site = site;
        this.plan = plan;
        this.settings = settings;
        this.progress = progress;
        steps = plan.change() instanceof Change.Steps(var all) ? all : List.of(new Step(Duration.ZERO, plan.change()));
        scope = FactScope.of(plan);
        watch = new FactWatch(site.client(), site.watching());
        player = new ChangePlayer(site.client(), site.acting(), site.forms());
        EvictionPlan.Status status = plan.plan().status();
        last = FactRule.last(status.pods(), status.newPods());
    }

    /// Begins. May be called from any thread, once.
    public void start() {
        site.acting().post("check", () -> {
            Optional<String> refused = attempt(() -> steps.forEach(step -> requireSimulated(step.change())));
            site.watching().post("begin", () -> refused.ifPresentOrElse(this::finish, () -> watch.start(this::begin)));
        });
    }

    /// What became of it, once it is over. To be called on the watching loop.
    public Optional<PlanFacts> facts() {
        return facts;
    }

    /// Something that nobody foresaw keeps it from going on. May be called from any thread.
    public void fail(String why) {
        site.watching().post("failed", () -> finish(why));
    }

    /// A machine cannot be made to fall silent through the API; a simulated one can.
    private void requireSimulated(Change change) {
        switch (change) {
            case Change.LoseNodes lose -> {
                for (Node node : player.chosen(lose.nodes())) {
                    if (!ManagedNodeRule.managed(node, false)) {
                        throw new ChangeException(
                                "node \"%s\" is a real machine: its loss can be forecast, not carried out; only simulated nodes can be lost"
                                        .formatted(node.name()));
                    }
                }
            }
            case Change.Steps(var inner) -> inner.forEach(step -> requireSimulated(step.change()));
            case Change.Nothing _,
                    Change.TaintNodes _,
                    Change.Cordon _,
                    Change.Drain _,
                    Change.DeleteNodes _,
                    Change.Apply _,
                    Change.Recorded _,
                    Change.Scale _ -> {
                // the API does it
            }
        }
    }

    /// @return why it could not be done; empty when it was
    private static Optional<String> attempt(Runnable action) {
        try {
            action.run();
            return Optional.empty();
        } catch (ChangeException | ConnectionException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private void begin() {
        watch.begin();
        begun = now();
        look();
    }

    private Tick now() {
        return site.watching().time().now();
    }

    /// Looks once a second: makes the step that is due, stops, or ends.
    private void look() {
        if (over) {
            return;
        }
        if (!busy) {
            judge();
        }
        site.watching().alarm("plan-run", now().plus(LOOK), this::look);
    }

    private void judge() {
        if (made.size() == steps.size()) {
            beforeEnd();
        } else if (made.isEmpty() || !settings.stepwise()) {
            makeWhenDue();
        } else {
            beforeStep(steps.get(made.size()).at());
        }
    }

    private void makeWhenDue() {
        if (!due(made.size()).isAfter(now())) {
            make();
        }
    }

    /// Makes the next step when all that the forecast has before it has happened, and stops when something
    /// else has, or when it takes too long.
    private void beforeStep(Duration at) {
        Optional<FactRow> different = different(at);
        if (different.isEmpty()) {
            makeWhenDue();
        } else if (isUnforeseen(different.get()) || isPast(at.plus(settings.patience()))) {
            finish("stopped before step %d of %d, for the cluster is not as forecast: pod %s/%s %s"
                    .formatted(
                            made.size() + 1,
                            steps.size(),
                            different.get().pod().namespace(),
                            different.get().pod().name(),
                            different.get().difference().orElse("")));
        }
    }

    private void beforeEnd() {
        if (isPast(last.plus(different(FOREVER).isEmpty() ? SETTLE : settings.patience()))) {
            finish("");
        }
    }

    /// The first pod that is not as the forecast has it.
    ///
    /// @param until what the forecast has later than this is not expected yet
    private Optional<FactRow> different(Duration until) {
        return rows(until).stream().filter(row -> row.difference().isPresent()).findFirst();
    }

    /// Forecast beside fact. A pod of which nobody sees why it left is taken to have left for what the
    /// forecast says.
    private List<FactRow> rows(Duration until) {
        List<LeavingPod> forecast = plan.plan().status().pods();
        watch.suppose(Map.of());
        List<LeavingPod> left = counted();
        Map<String, String> pairs = FactPairs.of(forecast, left, until);
        watch.suppose(FactRule.causes(forecast, left, pairs));
        return FactRule.rows(forecast, counted(), pairs, scope, until);
    }

    /// Whether it is later than this, as the plan counts.
    private boolean isPast(Duration at) {
        return now().isAfter(begun.plus(at).plus(shift()));
    }

    private static boolean isUnforeseen(FactRow row) {
        return row.forecast().isEmpty();
    }

    /// When a step is due: as long after the one before as the plan says.
    private Tick due(int step) {
        return step < steps.size() ? begun.plus(steps.get(step).at()).plus(shift()) : begun.plus(FOREVER);
    }

    /// How much later than the plan says the latest step was made.
    private Duration shift() {
        return made.isEmpty() ? Duration.ZERO : shift(made.size() - 1);
    }

    private Duration shift(int step) {
        Duration late = made.get(step).since(begun.plus(steps.get(step).at()));
        return settings.stepwise() && !late.isNegative() ? late : Duration.ZERO;
    }

    private void make() {
        int number = made.size();
        Step step = steps.get(number);
        made.add(now());
        busy = true;
        progress.accept("step %d of %d: %s".formatted(number + 1, steps.size(), ChangeWords.of(step.change())));
        site.acting().post("step", () -> {
            Optional<String> refused = attempt(() -> player.play(step.change(), _ -> Optional.<Pod>empty()));
            site.watching().post("step-made", () -> {
                busy = false;
                refused.ifPresent(why -> {
                    made.removeLast();
                    finish("step %d of %d cannot be made: %s".formatted(number + 1, steps.size(), why));
                });
            });
        });
    }

    /// The pods that left, with the times as the plan counts them.
    private List<LeavingPod> counted() {
        return watch.left().stream().map(this::counted).toList();
    }

    private LeavingPod counted(LeavingPod pod) {
        return new LeavingPod(
                pod.namespace(),
                pod.name(),
                pod.uid(),
                pod.owner(),
                pod.node(),
                pod.leavesAfter().map(this::counted),
                pod.goneAfter().map(this::counted),
                pod.cause(),
                pod.why(),
                pod.graceSeconds(),
                pod.localData(),
                switch (pod.outcome()) {
                    case EvictionPlan.Outcome.Replaced(
                            var name,
                            var node,
                            var ready,
                            var filled,
                            var ties,
                            var contested) ->
                        new EvictionPlan.Outcome.Replaced(
                                name, node, ready.map(this::counted), filled.map(this::counted), ties, contested);
                    case EvictionPlan.Outcome.Pending pending -> pending;
                    case EvictionPlan.Outcome.Lost lost -> lost;
                    case EvictionPlan.Outcome.NotReplaced not -> not;
                },
                pod.between(),
                pod.alike());
    }

    private Duration counted(Duration after) {
        Duration late = Duration.ZERO;
        for (int i = 0; i < made.size(); i++) {
            if (made.get(i).since(begun).compareTo(after) <= 0) {
                late = shift(i);
            }
        }
        return after.minus(late);
    }

    /// Ends it, once what the drains know has been asked.
    ///
    /// @param failure empty when nothing kept it from going on
    private void finish(String failure) {
        if (over) {
            return;
        }
        over = true;
        site.acting().post("ending", () -> {
            List<String> notes = player.notes();
            Map<String, String> kept = player.blocked();
            site.watching().post("ended", () -> end(failure, kept, notes));
        });
    }

    private void end(String failure, Map<String, String> kept, List<String> notes) {
        var progress = new PlanFacts.Progress(made.size(), steps.size(), failure);
        EvictionPlan.Status expected = plan.plan().status();
        if (made.isEmpty()) {
            facts = Optional.of(new PlanFacts(plan.plan(), nothing(), List.of(), List.of(), progress));
        } else {
            Duration until = progress.complete() ? FOREVER : now().since(begun).minus(shift());
            List<FactRow> rows = rows(until);
            EvictionPlan.Status seen = scope.of(watch.status(kept, notes));
            facts = Optional.of(new PlanFacts(
                    plan.plan(),
                    seen,
                    rows,
                    progress.complete() ? FactRule.newPods(expected.newPods(), seen.newPods()) : List.of(),
                    progress));
        }
        watch.stop();
    }

    private static EvictionPlan.Status nothing() {
        return new EvictionPlan.Status(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                new EvictionPlan.Summary(0, 0, 0, 0, 0, 0),
                List.of(),
                Duration.ZERO,
                true);
    }
}
