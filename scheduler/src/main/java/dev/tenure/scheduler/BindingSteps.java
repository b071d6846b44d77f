package dev.tenure.scheduler;

import dev.tenure.client.ClusterClient;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.scheduler.bind.EventOutbox;
import dev.tenure.scheduler.bind.EventOutbox.PodEvent;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.PermitPlugin;
import dev.tenure.scheduler.framework.PreBindPlugin;
import dev.tenure.scheduler.framework.Readiness;
import dev.tenure.scheduler.framework.ReservePlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.scheduler.watch.PodFeed;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// What plugins have to say between the choice of a node and the binding: all reserve, then each that
/// permits is asked, then each that prepares the binding, one after the other. Confined to the loop.
final class BindingSteps {
    private static final Verdict GONE = new Verdict.Failed("", "pod does not exist any more");

    private final EventLoop loop;
    private final ClusterClient client;
    private final PodFeed pods;
    private final EventOutbox events;

    private record Step(String plugin, String point, Supplier<Readiness> ask) {}

    private record Run(PodInfo pod, Deque<Step> steps, Consumer<Verdict> done) {}

    BindingSteps(EventLoop loop, ClusterClient client, PodFeed pods, EventOutbox events) {
        this.loop = loop;
        this.client = client;
        this.pods = pods;
        this.events = events;
    }

    /// @param done called once: Pass when the pod can be bound. Unless it passes, the caller calls
    /// [#unreserve].
    void begin(Cycle cycle, NodeState node, Consumer<Verdict> done) {
        for (ReservePlugin plugin : cycle.profile().reserves()) {
            Verdict verdict = plugin.reserve(cycle, node);
            if (!verdict.passes()) {
                done.accept(blamed(verdict, "Reserve", plugin.name()));
                return;
            }
        }
        var steps = new ArrayDeque<Step>();
        for (PermitPlugin plugin : cycle.profile().permits()) {
            steps.add(new Step(plugin.name(), "Permit", () -> plugin.permit(cycle, node)));
        }
        for (PreBindPlugin plugin : cycle.profile().preBinds()) {
            steps.add(new Step(plugin.name(), "PreBind", () -> plugin.preBind(cycle, node)));
        }
        go(new Run(cycle.pod(), steps, done));
    }

    void unreserve(Cycle cycle, NodeState node) {
        for (ReservePlugin plugin : cycle.profile().reserves().reversed()) {
            plugin.unreserve(cycle, node);
            plugin.afterUnreserve(cycle, node).forEach(this::make);
        }
    }

    /// Makes calls on which nothing waits: what they change is seen by the watches.
    void make(Function<ClusterClient, Verdict> calls) {
        loop.work("calls", () -> calls.apply(client), outcome -> {
            // when it failed, the next attempt finds what is left
        });
    }

    private void go(Run run) {
        while (!run.steps().isEmpty()) {
            if (pods.latest(run.pod().uid())
                    .filter(pod -> !pod.pod().meta().deleting())
                    .isEmpty()) {
                run.done().accept(GONE);
                return;
            }
            Step step = run.steps().getFirst();
            switch (step.ask().get()) {
                case Readiness.Ready _ -> run.steps().removeFirst();
                case Readiness.Refused(var verdict) -> {
                    run.done().accept(blamed(verdict, step.point(), step.plugin()));
                    return;
                }
                case Readiness.After(var calls) -> {
                    loop.work(step.point(), () -> calls.apply(client), outcome -> called(run, step, outcome));
                    return;
                }
                case Readiness.Told(var reason, var action, var note) -> {
                    events.send(
                            run.pod().pod().spec().schedulerName(),
                            new PodEvent(run.pod(), Optional.empty(), true, reason, action, note));
                }
                case Readiness.Later(var pause) -> {
                    loop.alarm("binding-" + run.pod().uid(), loop.time().now().plus(pause), () -> go(run));
                    return;
                }
            }
        }
        run.done().accept(Verdict.Pass.PASS);
    }

    private void called(Run run, Step step, Outcome<Verdict> outcome) {
        switch (outcome) {
            case Outcome.Done<Verdict>(var verdict) -> {
                if (verdict.passes()) {
                    go(run);
                } else {
                    run.done().accept(blamed(verdict, step.point(), step.plugin()));
                }
            }
            case Outcome.Failed<Verdict>(var cause) ->
                run.done()
                        .accept(blamed(
                                new Verdict.Failed(step.plugin(), String.valueOf(cause.getMessage())),
                                step.point(),
                                step.plugin()));
        }
    }

    private static Verdict blamed(Verdict verdict, String point, String plugin) {
        return verdict instanceof Verdict.Failed(var _, var message)
                ? new Verdict.Failed(plugin, "running %s plugin \"%s\": %s".formatted(point, plugin, message))
                : verdict;
    }
}
