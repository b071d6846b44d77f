package dev.tenure.simnodes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.kubelet.admission.PodAdmissionRule;
import dev.tenure.kubelet.eviction.Eviction;
import dev.tenure.kubelet.eviction.GraceRule;
import dev.tenure.kubelet.eviction.PressureAdmissionRule;
import dev.tenure.kubelet.status.PodStatusReport.Ended;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.time.Tick;
import dev.tenure.simnodes.ManagedNodeRule.Fault;
import dev.tenure.simnodes.PodStageRule.Progress;
import dev.tenure.simnodes.PodStageRule.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All pods of all simulated nodes: takes each one through its stages, one report at a time. Confined
/// to its loop.
final class SimulatedPods implements SimulatedPressure.Pods {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private static final class Entry {
        private StoredObject pod;
        private Progress progress;
        private boolean admitted;
        private boolean reporting;
        private boolean again;
        private Optional<PodEviction> leaving = Optional.empty();
        /// Whether it has said that it was evicted.
        private boolean left;
        /// Whether others have to leave before it can start.
        private boolean waits;
        /// When it is rejected, if it is still to be by then.
        private Optional<Tick> rejectedAt = Optional.empty();
        private final Readiness readiness = new Readiness();

        private Entry(StoredObject pod, Progress progress, boolean admitted) {
            this.pod = pod;
            this.progress = progress;
            this.admitted = admitted;
        }
    }

    private final EventLoop loop;
    private final SimulatedPodCalls calls;
    private final EventRecorder events;
    private final PodNodes nodes;
    private final AddressState addresses;
    private final Map<String, Entry> byUid = new HashMap<>();
    private Duration stepped = Duration.ZERO;
    private final Map<String, Map<String, Entry>> byNode = new HashMap<>();
    private final Map<String, RejectionPace> rejections = new HashMap<>();

    SimulatedPods(EventLoop loop, ClusterClient client, EventRecorder events, PodNodes nodes, AddressState addresses) {
        this.loop = loop;
        this.calls = new SimulatedPodCalls(client);
        this.events = events;
        this.nodes = nodes;
        this.addresses = addresses;
    }

    /// A pod was seen, bound to some node.
    void changed(StoredObject stored) {
        noticeSteps();
        Pod pod = stored.view(Pod.class);
        Entry entry = byUid.get(stored.uid());
        if (entry == null) {
            entry = new Entry(
                    stored,
                    Progress.found(pod, loop.time().wall()),
                    pod.status().phase() != PodPhase.PENDING);
            byUid.put(stored.uid(), entry);
            byNode.computeIfAbsent(pod.spec().nodeName(), _ -> new LinkedHashMap<>())
                    .put(stored.uid(), entry);
            pod.status().podIps().stream().findFirst().ifPresent(ip -> addresses.keepPod(stored.uid(), ip));
            if (entry.progress.startedAt().isPresent() && !PodRule.terminal(pod)) {
                entry.readiness.found();
                nodes.started(pod);
            }
        } else {
            entry.pod = stored;
        }
        advance(entry);
    }

    void deleted(StoredObject stored) {
        Entry entry = byUid.remove(stored.uid());
        if (entry != null) {
            String node = entry.pod.view(Pod.class).spec().nodeName();
            Map<String, Entry> standing = byNode.get(node);
            if (standing != null && standing.remove(stored.uid()) != null && standing.isEmpty()) {
                byNode.remove(node);
                rejections.remove(node);
            }
            addresses.freePod(stored.uid());
            loop.cancel(alarm(stored.uid()));
            loop.cancel("deadline-" + stored.uid());
            entry.leaving
                    .filter(_ -> !entry.left)
                    .ifPresent(eviction -> eviction.stopped().run());
        }
    }

    /// The node came under our care, or its fault ended.
    ///
    /// @param restarted whether it was down, so that its containers start anew
    void resume(String node, boolean restarted) {
        noticeSteps();
        Instant now = loop.time().wall();
        for (Entry entry : List.copyOf(byNode.getOrDefault(node, Map.of()).values())) {
            Pod pod = entry.pod.view(Pod.class);
            if (!entry.left) {
                entry.leaving = Optional.empty();
            }
            if (restarted && entry.progress.startedAt().isPresent() && !PodRule.terminal(pod)) {
                entry.progress = entry.progress.ended(now).started(now);
                tellRunning(entry, now);
            } else {
                advance(entry);
            }
        }
    }

    /// Says again what the API no longer shows, for example that a pod is ready after its node was
    /// lost. Of a pod that is being reported this is what is said.
    void refresh(String node) {
        noticeSteps();
        for (Entry entry : List.copyOf(byNode.getOrDefault(node, Map.of()).values())) {
            Pod pod = entry.pod.view(Pod.class);
            Optional<Instant> started = entry.progress.startedAt();
            boolean runs =
                    started.isPresent() && !PodRule.terminal(pod) && !pod.meta().deleting();
            if (runs
                    && !entry.reporting
                    && !PodRule.ready(pod)
                    && entry.readiness
                            .due(entry.pod, started.get(), loop.time().wall())
                            .ready()) {
                tellRunning(entry, started.get());
            }
        }
    }

    private void tellRunning(Entry entry, Instant startedAt) {
        Readiness.Said said =
                entry.readiness.say(entry.pod, startedAt, loop.time().wall());
        report(entry, reportOf(entry).running(startedAt, said.containersReady()));
    }

    /// Says what has changed since the start.
    /// @param next when something else happens
    private void keepTelling(Entry entry, Pod pod, Optional<Instant> next) {
        Optional<Instant> wake = next;
        if (entry.progress.startedAt().isPresent()
                && !PodRule.terminal(pod)
                && !pod.meta().deleting()) {
            Instant startedAt = entry.progress.startedAt().get();
            Instant now = loop.time().wall();
            if (entry.readiness.hasChanged(entry.pod, startedAt, now)) {
                tellRunning(entry, startedAt);
            }
            Instant readyAt = entry.readiness.readyAt(entry.pod, startedAt);
            if (readyAt.isAfter(now)) {
                wake = Optional.of(next.filter(at -> at.isBefore(readyAt)).orElse(readyAt));
            }
        }
        wake.ifPresent(moment -> wake(entry, moment));
    }

    /// Ends a pod that has been on the node for as long as it may.
    ///
    /// @return whether it ends
    private boolean expires(Entry entry, Pod pod) {
        Optional<Instant> end = PodStageRule.deadline(pod, loop.time()::asOfNow);
        if (end.isEmpty() || end.get().isAfter(loop.time().wall())) {
            end.ifPresent(
                    at -> wake("deadline-" + entry.pod.uid(), entry, loop.time().tickOf(at)));
            return false;
        }
        events.record(about(pod), EventRecorder.Type.Normal, Ended.EXPIRED.reason(), Ended.EXPIRED.message());
        leave(entry, Ended.EXPIRED, pod.spec().terminationGraceSeconds(), () -> {});
        return true;
    }

    /// When the wall clock is stepped, all that has happened is told by the clock as it goes now, so that what is to
    /// last goes on as long as it should.
    private void noticeSteps() {
        Duration by = loop.time().steps().total().minus(stepped);
        if (!by.isZero()) {
            stepped = stepped.plus(by);
            for (Entry entry : byUid.values()) {
                entry.progress = entry.progress.stepped(by);
                entry.leaving = entry.leaving.map(eviction -> eviction.stepped(by));
            }
        }
    }

    private void advance(Entry entry) {
        noticeSteps();
        Pod pod = entry.pod.view(Pod.class);
        Optional<Node> node = nodes.managed(pod.spec().nodeName());
        boolean strange = PodRule.mirror(pod) && !nodes.mirrors(pod);
        if (node.isEmpty() || ManagedNodeRule.fault(node.get()) != Fault.NONE || strange) {
            return;
        }
        if (entry.leaving.isPresent() && !PodRule.terminal(pod)) {
            leave(entry, entry.leaving.get());
            return;
        }
        if (!admit(entry, pod, node.get())) {
            return;
        }
        if (expires(entry, pod)) {
            return;
        }
        if (entry.reporting) {
            entry.again = true;
            return;
        }
        Declared declared = declared(entry, pod.meta().deleting());
        carryOut(
                entry,
                PodStageRule.next(pod, entry.progress, declared, loop.time().wall(), loop.time()::asOfNow));
    }

    private boolean admit(Entry entry, Pod pod, Node node) {
        if (entry.admitted || pod.meta().deleting()) {
            return true;
        }
        if (entry.waits) {
            return false;
        }
        if (PressureAdmissionRule.decide(pod, nodes.conditions(node.name()))
                instanceof PressureAdmissionRule.Verdict.Reject(String reason, String message)) {
            reject(entry, node, reason, message);
            return false;
        }
        List<Pod> others = byNode.getOrDefault(node.name(), Map.of()).values().stream()
                .filter(other -> other.admitted)
                .map(other -> other.pod.view(Pod.class))
                .toList();
        return switch (PodAdmissionRule.decide(pod, node, others, nodes.gates())) {
            case PodAdmissionRule.Verdict.Admit _ -> {
                entry.admitted = true;
                yield true;
            }
            case PodAdmissionRule.Verdict.AdmitAfter(List<Pod> victims) -> {
                preempt(entry, victims);
                yield entry.admitted;
            }
            case PodAdmissionRule.Verdict.Reject(String reason, String message) -> {
                reject(entry, node, reason, message);
                yield false;
            }
        };
    }

    private void reject(Entry entry, Node node, String reason, String message) {
        Pod pod = entry.pod.view(Pod.class);
        if (entry.reporting || PodRule.terminal(pod)) {
            return;
        }
        Tick now = loop.time().now();
        RejectionPace pace = rejections.computeIfAbsent(node.name(), _ -> new RejectionPace(now));
        Tick at = entry.rejectedAt.orElseGet(() -> pace.next(now));
        entry.rejectedAt = Optional.of(at);
        if (at.isAfter(now)) {
            wake(alarm(entry.pod.uid()), entry, at);
            return;
        }
        pace.rejected(now).ifPresent(count -> tellStorm(node, count, message));
        events.record(about(pod), EventRecorder.Type.Warning, reason, message);
        report(entry, reportOf(entry).rejected(reason, message));
    }

    private void tellStorm(Node node, int count, String why) {
        events.record(
                InvolvedObject.node(node.name(), node.meta().uid()),
                EventRecorder.Type.Warning,
                "RejectingPods",
                "rejected %d pods in a row: %s; their controllers make others at once, which come here until the scheduler sees why not"
                        .formatted(count, why.strip()));
    }

    private static InvolvedObject about(Pod pod) {
        return InvolvedObject.pod(
                pod.meta().namespace(), pod.meta().name(), pod.meta().uid());
    }

    @Override
    public List<Pod> active(String node) {
        return byNode.getOrDefault(node, Map.of()).values().stream()
                .filter(entry -> entry.admitted && holds(entry))
                .map(entry -> entry.pod.view(Pod.class))
                .toList();
    }

    @Override
    public List<SimulatedPressure.Running> running(String node) {
        return byNode.getOrDefault(node, Map.of()).values().stream()
                .filter(entry -> entry.progress.startedAt().isPresent() && holds(entry))
                .map(entry -> new SimulatedPressure.Running(
                        entry.pod.view(Pod.class), entry.progress.startedAt().orElseThrow()))
                .toList();
    }

    /// Whether the pod still holds resources of its node.
    private static boolean holds(Entry entry) {
        return !entry.left && !PodRule.terminal(entry.pod.view(Pod.class));
    }

    @Override
    public boolean gone(Pod pod) {
        Entry entry = byUid.get(pod.meta().uid());
        return entry == null || !holds(entry);
    }

    private Declared declared(Entry entry, boolean stops) {
        return nodes.times(entry.pod.view(Pod.class).spec().nodeName()).declared(entry.pod, stops);
    }

    @Override
    public void evict(Eviction eviction, Runnable stopped) {
        Entry entry = byUid.get(eviction.pod().meta().uid());
        if (entry == null || !holds(entry)) {
            stopped.run();
            return;
        }
        var why = new Ended(
                Eviction.REASON, eviction.message(), eviction.disruptionTarget() ? Eviction.CONDITION_REASON : "");
        leave(entry, why, GraceRule.stopTimeoutSeconds(eviction.graceSeconds()), stopped);
    }

    private void leave(Entry entry, Ended why, long graceSeconds, Runnable stopped) {
        noticeSteps();
        Duration grace = Duration.ofSeconds(graceSeconds);
        Duration asked = declared(entry, true).stopDelay();
        boolean inTime = asked.compareTo(grace) < 0;
        Instant stoppedAt = loop.time().wall().plus(inTime ? asked : grace);
        entry.leaving = Optional.of(new PodEviction(why, stoppedAt, inTime, stopped));
        advance(entry);
    }

    /// Others leave, one after another, so that a critical pod can start.
    private void preempt(Entry entry, List<Pod> victims) {
        Optional<Entry> victim = victims.stream()
                .map(pod -> byUid.get(pod.meta().uid()))
                .filter(each -> each != null && holds(each))
                .findFirst();
        entry.waits = victim.isPresent();
        if (victim.isEmpty()) {
            entry.admitted = true;
            return;
        }
        Pod pod = victim.get().pod.view(Pod.class);
        events.record(about(pod), EventRecorder.Type.Warning, Ended.PREEMPTED.reason(), Ended.PREEMPTED.message());
        leave(victim.get(), Ended.PREEMPTED, pod.spec().terminationGraceSeconds(), () -> {
            preempt(entry, victims);
            if (entry.admitted && !forgotten(entry)) {
                advance(entry);
            }
        });
    }

    private void leave(Entry entry, PodEviction eviction) {
        Instant now = loop.time().wall();
        if (eviction.stoppedAt().isAfter(now)) {
            wake(entry, eviction.stoppedAt());
        } else if (entry.reporting) {
            entry.again = true;
        } else if (!entry.left) {
            entry.left = true;
            Instant started = entry.progress.startedAt().orElse(now);
            entry.progress = entry.progress.ended(now);
            report(entry, reportOf(entry).evicted(started, eviction));
            eviction.stopped().run();
        }
    }

    private void carryOut(Entry entry, Stage stage) {
        Instant now = loop.time().wall();
        Pod pod = entry.pod.view(Pod.class);
        switch (stage) {
            case Stage.Wait(var at) -> keepTelling(entry, pod, at);
            case Stage.Create(var startAt) -> {
                startAt.ifPresent(moment -> wake(entry, moment));
                if (pod.status().containerStatuses().isEmpty()) {
                    report(entry, reportOf(entry).creating());
                }
            }
            case Stage.Run _ -> {
                entry.progress = entry.progress.started(now);
                tellRunning(entry, now);
                nodes.started(pod);
            }
            case Stage.CrashLoop(Instant again) -> {
                Instant started = entry.progress.startedAt().orElse(now);
                entry.progress = entry.progress.ended(now);
                report(entry, reportOf(entry).crashed(started, Declared.of(pod).exitCode()));
                wake(entry, again);
            }
            case Stage.Finish _ -> {
                Instant started = entry.progress.startedAt().orElse(now);
                report(entry, reportOf(entry).finished(started, Declared.of(pod).exitCode()));
            }
            case Stage.Remove _ -> remove(entry);
        }
    }

    private PodReport reportOf(Entry entry) {
        Pod pod = entry.pod.view(Pod.class);
        return new PodReport(
                pod,
                loop.time().wall(),
                addresses.ofNode(pod.spec().nodeName()),
                addresses.ofPod(entry.pod.uid()),
                entry.progress.restarts());
    }

    private void report(Entry entry, ObjectNode patch) {
        entry.reporting = true;
        StoredObject pod = entry.pod;
        loop.work("pod-status", () -> calls.patchStatus(pod, patch), outcome -> reported(entry, patch, outcome));
    }

    private void reported(Entry entry, ObjectNode patch, Outcome<ApiReply> outcome) {
        entry.reporting = false;
        if (forgotten(entry)) {
            return;
        }
        if (!SimulatedPodCalls.settled(outcome)) {
            loop.alarm(alarm(entry.pod.uid()), loop.time().now().plus(RETRY_AFTER), () -> report(entry, patch));
        } else if (entry.again) {
            entry.again = false;
            advance(entry);
        }
    }

    /// A pod that has stopped: only one with finalizers is still reported, the others are gone with
    /// this call.
    private void remove(Entry entry) {
        Pod pod = entry.pod.view(Pod.class);
        if (!pod.meta().finalizers().isEmpty()) {
            if (PodRule.terminal(pod)) {
                return;
            }
            Instant started = entry.progress.startedAt().orElse(loop.time().wall());
            report(entry, reportOf(entry).stopped(started, declared(entry, false)));
        }
        entry.reporting = true;
        StoredObject stored = entry.pod;
        loop.work("pod-delete", () -> calls.delete(stored), outcome -> {
            entry.reporting = false;
            if (!SimulatedPodCalls.settled(outcome) && !forgotten(entry)) {
                wake(entry, loop.time().wall().plus(RETRY_AFTER));
            }
        });
    }

    private boolean forgotten(Entry entry) {
        return byUid.get(entry.pod.uid()) != entry;
    }

    private void wake(Entry entry, Instant at) {
        wake(alarm(entry.pod.uid()), entry, loop.time().tickOf(at));
    }

    private void wake(String alarm, Entry entry, Tick at) {
        loop.alarm(alarm, at, () -> {
            if (!forgotten(entry)) {
                advance(entry);
            }
        });
    }

    private static String alarm(String uid) {
        return "pod-" + uid;
    }
}
