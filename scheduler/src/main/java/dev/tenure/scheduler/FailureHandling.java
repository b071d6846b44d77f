package dev.tenure.scheduler;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.scheduler.bind.EventOutbox;
import dev.tenure.scheduler.bind.EventOutbox.PodEvent;
import dev.tenure.scheduler.bind.PodWriterClient;
import dev.tenure.scheduler.bind.PodWriterClient.StatusChange;
import dev.tenure.scheduler.bind.WriteOutcome;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.cycle.Placement;
import dev.tenure.scheduler.framework.Diagnosis;
import dev.tenure.scheduler.framework.PostFilterPlugin.Remedy;
import dev.tenure.scheduler.queue.QueuedPod;
import dev.tenure.scheduler.queue.SchedulingQueue;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.scheduler.watch.PodFeed;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What follows when a pod could not be placed: back into the queue, an event, the condition, and the
/// removal of the pods that make room for it. Confined to the loop.
final class FailureHandling {
    private static final String UNSCHEDULABLE = "Unschedulable";
    private static final String ERROR = "SchedulerError";

    /// Where pods wait.
    record Waiting(SchedulerCache cache, SchedulingQueue queue, PodFeed pods, SchedulerMetrics metrics) {}

    /// What is told or written.
    record Outward(PodWriterClient writer, PodStatusWrites statuses, EventOutbox events, BindingSteps steps) {}

    private final EventLoop loop;
    private final PodWriterClient writer;
    private final PodStatusWrites statuses;
    private final EventOutbox events;
    private final Waiting waiting;
    private final BindingSteps steps;
    private final Runnable pump;

    /// @param pump called when a pod may have become ready apart from any watch event
    FailureHandling(EventLoop loop, Outward outward, Waiting waiting, Runnable pump) {
        this.loop = loop;
        this.writer = outward.writer();
        this.statuses = outward.statuses();
        this.events = outward.events();
        this.waiting = waiting;
        this.steps = outward.steps();
        this.pump = pump;
    }

    /// No node is feasible.
    void refused(QueuedPod queued, Placement.Refused refused) {
        Optional<PodInfo> latest = latest(queued);
        if (latest.isEmpty()) {
            return;
        }
        PodInfo pod = latest.get();
        Optional<String> nomination = nomination(refused.remedy());
        if (nomination.isPresent()) {
            // before the pod is back in the queue, which must not hear of it
            String node = nomination.get();
            Optional<PodInfo> held = node.isEmpty()
                    ? waiting.cache().withdrawNomination(pod)
                    : waiting.cache().nominate(pod, node);
            // others would not hear of it from the API server if the nomination had never reached it
            held.ifPresent(waiting.queue()::released);
        }
        waiting.queue().failed(queued, refused.plugins());
        if (refused.remedy().isPresent()) {
            waiting.metrics().preemptionTried();
            if (refused.remedy().get() instanceof Remedy.Nominated(var node, var victims)) {
                preempt(pod, node, victims);
            }
        }
        report(pod, UNSCHEDULABLE, refused.message(), nomination);
        refused.relief().forEach(steps::make);
    }

    /// The node to be nominated, the empty text to take a nomination back, or nothing to leave things as
    /// they are.
    private static Optional<String> nomination(Optional<Remedy> remedy) {
        return remedy.map(found -> switch (found) {
                    case Remedy.Nominated(var node, var _) -> Optional.of(node);
                    case Remedy.None(var _, var clear) -> clear ? Optional.of("") : Optional.<String>empty();
                    case Remedy.Relief _, Remedy.Broken _ -> Optional.<String>empty();
                })
                .orElse(Optional.of(""));
    }

    /// A plugin does not let the pod go to the node that was chosen.
    void heldBack(QueuedPod queued, String plugin, String message) {
        Optional<PodInfo> latest = latest(queued);
        if (latest.isPresent()) {
            waiting.queue().failed(queued, Set.of(plugin));
            report(latest.get(), UNSCHEDULABLE, message, Optional.empty());
        }
    }

    /// The cycle or the binding broke.
    void broke(QueuedPod queued, String message) {
        Optional<PodInfo> latest = latest(queued);
        if (latest.isPresent()) {
            waiting.cache().withdrawNomination(latest.get()).ifPresent(waiting.queue()::released);
            waiting.queue().failed(queued, Set.of());
            report(latest.get(), ERROR, message, Optional.of(""));
        }
    }

    /// The pod as last seen, if it is still there and has no node yet.
    private Optional<PodInfo> latest(QueuedPod queued) {
        return waiting.pods()
                .latest(queued.pod().uid())
                .filter(pod -> pod.pod().spec().nodeName().isEmpty());
    }

    private void report(PodInfo info, String reason, String message, Optional<String> nomination) {
        Pod pod = info.pod();
        events.send(
                pod.spec().schedulerName(),
                new PodEvent(info, Optional.empty(), false, "FailedScheduling", "Scheduling", Diagnosis.note(message)));
        Optional<Condition> condition = changedCondition(info, reason, message);
        Optional<String> changedNomination = nomination.filter(node -> !node.equals(statuses.nomination(info)));
        if (condition.isPresent() || changedNomination.isPresent()) {
            statuses.write(info, new StatusChange(condition, changedNomination));
        }
    }

    /// The condition to write; absent when the pod has it already, be it of an earlier generation. Upstream:
    /// api/v1/pod/util.go (UpdatePodCondition).
    private Optional<Condition> changedCondition(PodInfo info, String reason, String message) {
        Pod pod = info.pod();
        Optional<Condition> old = statuses.scheduled(info);
        boolean wasFalse = old.isPresent() && old.get().status() == Condition.Truth.FALSE;
        if (wasFalse && old.get().reason().equals(reason) && old.get().message().equals(message)) {
            return Optional.empty();
        }
        Instant since =
                wasFalse ? old.get().lastTransitionTime() : loop.time().wall().truncatedTo(ChronoUnit.SECONDS);
        return Optional.of(new Condition(
                Pod.SCHEDULED,
                Condition.Truth.FALSE,
                reason,
                message,
                since,
                Instant.EPOCH,
                pod.meta().generation()));
    }

    /// Removes the victims that are not leaving already. The pod waits for that before it is tried again;
    /// less important pods that were to run there lose their nomination.
    private void preempt(PodInfo preemptor, String node, List<PodInfo> victims) {
        List<PodInfo> leaving = victims.stream()
                .filter(victim -> !victim.pod().meta().deleting())
                .toList();
        if (leaving.isEmpty()) {
            return;
        }
        waiting.metrics().preempting(victims.size());
        waiting.queue().hold(preemptor.uid());
        withdrawLesser(preemptor, node);
        var open = new ArrayList<>(leaving);
        boolean[] failed = new boolean[1];
        Instant now = loop.time().wall().truncatedTo(ChronoUnit.SECONDS);
        String scheduler = preemptor.pod().spec().schedulerName();
        for (PodInfo victim : leaving) {
            loop.work("preempt", () -> writer.preempt(victim.pod(), scheduler, now), outcome -> {
                failed[0] |= !removed(preemptor, node, victim, outcome);
                open.remove(victim);
                if (open.isEmpty()) {
                    waiting.queue().release(preemptor.uid(), failed[0]);
                    pump.run();
                }
            });
        }
    }

    private boolean removed(PodInfo preemptor, String node, PodInfo victim, Outcome<WriteOutcome> outcome) {
        if (outcome instanceof Outcome.Done<WriteOutcome>(WriteOutcome.Written _)) {
            events.send(
                    preemptor.pod().spec().schedulerName(),
                    new PodEvent(
                            victim,
                            Optional.of(preemptor),
                            true,
                            "Preempted",
                            "Preempting",
                            "Preempted by pod " + preemptor.uid() + " on node " + node));
            return true;
        }
        return outcome instanceof Outcome.Done<WriteOutcome>(WriteOutcome.Gone _);
    }

    private void withdrawLesser(PodInfo preemptor, String node) {
        for (PodInfo other : List.copyOf(waiting.cache().nominatedTo(node))) {
            if (other.priority() < preemptor.priority()) {
                waiting.cache().withdrawNomination(other).ifPresent(waiting.queue()::released);
                statuses.write(other, new StatusChange(Optional.empty(), Optional.of("")));
            }
        }
    }
}
