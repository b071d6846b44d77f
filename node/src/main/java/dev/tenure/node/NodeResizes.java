package dev.tenure.node;

import dev.tenure.kubelet.admission.PodAdmissionRule;
import dev.tenure.kubelet.pod.PodLife;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.pod.ResizeRule;
import dev.tenure.kubelet.resize.PendingOrder;
import dev.tenure.kubelet.resize.ResizeConditions;
import dev.tenure.kubelet.resize.ResizeMessage;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.node.container.PodEvents;
import dev.tenure.node.container.PodWorker;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Grants pods that run what they ask for now, or tells why that has to wait; and tells how far they are with
/// it. Confined to its loop. Upstream: allocation_manager.go.
final class NodeResizes {
    private final EventLoop loop;
    private final NodePods pods;
    private final PodGuard guard;

    NodeResizes(EventLoop loop, NodePods pods, PodGuard guard) {
        this.loop = loop;
        this.pods = pods;
        this.guard = guard;
    }

    /// What a pod asks for may have changed.
    void changed(PodEntry entry) {
        if (waits(entry)) {
            retry();
        } else if (entry.looked && entry.resizing.pending().isPresent() && !entry.asksForMore()) {
            entry.resizing = entry.resizing.settled();
            pods.report(entry);
        }
    }

    /// Before the runtime has told what runs of a pod nothing is said of it.
    private static boolean waits(PodEntry entry) {
        return entry.looked && entry.life == PodLife.ADMITTED && entry.ended.isEmpty() && entry.asksForMore();
    }

    /// There may be room now for those that wait.
    void retry() {
        List<PodEntry> waiting = pods.entries().stream()
                .filter(NodeResizes::waits)
                .sorted(Comparator.comparing(NodeResizes::place))
                .toList();
        waiting.forEach(entry -> guard.run(entry, () -> decide(entry)));
    }

    private static PendingOrder place(PodEntry entry) {
        return PendingOrder.of(entry.pod(), entry.asked.pod(), entry.resizing);
    }

    private void decide(PodEntry entry) {
        Optional<PodAdmissionRule.Verdict> verdict = pods.resize(entry);
        if (verdict.isEmpty()) {
            return;
        }
        switch (verdict.get()) {
            case PodAdmissionRule.Verdict.Admit _ -> grant(entry);
            case PodAdmissionRule.Verdict.AdmitAfter(List<Pod> victims) -> {
                defer(entry, "other pods leave to make room");
                pods.leave(victims);
            }
            case PodAdmissionRule.Verdict.Reject(String _, String message) -> defer(entry, message);
        }
    }

    private void grant(PodEntry entry) {
        entry.grant();
        long generation = entry.pod().meta().generation();
        entry.resizing = entry.resizing.begun(generation, now());
        note(entry, false, "ResizeStarted", message("Pod resize started", entry.plan, generation, ""));
        pods.report(entry);
        pods.advance(entry);
    }

    private void defer(PodEntry entry, String message) {
        long generation = entry.asked.pod().meta().generation();
        Optional<Condition> told = entry.resizing.pending();
        boolean same = told.filter(old ->
                        old.observedGeneration() == generation && old.message().equals(message))
                .isPresent();
        if (same) {
            return;
        }
        entry.resizing = entry.resizing.deferred(message, generation, now());
        if (told.isEmpty() || told.get().observedGeneration() != generation) {
            note(entry, true, "ResizeDeferred", message("Pod resize Deferred", entry.asked, generation, message));
        }
        pods.report(entry);
    }

    /// A worker has taken the pod one step on.
    void stepped(PodEntry entry, PodWorker.Resized resized) {
        entry.group = resized.group();
        if (waits(entry)) {
            loop.post("resized", this::retry);
        } else if (!entry.asksForMore()) {
            entry.resizing = entry.resizing.settled();
        }
        ResizeConditions before = entry.resizing;
        long generation = entry.pod().meta().generation();
        if (resized.error().isPresent()) {
            failed(entry, resized.error().get(), generation);
        } else if (ResizeRule.inProgress(entry.plan, entry.seen, entry.actuated)) {
            entry.resizing = before.goingOn(generation, now());
        } else if (before.inProgress().isPresent()) {
            entry.resizing = before.done();
            long asked = before.inProgress().get().observedGeneration();
            note(entry, false, "ResizeCompleted", message("Pod resize completed", entry.plan, asked, ""));
            loop.post("resized", this::retry);
        }
    }

    private void failed(PodEntry entry, String why, long generation) {
        Optional<Condition> told = entry.resizing.inProgress();
        if (told.filter(old -> old.message().equals(why)).isPresent()) {
            return;
        }
        entry.resizing = entry.resizing.failed(why, generation, now());
        note(entry, true, "ResizeError", message("Pod resize error", entry.plan, generation, why));
    }

    private static String message(String began, PodPlan plan, long generation, String error) {
        return ResizeMessage.of(began, plan.document(), generation, error);
    }

    private void note(PodEntry entry, boolean warning, String reason, String message) {
        pods.note(entry, new PodEvents.Event(warning, reason, message, ""));
    }

    private Instant now() {
        return loop.time().wall();
    }
}
