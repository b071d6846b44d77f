package dev.tenure.simnodes;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.kubelet.admission.PodAdmissionRule;
import dev.tenure.kubelet.eviction.Eviction;
import dev.tenure.kubelet.eviction.GraceRule;
import dev.tenure.kubelet.pod.PodLife;
import dev.tenure.kubelet.pod.PodLife.Turn;
import dev.tenure.kubelet.pod.PodLifeRule;
import dev.tenure.kubelet.pod.PodsAside;
import dev.tenure.kubelet.status.PodStatusReport.Ended;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.rules.node.ManagedNodeRule.Fault;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.time.Tick;
import dev.tenure.simnodes.ContainersRule.Stage;
import dev.tenure.simnodes.config.ConfigLack;
import dev.tenure.simnodes.script.MarkedFiles;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// All pods of all simulated nodes: takes each one through its stages, one report at a time. Confined
/// to its loop.
final class SimulatedPods implements SimulatedPressure.Pods {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final EventLoop loop;
    private final SimulatedPodCalls calls;
    private final EventRecorder events;
    private final PodNodes nodes;
    private final AddressState addresses;
    private final SimulatedPodTable pods = new SimulatedPodTable();
    private final PodsAside aside;
    private Duration stepped = Duration.ZERO;
    private final Rejections rejections;
    private final SimulatedResizes resizes;
    private final SimulatedRoom room;
    private final SimulatedConfig config;
    private final MarkedFiles files = new MarkedFiles();

    SimulatedPods(EventLoop loop, ClusterClient client, EventRecorder events, PodNodes nodes, AddressState addresses) {
        this.loop = loop;
        this.calls = new SimulatedPodCalls(client);
        this.events = events;
        this.rejections = new Rejections(events);
        this.resizes = new SimulatedResizes(loop.time(), events);
        this.nodes = nodes;
        this.addresses = addresses;
        this.room = new SimulatedRoom(pods, nodes);
        this.aside = new PodsAside(loop);
        this.config = new SimulatedConfig(loop, client, events, nodes, this::takeUp);
    }

    /// A pod was seen, bound to some node.
    void changed(StoredObject stored) {
        noticeSteps();
        Pod pod = stored.view(Pod.class);
        Optional<SimulatedPod> known = pods.find(stored.uid());
        var entry = known.orElseGet(() -> new SimulatedPod(stored, loop.time().wall()));
        if (known.isEmpty()) {
            pods.add(entry);
            pod.status().podIps().stream().findFirst().ifPresent(ip -> addresses.keepPod(stored.uid(), ip));
            if (entry.progress.startedAt().isPresent() && !PodRule.terminal(pod)) {
                entry.readiness.found();
                nodes.started(pod);
            }
        } else {
            entry.changed(stored);
        }
        advance(entry);
    }

    void deleted(StoredObject stored) {
        pods.remove(stored.uid()).ifPresent(this::forget);
    }

    private void forget(SimulatedPod entry) {
        String node = entry.pod().spec().nodeName();
        if (pods.on(node).isEmpty()) {
            rejections.forget(node);
        }
        addresses.freePod(entry.uid());
        aside.forget(entry.uid());
        loop.cancel(entry.alarm());
        loop.cancel(entry.statusAlarm());
        loop.cancel("deadline-" + entry.uid());
        ended(entry);
    }

    /// The node came under our care, or its fault ended.
    ///
    /// @param restarted whether it was down, so that its containers start anew
    void resume(String node, boolean restarted) {
        noticeSteps();
        Instant now = loop.time().wall();
        for (SimulatedPod entry : List.copyOf(pods.on(node))) {
            entry.beginAnew();
            if (restarted && entry.progress.startedAt().isPresent() && entry.holds()) {
                entry.startAgain(now, files);
                guarded(entry, () -> reportRunning(entry, now, true));
            } else {
                advance(entry);
            }
        }
    }

    /// Reports again what the API no longer shows, for example that a pod is ready after its node was lost.
    /// Pods of which a report is under way are left alone.
    void refresh(String node) {
        noticeSteps();
        for (SimulatedPod entry : List.copyOf(pods.on(node))) {
            if (!entry.reporting && entry.wronglyUnready(loop.time().wall())) {
                reportRunning(entry, entry.progress.startedAt().orElseThrow(), false);
            }
        }
    }

    /// @param restarted whether its machine went down meanwhile
    private void reportRunning(SimulatedPod entry, Instant startedAt, boolean restarted) {
        Instant now = loop.time().wall();
        SimulatedReadiness.Reported given = entry.readiness.reported(entry.stored, startedAt, now);
        ObjectNode patch = reportOf(entry).running(startedAt, given.containersReady());
        EphemeralContainers.running(entry.stored, now, restarted, patch);
        report(entry, patch);
    }

    private void reportEnd(SimulatedPod entry, ObjectNode patch) {
        EphemeralContainers.ended(entry.stored, loop.time().wall(), patch);
        report(entry, patch);
    }

    /// Reports what has changed since the start; `next` is when something else happens.
    private void reportChanges(SimulatedPod entry, Optional<Instant> next) {
        Optional<Instant> wake = next;
        if (entry.runs()) {
            Instant startedAt = entry.progress.startedAt().get();
            Instant now = loop.time().wall();
            if (entry.readiness.hasChanged(entry.stored, startedAt, now)) {
                reportRunning(entry, startedAt, false);
            }
            Instant readyAt = entry.readiness.readyAt(entry.stored, startedAt);
            if (readyAt.isAfter(now)) {
                wake = Optional.of(next.filter(at -> at.isBefore(readyAt)).orElse(readyAt));
            }
        }
        wake.ifPresent(moment -> wake(entry, moment));
    }

    /// When the wall clock is stepped, all that has happened is told by the clock as it goes now, so that
    /// what is to last goes on as long as it should.
    private void noticeSteps() {
        Duration by = loop.time().steps().total().minus(stepped);
        if (!by.isZero()) {
            stepped = stepped.plus(by);
            for (SimulatedPod entry : pods.all()) {
                entry.stepped(by);
            }
        }
    }

    /// Takes the pod up, unless it is set aside; then it is taken up later anyway.
    private void advance(SimulatedPod entry) {
        noticeSteps();
        guarded(entry, () -> goOn(entry));
    }

    private void guarded(SimulatedPod entry, Runnable event) {
        if (!aside.aside(entry.uid())) {
            aside.guard(entry.uid(), "pod " + entry.pod().qualifiedName(), event, () -> {
                noticeSteps();
                goOn(entry);
            });
        }
    }

    private void goOn(SimulatedPod entry) {
        Pod pod = entry.pod();
        Optional<Node> node = nodes.managed(pod.spec().nodeName());
        boolean strange = PodRule.mirror(pod) && !nodes.mirrors(pod);
        if (node.isEmpty() || ManagedNodeRule.fault(node.get()) != Fault.NONE || strange) {
            return;
        }
        switch (PodLifeRule.next(entry.life, entry.facts(loop.time(), pods.isForgotten(entry)))) {
            case ADMIT -> {
                if (admit(entry, pod, node.get())) {
                    goOn(entry);
                }
            }
            case AWAIT_ROOM, FORGET -> {}
            case RUN -> run(entry);
            case EXPIRE -> expire(entry, pod);
            case STOP -> stop(entry);
            case CONFIRM -> confirm(entry);
        }
    }

    private void run(SimulatedPod entry) {
        Pod pod = entry.pod();
        entry.turn(Turn.TAKEN);
        if (entry.terminal()) {
            ended(entry);
            return;
        }
        entry.deadline.of(pod, loop.time()).ifPresent(at -> wake("deadline-" + entry.uid(), entry, at));
        if (entry.reporting) {
            entry.again = true;
            return;
        }
        Optional<Node> node = nodes.managed(pod.spec().nodeName());
        if (entry.runs() && node.isPresent() && resize(entry, node.get())) {
            entry.again = true;
            return;
        }
        carryOut(
                entry,
                ContainersRule.next(
                        pod, entry.progress, declared(entry, false), loop.time().wall()));
    }

    /// Ends a pod that has been on the node for as long as it may.
    private void expire(SimulatedPod entry, Pod pod) {
        events.record(entry.about(), EventRecorder.Type.Normal, Ended.EXPIRED.reason(), Ended.EXPIRED.message());
        leave(entry, Ended.EXPIRED, pod.spec().terminationGraceSeconds(), () -> {});
    }

    /// @return whether the node takes it now
    private boolean admit(SimulatedPod entry, Pod pod, Node node) {
        return switch (room.verdict(entry, pod, node)) {
            case PodAdmissionRule.Verdict.Admit _ -> {
                entry.turn(Turn.TAKEN);
                yield true;
            }
            case PodAdmissionRule.Verdict.AdmitAfter(List<Pod> victims) -> {
                preempt(entry, victims);
                yield entry.life == PodLife.ADMITTED;
            }
            case PodAdmissionRule.Verdict.Reject(String reason, String message) -> {
                reject(entry, node, reason, message);
                yield false;
            }
        };
    }

    /// @return whether something is reported now
    private boolean resize(SimulatedPod entry, Node node) {
        boolean told = entry.asksForMore()
                ? resizes.decide(entry, room.verdict(entry, entry.pod(), node), files)
                : resizes.settle(entry);
        if (told) {
            reportRunning(entry, entry.progress.startedAt().orElseThrow(), false);
        }
        return told;
    }

    private void reject(SimulatedPod entry, Node node, String reason, String message) {
        if (entry.reporting) {
            return;
        }
        Tick now = loop.time().now();
        Optional<Tick> later = rejections.later(entry, node, now);
        if (later.isPresent()) {
            wake(entry.alarm(), entry, later.get());
            return;
        }
        rejections.rejected(entry.pod(), node, now, reason, message);
        report(entry, reportOf(entry).rejected(reason, message));
        entry.turn(Turn.REJECTED);
    }

    @Override
    public List<Pod> active(String node) {
        return room.active(node);
    }

    @Override
    public List<SimulatedPressure.Running> running(String node) {
        return room.running(node);
    }

    @Override
    public boolean gone(Pod pod) {
        return pods.holding(pod).isEmpty();
    }

    private Declared declared(SimulatedPod entry, boolean stops) {
        return entry.declared(nodes.times(entry.pod().spec().nodeName()), stops);
    }

    @Override
    public void evict(Eviction eviction, Runnable stopped) {
        Optional<SimulatedPod> entry = pods.holding(eviction.pod());
        if (entry.isEmpty()) {
            stopped.run();
            return;
        }
        var why = new Ended(
                Eviction.REASON, eviction.message(), eviction.disruptionTarget() ? Eviction.CONDITION_REASON : "");
        leave(entry.get(), why, GraceRule.stopTimeoutSeconds(eviction.graceSeconds()), stopped);
    }

    private void leave(SimulatedPod entry, Ended why, long graceSeconds, Runnable stopped) {
        noticeSteps();
        Duration grace = Duration.ofSeconds(graceSeconds);
        Duration asked = declared(entry, true).stopDelay();
        boolean inTime = asked.compareTo(grace) < 0;
        Instant stoppedAt = loop.time().wall().plus(inTime ? asked : grace);
        entry.leaving = Optional.of(new PodEviction(why, stoppedAt, inTime, stopped));
        advance(entry);
    }

    /// Others leave, one after another, so that a critical pod can start.
    private void preempt(SimulatedPod entry, List<Pod> victims) {
        Optional<SimulatedPod> victim =
                victims.stream().flatMap(pod -> pods.holding(pod).stream()).findFirst();
        if (victim.isEmpty()) {
            entry.turn(Turn.TAKEN);
            return;
        }
        if (entry.life == PodLife.NEW) {
            entry.turn(Turn.PUT_OFF);
        }
        events.record(
                victim.get().about(), EventRecorder.Type.Warning, Ended.PREEMPTED.reason(), Ended.PREEMPTED.message());
        leave(victim.get(), Ended.PREEMPTED, victim.get().pod().spec().terminationGraceSeconds(), () -> {
            if (entry.life == PodLife.AWAITING_ROOM && !pods.isForgotten(entry)) {
                preempt(entry, victims);
                advance(entry);
            }
        });
    }

    /// Its containers are ended: as the node has decided, or because the object is asked to go.
    private void stop(SimulatedPod entry) {
        entry.turn(Turn.ENDING);
        entry.lingersUntil(loop.time().now(), Duration.ZERO);
        if (entry.reporting) {
            entry.again = true;
            return;
        }
        if (entry.terminal()) {
            ended(entry);
            confirm(entry);
            return;
        }
        Instant now = loop.time().wall();
        Optional<PodEviction> eviction = entry.leaving;
        Instant stoppedAt = eviction.map(PodEviction::stoppedAt)
                .or(() -> entry.pod()
                        .meta()
                        .deletion()
                        .map(asked -> ContainersRule.stoppedAt(asked, declared(entry, true), loop.time()::asOfNow)))
                .orElse(now);
        if (stoppedAt.isAfter(now)) {
            wake(entry, stoppedAt);
        } else if (eviction.isPresent()) {
            Instant started = entry.progress.startedAt().orElse(now);
            entry.progress = entry.progress.ended(now);
            reportEnd(entry, reportOf(entry).evicted(started, eviction.get()));
            ended(entry);
        } else {
            ended(entry);
            confirm(entry);
        }
    }

    /// Nothing of it runs any more.
    private void ended(SimulatedPod entry) {
        if (entry.life != PodLife.STOPPED) {
            entry.turn(Turn.ENDED);
            entry.leaving.ifPresent(eviction -> eviction.stopped().run());
            room.awaiting(entry.pod().spec().nodeName())
                    .forEach(other -> wake(other.alarm(), other, loop.time().now()));
        }
    }

    /// Its object goes if that is asked for, once the API shows why it ended.
    private void confirm(SimulatedPod entry) {
        if (entry.reporting) {
            entry.again = true;
        } else if (entry.pod().meta().deleting() && (entry.leaving.isEmpty() || entry.terminal())) {
            UsualTimes times = nodes.times(entry.pod().spec().nodeName());
            entry.lingersUntil(loop.time().now(), times.linger())
                    .ifPresentOrElse(at -> wake(entry.alarm(), entry, at), () -> remove(entry));
        }
    }

    private void carryOut(SimulatedPod entry, Stage stage) {
        Instant now = loop.time().wall();
        switch (stage) {
            case Stage.Wait(var at) -> reportChanges(entry, at);
            case Stage.Create(var startAt) -> {
                startAt.ifPresent(moment -> wake(entry, moment));
                if (entry.pod().status().containerStatuses().isEmpty()) {
                    report(entry, reportOf(entry).creating());
                }
            }
            case Stage.Start _ -> start(entry, now);
            case Stage.CrashLoop(Instant again) -> {
                Instant started = entry.progress.startedAt().orElse(now);
                entry.progress = entry.progress.ended(now);
                report(
                        entry,
                        reportOf(entry).crashed(started, declared(entry, false).exitCode()));
                wake(entry, again);
            }
            case Stage.Finish _ -> {
                Instant started = entry.progress.startedAt().orElse(now);
                reportEnd(
                        entry,
                        reportOf(entry).finished(started, declared(entry, false).exitCode()));
            }
        }
    }

    private void start(SimulatedPod entry, Instant now) {
        switch (config.of(entry)) {
            case SimulatedConfig.Answer.Start _ -> {
                entry.start(now, files);
                reportRunning(entry, now, false);
                nodes.started(entry.pod());
            }
            case SimulatedConfig.Answer.Asked _ -> {}
            case SimulatedConfig.Answer.Wait(Tick until, List<ConfigLack> news) -> {
                wake(entry.alarm(), entry, until);
                if (!news.isEmpty()) {
                    report(entry, reportOf(entry).lacking(entry.stored, news));
                }
            }
        }
    }

    private PodReport reportOf(SimulatedPod entry) {
        return PodReport.of(entry, loop.time().wall(), addresses);
    }

    /// A report that could not be written is written again, unless another one takes its place.
    private void report(SimulatedPod entry, ObjectNode patch) {
        loop.cancel(entry.statusAlarm());
        entry.reporting = true;
        StoredObject pod = entry.stored;
        loop.work("pod-status", () -> calls.patchStatus(pod, patch), outcome -> reported(entry, patch, outcome));
    }

    private void reported(SimulatedPod entry, ObjectNode patch, Outcome<ApiReply> outcome) {
        entry.reporting = false;
        if (pods.isForgotten(entry)) {
            return;
        }
        if (!SimulatedPodCalls.settled(outcome)) {
            loop.alarm(entry.statusAlarm(), loop.time().now().plus(RETRY_AFTER), () -> report(entry, patch));
        } else if (entry.again) {
            entry.again = false;
            advance(entry);
        }
    }

    /// A pod that has stopped: only one with finalizers is still reported, the others are gone with
    /// this call.
    private void remove(SimulatedPod entry) {
        if (!entry.pod().meta().finalizers().isEmpty()) {
            if (entry.terminal()) {
                return;
            }
            Instant started = entry.progress.startedAt().orElse(loop.time().wall());
            reportEnd(entry, reportOf(entry).stopped(started, declared(entry, false)));
        }
        entry.reporting = true;
        StoredObject stored = entry.stored;
        loop.work("pod-delete", () -> calls.delete(stored), outcome -> {
            entry.reporting = false;
            if (!SimulatedPodCalls.settled(outcome) && !pods.isForgotten(entry)) {
                wake(entry, loop.time().wall().plus(RETRY_AFTER));
            }
        });
    }

    private void wake(SimulatedPod entry, Instant at) {
        wake(entry.alarm(), entry, loop.time().tickOf(at));
    }

    private void wake(String alarm, SimulatedPod entry, Tick at) {
        loop.alarm(alarm, at, () -> takeUp(entry));
    }

    private void takeUp(SimulatedPod entry) {
        if (!pods.isForgotten(entry)) {
            advance(entry);
        }
    }
}
