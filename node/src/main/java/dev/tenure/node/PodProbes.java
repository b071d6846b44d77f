package dev.tenure.node;

import dev.tenure.kubelet.pod.PodLife;
import dev.tenure.kubelet.pod.ProbeState;
import dev.tenure.node.container.PodNotes;
import dev.tenure.node.container.PodServices;
import dev.tenure.node.probe.Prober;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import java.util.Comparator;

/// Asks the containers of all pods how they are, each probe at its own times. Confined to its loop.
final class PodProbes {
    private static final String ALARM = "probes";

    private final EventLoop loop;
    private final PodServices services;
    private final NodePods pods;

    PodProbes(EventLoop loop, PodServices services, NodePods pods) {
        this.loop = loop;
        this.services = services;
        this.pods = pods;
    }

    /// Sets the alarm for the probe that is due next.
    void wake() {
        pods.entries().stream()
                .flatMap(entry -> entry.probes.next().stream())
                .min(Comparator.naturalOrder())
                .ifPresentOrElse(next -> loop.alarm(ALARM, next, this::askAll), () -> loop.cancel(ALARM));
    }

    private void askAll() {
        for (PodEntry entry : pods.entries()) {
            for (ProbeState.Due due : entry.probes.takeDue(loop.time().now())) {
                ask(entry, due);
            }
        }
        wake();
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
                "probe",
                () -> services.prober()
                        .ask(target, due.probe().handler(), due.probe().timeout()),
                outcome -> answered(entry, due, outcome));
    }

    private void answered(PodEntry entry, ProbeState.Due due, Outcome<Prober.Answer> outcome) {
        Prober.Answer answer = outcome instanceof Outcome.Done<Prober.Answer>(Prober.Answer reported)
                ? reported
                : new Prober.Answer.Unknown("the probe failed");
        boolean changed = switch (answer) {
            case Prober.Answer.Success _ -> entry.probes.answered(due, true, true);
            case Prober.Answer.Failure(String reported) -> {
                String message = "%s probe failed: %s".formatted(due.kind().word(), reported);
                pods.note(
                        entry,
                        new PodNotes.Note(true, "Unhealthy", message, due.plan().name()));
                yield entry.probes.answered(due, false, true);
            }
            case Prober.Answer.Unknown _ -> entry.probes.answered(due, false, false);
        };
        wake();
        if (changed && entry.life == PodLife.ADMITTED) {
            pods.probed(entry);
        }
    }
}
