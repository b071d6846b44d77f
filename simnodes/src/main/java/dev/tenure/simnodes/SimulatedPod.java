package dev.tenure.simnodes;

import dev.tenure.client.events.InvolvedObject;
import dev.tenure.kubelet.admission.AskedSysctls;
import dev.tenure.kubelet.admission.SysctlRule;
import dev.tenure.kubelet.pod.ActiveDeadline;
import dev.tenure.kubelet.pod.PodLife;
import dev.tenure.kubelet.pod.PodLife.Turn;
import dev.tenure.kubelet.pod.PodLifeRule;
import dev.tenure.kubelet.resize.Allocation;
import dev.tenure.kubelet.resize.ResizeConditions;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.RestartPolicy;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.simnodes.ContainersRule.Progress;
import dev.tenure.simnodes.script.MarkedFiles;
import dev.tenure.simnodes.script.Script;
import dev.tenure.simnodes.script.ScriptParser;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What the simulated nodes remember of one pod. Confined to their loop.
final class SimulatedPod {
    StoredObject stored;
    Progress progress;
    final ActiveDeadline deadline = new ActiveDeadline();
    PodLife life;
    boolean reporting;
    /// Whether something happened meanwhile.
    boolean again;
    /// Why and when it ends, if its node has decided that.
    Optional<PodEviction> leaving = Optional.empty();
    /// Since when its node knows that it is to go.
    private Optional<Tick> toldToGo = Optional.empty();
    /// When it is rejected, if it is still to be by then.
    Optional<Tick> rejectedAt = Optional.empty();
    final SimulatedReadiness readiness = new SimulatedReadiness();
    /// Its containers that started by themselves.
    final OwnStarts starts;
    /// What is told of a resize.
    ResizeConditions resizing;
    /// What its node has set aside for it, once that may be something else than its first spec.
    private Optional<Allocation> allocation = Optional.empty();
    /// The pod as if it asked for just that, while it asks for something else.
    private Optional<Pod> granted = Optional.empty();
    /// What it needs and waits for, once it may need something.
    private Optional<ConfigWait> config = Optional.empty();
    /// What its command does, if that is known.
    private final Optional<Script> script;
    /// What it does in this run of its containers.
    private Optional<Script.Run> run = Optional.empty();

    SimulatedPod(StoredObject stored, Instant now) {
        this.stored = stored;
        Pod pod = stored.view(Pod.class);
        this.progress = Progress.found(pod, now);
        this.starts = OwnStarts.shown(pod, progress);
        this.life = PodLifeRule.found(pod);
        this.resizing = ResizeConditions.shown(pod);
        if (pod.meta().generation() > 1 && PodLifeRule.ran(pod)) {
            hold(Allocation.shown(Json.readObject(stored.json())));
        }
        boolean declared = Declared.declaresItsRun(pod) || pod.spec().restartPolicy() == RestartPolicy.ALWAYS;
        this.script = declared ? Optional.empty() : ScriptParser.of(Json.readObject(stored.json()));
        if (progress.startedAt().isPresent()) {
            run = script.map(Script::firstRun);
        }
    }

    String uid() {
        return stored.uid();
    }

    /// What its alarm is called.
    String alarm() {
        return "pod-" + uid();
    }

    /// What the alarm is called at which a report is written again; it has a name of its own, for what comes
    /// next for the pod takes no report's place.
    String statusAlarm() {
        return "status-" + uid();
    }

    /// The API shows something new of it.
    void changed(StoredObject now) {
        boolean specChanged =
                now.view(Pod.class).meta().generation() > pod().meta().generation();
        if (specChanged && life == PodLife.ADMITTED && allocation.isEmpty()) {
            allocation = Optional.of(Allocation.asked(Json.readObject(stored.json())));
        }
        stored = now;
        allocation.ifPresent(this::hold);
    }

    private void hold(Allocation held) {
        allocation = Optional.of(held);
        ObjectNode document = Json.readObject(stored.json());
        granted = held.grants(document)
                ? Optional.empty()
                : Optional.of((Pod) Views.view(ResourceTypes.PODS, (ObjectNode) held.applied(document)));
    }

    /// What it asks for is set aside for it.
    void grant() {
        hold(Allocation.asked(Json.readObject(stored.json())));
    }

    /// Whether it asks for something else than is set aside for it.
    boolean asksForMore() {
        return granted.isPresent();
    }

    /// As it runs and counts: as if it asked for what is set aside for it.
    Pod granted() {
        return granted.orElseGet(this::pod);
    }

    /// The kernel parameters that it asks for.
    SysctlRule.Asked sysctls() {
        return AskedSysctls.of(Json.readObject(stored.json()).path("spec"));
    }

    /// As the API shows it.
    Pod pod() {
        return stored.view(Pod.class);
    }

    /// Whether the API shows that it has ended.
    boolean terminal() {
        return PodRule.terminal(pod());
    }

    /// The wall clock was stepped.
    void stepped(Duration by) {
        progress = progress.stepped(by);
        leaving = leaving.map(eviction -> eviction.stepped(by));
    }

    /// How far it is with what it needs.
    ConfigWait config() {
        ConfigWait known = config.orElseGet(ConfigWait::new);
        config = Optional.of(known);
        return known;
    }

    /// It has what it needs; that is looked up anew when its containers start again.
    void forgetConfig() {
        config = Optional.empty();
    }

    /// Whether it runs and is to be ready, but the API shows it as not ready.
    boolean wronglyUnready(Instant now) {
        return runs()
                && !PodRule.ready(pod())
                && readiness
                        .due(stored, progress.startedAt().orElseThrow(), now)
                        .ready();
    }

    /// Its containers start.
    void start(Instant now, MarkedFiles files) {
        progress = progress.started(now);
        starts.together();
        run = script.map(files::run);
    }

    /// They end, and start again at once.
    void startAgain(Instant now, MarkedFiles files) {
        progress = progress.ended(now);
        start(now, files);
    }

    /// How its containers behave: as annotations say, else as its command does, else as is usual.
    ///
    /// @param stops whether it is about to stop, so that its hooks count
    Declared declared(UsualTimes times, boolean stops) {
        Declared declared = times.declared(stored, stops);
        return times.jobsEnd() ? run.map(declared::running).orElse(declared) : declared;
    }

    /// What events about it name.
    InvolvedObject about() {
        Pod pod = pod();
        return InvolvedObject.pod(
                pod.meta().namespace(), pod.meta().name(), pod.meta().uid());
    }

    /// What the machine of its life asks.
    ///
    /// @param gone whether its object is gone
    PodLifeRule.Facts facts(TimeSource time, boolean gone) {
        Pod pod = pod();
        return new PodLifeRule.Facts(
                PodLifeRule.ran(pod), leaving.isPresent(), pod.meta().deleting(), gone, deadline.over(pod, time));
    }

    void turn(Turn turn) {
        life = PodLifeRule.after(life, turn);
    }

    /// Whether its containers have started, and nobody asks for their end.
    boolean runs() {
        return progress.startedAt().isPresent() && !terminal() && !pod().meta().deleting();
    }

    /// Its node hears that it is to go, perhaps not for the first time.
    ///
    /// @param linger how long it is there at least, from when its node heard first
    /// @return until when it is there; empty when that is over
    Optional<Tick> lingersUntil(Tick now, Duration linger) {
        Tick first = toldToGo.orElse(now);
        toldToGo = Optional.of(first);
        return Optional.of(first.plus(linger)).filter(at -> at.isAfter(now));
    }

    /// Whether it holds resources of its node.
    boolean holds() {
        return life != PodLife.STOPPED && !terminal();
    }

    /// Whether its node has taken it, and it holds resources there.
    boolean active() {
        return life.holdsResources() && !terminal();
    }

    /// Its kubelet begins anew, or is reached again: what the node had decided, and the API does not show, is
    /// forgotten. One that has run there is there still, and holds what it holds.
    void beginAnew() {
        if (life != PodLife.STOPPED) {
            leaving = Optional.empty();
            boolean taken = life == PodLife.ADMITTED || (PodLifeRule.ran(pod()) && !terminal());
            life = taken ? PodLife.ADMITTED : PodLifeRule.found(pod());
        }
    }
}
