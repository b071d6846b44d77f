package dev.tenure.node;

import dev.tenure.kubelet.pod.PodLife;
import dev.tenure.kubelet.pod.ProbeState;
import dev.tenure.node.container.PodEvents;
import dev.tenure.node.container.PodServices;
import dev.tenure.node.probe.Answer;
import dev.tenure.node.probe.Prober;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.observe.FaultReporter;
import java.util.Comparator;
import java.util.List;

/// Asks the containers of all pods how they are, each probe at its own times. Confined to its loop.
final class PodProbes {
    private static final String ALARM = "probes";

    private final EventLoop loop;
    private final PodServices services;
    private final NodePods pods;
    private final PodGuard guard;

    PodProbes(AgentPart loop, PodServices services, NodePods pods, PodGuard guard) {
        this.loop = loop;
        this.guard = guard;
        loop.takenUpBy(this::wake);
        this.services = services;
        this.pods = pods;
    }

    /// Sets the alarm for the probe that is due next.
    void wake() {
        pods.entries().stream()
                .filter(entry -> !guard.aside(entry))
                .flatMap(entry -> entry.probes.next().stream())
                .min(Comparator.naturalOrder())
                .ifPresentOrElse(next -> loop.alarm(ALARM, next, this::askAll), () -> loop.cancel(ALARM));
    }

    private void askAll() {
        for (PodEntry entry : List.copyOf(pods.entries())) {
            guard.run(entry, () -> ask(entry));
        }
        wake();
    }

    private void ask(PodEntry entry) {
        List<ProbeState.Due> all = entry.probes.takeDue(loop.time().now());
        for (int i = 0; i < all.size(); i++) {
            try {
                ask(entry, all.get(i));
            } catch (RuntimeException | StackOverflowError e) {
                all.subList(i, all.size()).forEach(due -> entry.probes.answered(due, false, false));
                throw e;
            }
        }
    }

    private void ask(PodEntry entry, ProbeState.Due due) {
        String address = entry.pod().spec().hostNetwork()
                ? services.host().host().address()
                : entry.seen
                        .sandbox()
                        .flatMap(sandbox -> sandbox.addresses().stream().findFirst())
                        .orElse("");
        var target = new Prober.Target(due.container().id(), address, due.plan().spec());
        loop.work(
                "probe " + entry.pod().qualifiedName(),
                () -> services.prober()
                        .ask(target, due.probe().handler(), due.probe().timeout()),
                outcome -> {
                    if (guard.aside(entry)) {
                        entry.probes.answered(due, false, false);
                    } else {
                        guard.run(entry, () -> answered(entry, due, outcome));
                    }
                });
    }

    private void answered(PodEntry entry, ProbeState.Due due, Outcome<Answer> outcome) {
        boolean changed = switch (outcome) {
            case Outcome.Done<Answer>(Answer answer) -> answered(entry, due, answer);
            case Outcome.Failed<Answer>(Exception cause) -> {
                boolean unknown = entry.probes.answered(due, false, false);
                if (FaultReporter.unforeseen(cause)) {
                    guard.failed(entry);
                }
                yield unknown;
            }
        };
        wake();
        if (changed && (entry.life == PodLife.ADMITTED || entry.life == PodLife.STOPPING)) {
            pods.probed(entry);
        }
    }

    /// @return whether the health of the container changed
    private boolean answered(PodEntry entry, ProbeState.Due due, Answer answer) {
        return switch (answer) {
            case Answer.Success _ -> entry.probes.answered(due, true, true);
            case Answer.Warning(String reported) -> {
                warn(entry, due, "ProbeWarning", "warning: " + reported);
                yield entry.probes.answered(due, true, true);
            }
            case Answer.Failure(String reported) -> {
                boolean changed = entry.probes.answered(due, false, true);
                warn(entry, due, "Unhealthy", "failed: " + reported);
                yield changed;
            }
            case Answer.Unknown _ -> entry.probes.answered(due, false, false);
        };
    }

    private void warn(PodEntry entry, ProbeState.Due due, String reason, String what) {
        String message = "%s probe %s".formatted(due.kind().word(), what);
        pods.note(entry, new PodEvents.Event(true, reason, message, due.plan().name()));
    }
}
