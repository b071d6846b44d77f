package dev.tenure.node;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.kubelet.admission.PodAdmissionRule;
import dev.tenure.kubelet.pod.PodLife;
import dev.tenure.kubelet.pod.PodLife.Turn;
import dev.tenure.kubelet.pod.PodLifeRule;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.pod.PodSeen;
import dev.tenure.kubelet.pod.PodsAside;
import dev.tenure.kubelet.status.PodStatusReport;
import dev.tenure.kubelet.status.PodStatusReport.Ended;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.node.cgroup.GroupName;
import dev.tenure.node.container.PodEvents;
import dev.tenure.node.container.PodReader;
import dev.tenure.node.container.PodServices;
import dev.tenure.node.container.PodStopper;
import dev.tenure.node.container.PodWorker;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// All pods of one real node: gives each one to a worker when there is something to do, one at a time, and
/// says what came of it. Confined to its loop.
final class NodePods {
    private static final System.Logger LOG = System.getLogger(NodePods.class.getPackageName());
    private static final Duration RETRY = Duration.ofSeconds(5);
    private static final Duration REFRESH_EVERY = Duration.ofSeconds(60);

    private final EventLoop loop;
    private final PodServices services;
    private final PodWorker worker;
    private final PodStopper stopper;
    private final PodReader reader;
    private final PodStatusWriter statuses;
    private final EventRecorder events;
    private final PodProbes probes;
    private final PodGuard guard;
    private final NodeAgentLoop.Settings settings;
    private final Map<String, PodEntry> entries = new LinkedHashMap<>();
    private final Preemptions preemptions;
    private final NodeResizes resizes;
    private final PodRefusals refusals;
    private @Nullable Node node;
    private Consumer<String> onStopped = _ -> {};

    /// What it works with.
    ///
    /// @param aside who keeps what goes wrong with one pod from the others
    record Parts(EventLoop loop, PodServices services, ClusterClient client, EventRecorder events, PodsAside aside) {}

    NodePods(Parts parts, NodeAgentLoop.Settings settings) {
        this.loop = parts.loop();
        PodServices services = parts.services();
        this.services = services;
        this.worker = new PodWorker(services);
        this.stopper = new PodStopper(services);
        this.reader = new PodReader(services.runtime());
        this.guard = new PodGuard(parts.aside());
        guard.takenUpBy(this::takeUp);
        String address = services.host().host().address();
        this.statuses = new PodStatusWriter(loop, parts.client(), address, guard);
        this.events = parts.events();
        this.settings = settings;
        this.refusals = new PodRefusals(settings.sysctls());
        this.preemptions = new Preemptions(loop, this);
        this.resizes = new NodeResizes(loop, this, guard);
        this.probes = new PodProbes(new AgentPart(loop, parts.aside(), "probes"), services, this, guard);
    }

    /// The node as the API shows it; pods are taken from the first time on that it says what it has.
    void node(Node current) {
        if (current.status().allocatable().amounts().isEmpty()) {
            return;
        }
        boolean first = node == null;
        node = current;
        if (first) {
            List.copyOf(entries.values()).forEach(this::advance);
        }
        resizes.retry();
    }

    /// What the runtime says of policies of groups. Pods that need one are taken from the first time on.
    void groupsPolicy(Optional<Boolean> known) {
        if (refusals.groupsPolicy(known)) {
            List.copyOf(entries.values()).forEach(this::advance);
        }
    }

    Optional<Boolean> groupsPolicy() {
        return refusals.groupsPolicy();
    }

    /// Looks again at all pods, whatever has happened.
    void refresh() {
        List.copyOf(entries.values()).forEach(this::advance);
        resizes.retry();
    }

    /// @param stopped called with the uid of every pod of which nothing runs any more; maybe more than once
    void pressure(PodRefusals.PressureGate refuses, Consumer<String> stopped) {
        refusals.pressure(refuses);
        onStopped = stopped;
    }

    Collection<PodEntry> entries() {
        return entries.values();
    }

    Optional<PodEntry> entry(String podUid) {
        return Optional.ofNullable(entries.get(podUid));
    }

    /// A pod of this node was seen in the API, or in a file.
    void changed(PodPlan plan) {
        PodEntry known = entries.get(plan.uid());
        if (known == null) {
            var entry = new PodEntry(plan);
            entries.put(plan.uid(), entry);
            advance(entry);
        } else {
            OptionalLong before = known.graceSeconds();
            boolean asksTheSame = known.asksAsBefore(plan);
            known.changed(plan);
            guard.run(known, () -> hasten(known, before));
            guard.run(known, () -> resizes.changed(known));
            if (asksTheSame && known.runs(loop.time())) {
                guard.run(known, () -> statuses.report(known));
            } else {
                advance(known);
            }
        }
    }

    /// A pod that is being stopped is to stop faster.
    private void hasten(PodEntry entry, OptionalLong before) {
        OptionalLong now = entry.graceSeconds();
        boolean shorter = now.isPresent() && (before.isEmpty() || now.getAsLong() < before.getAsLong());
        if (entry.life == PodLife.STOPPING && entry.busy && shorter) {
            PodPlan plan = entry.plan;
            PodSeen seen = entry.seen;
            loop.work(
                    "hasten",
                    () -> {
                        stopper.stop(plan, seen, new PodStopper.Manner(now, "", false), new PodEvents(_ -> {}));
                        return true;
                    },
                    _ -> {});
        }
    }

    /// A pod is gone from the API; what still runs of it ends.
    void gone(String podUid) {
        PodEntry entry = entries.get(podUid);
        if (entry != null) {
            entry.gone = true;
            advance(entry);
        }
    }

    /// Ends a pod that would have gone on.
    ///
    /// @param grace seconds; absent: the pod's own
    /// @return whether the pod is known and was still to run
    boolean end(String podUid, Ended why, OptionalLong grace) {
        PodEntry entry = entries.get(podUid);
        if (entry == null || entry.ended.isPresent() || entry.life == PodLife.STOPPED) {
            return false;
        }
        entry.ended = Optional.of(why);
        entry.grace = grace;
        statuses.report(entry);
        if (entry.life == PodLife.STOPPING && entry.busy) {
            guard.run(entry, () -> hasten(entry, OptionalLong.empty()));
        }
        advance(entry);
        return true;
    }

    /// Says what there is to say of a pod.
    void report(PodEntry entry) {
        statuses.report(entry);
    }

    /// A probe changed what is known of a pod.
    void probed(PodEntry entry) {
        statuses.report(entry);
        if (entry.life == PodLife.ADMITTED) {
            advance(entry);
        }
    }

    /// The status of a pod as it is now.
    Optional<ObjectNode> status(String namespace, String name) {
        return entries.values().stream()
                .filter(entry -> entry.pod().meta().namespace().equals(namespace)
                        && entry.pod().meta().name().equals(name))
                .reduce((_, later) -> later)
                .map(statuses::status);
    }

    /// All pods of the node as a list, each with its status as it is now.
    ObjectNode list() {
        return statuses.list(entries.values());
    }

    /// Gives the pod to a worker if it needs one. One that is set aside is taken up later anyway.
    void advance(PodEntry entry) {
        guard.run(entry, () -> goOn(entry));
    }

    /// Of a pod that the node has not taken yet nothing is said, or the next agent would believe that it has.
    private void takeUp(PodEntry entry) {
        if (entry.life != PodLife.NEW && entry.life != PodLife.AWAITING_ROOM) {
            statuses.report(entry);
        }
        probes.wake();
        advance(entry);
    }

    private void goOn(PodEntry entry) {
        if (entry.busy) {
            entry.again = true;
            return;
        }
        if (entry.life == PodLife.NEW && (node == null || refusals.undecided(entry))) {
            return;
        }
        switch (PodLifeRule.next(entry.life, entry.lifeFacts(loop.time()))) {
            case ADMIT -> admit(entry);
            case AWAIT_ROOM -> preemptions.makeRoom(entry);
            case RUN -> step(entry);
            case EXPIRE -> {
                entry.ended = Optional.of(Ended.EXPIRED);
                stop(entry);
            }
            case STOP -> stop(entry);
            case CONFIRM -> confirm(entry);
            case FORGET -> forget(entry);
        }
    }

    private void admit(PodEntry entry) {
        Node current = node;
        if (current != null && admitted(entry, current)) {
            goOn(entry);
        }
    }

    /// @return whether the node takes it now
    private boolean admitted(PodEntry entry, Node current) {
        return switch (admission(entry, current, entry.pod())) {
            case PodAdmissionRule.Verdict.Admit _ -> {
                entry.turn(Turn.TAKEN);
                yield true;
            }
            case PodAdmissionRule.Verdict.AdmitAfter(List<Pod> victims) -> {
                preemptions.preempt(entry, victims);
                yield entry.life == PodLife.ADMITTED;
            }
            case PodAdmissionRule.Verdict.Reject(String reason, String message) -> {
                reject(entry, reason, message);
                yield false;
            }
        };
    }

    /// Whether the node has room for a pod. One whose object is gone takes none, though its containers may
    /// still end: schedulers do not see it either. Upstream: kubelet_pods.go (GetActivePods).
    ///
    /// @param pod as it is to run
    private PodAdmissionRule.Verdict admission(PodEntry entry, Node current, Pod pod) {
        Optional<PodAdmissionRule.Verdict.Reject> refused = refusals.of(entry, pod);
        if (refused.isPresent()) {
            return refused.get();
        }
        List<Pod> others = entries.values().stream()
                .filter(other -> other.active() && !other.gone && !other.uid().equals(entry.uid()))
                .map(PodEntry::pod)
                .toList();
        return PodAdmissionRule.decide(pod, current, others, settings.gates());
    }

    /// Whether the node can grant what a pod that it runs asks for now.
    Optional<PodAdmissionRule.Verdict> resize(PodEntry entry) {
        Node current = node;
        return current == null ? Optional.empty() : Optional.of(admission(entry, current, entry.asked.pod()));
    }

    /// Has those end that are in the way of a critical pod.
    void leave(List<Pod> victims) {
        victims.forEach(victim -> preemptions.leave(victim.meta().uid()));
    }

    private void reject(PodEntry entry, String reason, String message) {
        note(entry, new PodEvents.Event(true, reason, message, ""));
        entry.ended = Optional.of(new Ended(reason, "Pod was rejected: " + message, ""));
        entry.turn(Turn.REJECTED);
        statuses.report(entry);
    }

    private void step(PodEntry entry) {
        entry.turn(Turn.TAKEN);
        entry.deadline
                .of(entry.shown(), loop.time())
                .ifPresent(end -> loop.alarm("deadline " + entry.uid(), end, () -> advance(entry)));
        Tick now = loop.time().now();
        boolean fresh = entry.refreshedAt
                .filter(at -> now.since(at).compareTo(REFRESH_EVERY) < 0)
                .isPresent();
        boolean refresh = entry.looked && !fresh;
        var job = new PodWorker.Job(
                entry.plan, entry.probes.health(), entry.actuated, entry.restarts(), entry.backoff, notes(entry));
        List<String> addresses =
                entry.seen.sandbox().map(sandbox -> sandbox.addresses()).orElse(List.of());
        loop.work(
                "pod-step " + entry.pod().qualifiedName(),
                () -> {
                    PodWorker.Result result = worker.step(job);
                    if (refresh) {
                        worker.refreshFiles(job.pod(), addresses);
                    }
                    return result;
                },
                outcome -> {
                    entry.busy = false;
                    guard.run(entry, () -> stepped(entry, outcome, refresh));
                });
        entry.busy = true;
    }

    private void stepped(PodEntry entry, Outcome<PodWorker.Result> outcome, boolean refreshed) {
        switch (outcome) {
            case Outcome.Done<PodWorker.Result>(PodWorker.Result result) -> {
                entry.looked = true;
                if (refreshed || entry.refreshedAt.isEmpty()) {
                    entry.refreshedAt = Optional.of(loop.time().now());
                }
                result.removed().forEach(container -> entry.removed.put(container.name(), container));
                entry.actuated = entry.actuated.with(result.resized().given());
                entry.seen(result.seen());
                entry.waiting = result.waiting();
                resizes.stepped(entry, result.resized());
                entry.probes.running(entry.plan, entry.seen, loop.time().now());
                probes.wake();
                result.again().ifPresent(delay -> wake(entry, delay));
                if (ended(entry, result)) {
                    entry.turn(Turn.ENDING);
                    entry.again = true;
                }
                statuses.report(entry);
                if (result.acted()) {
                    entry.again = true;
                }
            }
            case Outcome.Failed<PodWorker.Result>(Exception cause) -> {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "pod {0}: {1}",
                        entry.pod().qualifiedName(),
                        String.valueOf(cause.getMessage()));
                retry(entry, cause);
            }
        }
        once(entry);
    }

    /// Whether nothing of the pod will run again.
    private boolean ended(PodEntry entry, PodWorker.Result result) {
        if (result.failed()) {
            return true;
        }
        var report =
                new PodStatusReport(entry.plan, entry.facts(), "", loop.time().wall());
        return result.seen().quiet() && report.phase().terminal();
    }

    private void once(PodEntry entry) {
        if (entry.again) {
            entry.again = false;
            advance(entry);
        }
    }

    private void retry(PodEntry entry, Exception cause) {
        if (FaultReporter.unforeseen(cause)) {
            guard.failed(entry);
        } else {
            wake(entry, RETRY);
        }
    }

    private void wake(PodEntry entry, Duration delay) {
        loop.alarm("pod " + entry.uid(), loop.time().now().plus(delay), () -> advance(entry));
    }

    private void stop(PodEntry entry) {
        entry.turn(Turn.ENDING);
        entry.probes.ending();
        probes.wake();
        PodPlan plan = entry.plan;
        OptionalLong grace = entry.grace;
        PodEvents notes = notes(entry);
        loop.work(
                "pod-stop " + entry.pod().qualifiedName(),
                () -> {
                    PodSeen seen = reader.read(plan.uid());
                    if (!seen.quiet()) {
                        stopper.stop(plan, seen, new PodStopper.Manner(grace, "", true), notes);
                        seen = reader.read(plan.uid());
                    }
                    if (!seen.quiet()) {
                        throw new IOException("containers of the pod still run");
                    }
                    cleanUp(plan);
                    return seen;
                },
                outcome -> {
                    entry.busy = false;
                    guard.run(entry, () -> stopped(entry, outcome));
                });
        entry.busy = true;
    }

    private void cleanUp(PodPlan plan) throws IOException {
        services.volumes().remove(plan.uid());
        services.host().groups().ifPresent(groups -> groups.remove(GroupName.ofPod(plan.qos(), plan.uid())));
    }

    private void stopped(PodEntry entry, Outcome<PodSeen> outcome) {
        entry.again = false;
        switch (outcome) {
            case Outcome.Done<PodSeen>(PodSeen seen) -> {
                entry.seen(seen);
                entry.probes.running(entry.plan, entry.seen, loop.time().now());
                entry.waiting = Map.of();
                entry.turn(Turn.ENDED);
                goOn(entry);
            }
            case Outcome.Failed<PodSeen>(Exception cause) -> {
                note(entry, new PodEvents.Event(true, "FailedKillPod", "error killing pod: " + cause.getMessage(), ""));
                retry(entry, cause);
            }
        }
    }

    /// Nothing of the pod runs any more; the API is to show that.
    private void confirm(PodEntry entry) {
        ended(entry);
        statuses.report(entry);
    }

    private void forget(PodEntry entry) {
        ended(entry);
        loop.cancel("status " + entry.uid());
        guard.forget(entry);
        entries.remove(entry.uid());
    }

    private void ended(PodEntry entry) {
        onStopped.accept(entry.uid());
        preemptions.madeRoom(entry.uid());
        resizes.retry();
        loop.cancel("pod " + entry.uid());
        loop.cancel("deadline " + entry.uid());
    }

    /// Who works for the pod tells here what happens, when it happens.
    private PodEvents notes(PodEntry entry) {
        return new PodEvents(event -> loop.post("note", () -> guard.run(entry, () -> note(entry, event))));
    }

    void note(PodEntry entry, PodEvents.Event note) {
        var meta = entry.pod().meta();
        events.record(
                InvolvedObject.pod(meta.namespace(), meta.name(), meta.uid()).part(entry.plan.place(note.container())),
                note.warning() ? EventRecorder.Type.Warning : EventRecorder.Type.Normal,
                note.reason(),
                note.message());
    }
}
