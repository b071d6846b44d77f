package dev.tenure.node;

import dev.tenure.kubelet.admission.AskedSysctls;
import dev.tenure.kubelet.admission.SysctlRule;
import dev.tenure.kubelet.pod.ActiveDeadline;
import dev.tenure.kubelet.pod.BackoffState;
import dev.tenure.kubelet.pod.PodLife;
import dev.tenure.kubelet.pod.PodLifeRule;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.pod.PodSeen;
import dev.tenure.kubelet.pod.PodStep;
import dev.tenure.kubelet.pod.ProbeState;
import dev.tenure.kubelet.pod.ResizeRule;
import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Waiting;
import dev.tenure.kubelet.resize.Actuated;
import dev.tenure.kubelet.resize.Allocation;
import dev.tenure.kubelet.resize.ResizeConditions;
import dev.tenure.kubelet.status.PodStatusReport;
import dev.tenure.kubelet.status.PodStatusReport.Ended;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodStatus;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the agent remembers of one pod. Confined to its loop, apart from the back-off, which the one worker
/// of the pod has while it works.
final class PodEntry {
    /// What of its metadata says how the pod is to be treated.
    private static final List<String> METADATA =
            List.of("labels", "annotations", "deletionTimestamp", "deletionGracePeriodSeconds");

    /// As the API or its file has it.
    PodPlan asked;
    /// The same as if it asked for what is set aside for it: this is what runs, counts and is told.
    PodPlan plan;
    Allocation allocation;
    Actuated actuated;
    ResizeConditions resizing;
    /// What the pod's own control group is limited to, once that was read.
    Optional<RunContainer.Held> group = Optional.empty();
    PodLife life;
    PodSeen seen = PodSeen.NOTHING;
    Map<String, Waiting> waiting = Map.of();
    final ProbeState probes = new ProbeState();
    final BackoffState backoff = new BackoffState();
    final ActiveDeadline deadline = new ActiveDeadline();
    /// Whether a worker is at it.
    boolean busy;
    /// Whether something happened meanwhile.
    boolean again;
    /// Whether a runtime that was asked has answered for this pod before.
    boolean looked;
    /// By name, the last container that went because all of the pod start anew.
    final Map<String, RunContainer> removed = new HashMap<>();
    Optional<Ended> ended = Optional.empty();
    OptionalLong grace = OptionalLong.empty();
    /// What shows a static pod in the API, if anything does yet.
    Optional<Pod> mirror = Optional.empty();
    /// Whether the object is gone from the API, or its file from the folder.
    boolean gone;
    /// Whether the object is asked to go, and a worker does that.
    boolean deleting;
    boolean reporting;
    Optional<Tick> refreshedAt = Optional.empty();

    @Nullable
    ObjectNode reported;

    PodEntry(PodPlan asked) {
        boolean ran = PodLifeRule.ran(asked.pod());
        this.asked = asked;
        this.allocation = ran ? Allocation.shown(asked.document()) : Allocation.asked(asked.document());
        this.plan = asked.granted(allocation);
        this.actuated = ran ? Actuated.shown(asked.pod()) : Actuated.NOTHING;
        this.resizing = ResizeConditions.shown(asked.pod());
        this.life = PodLifeRule.found(asked.pod());
    }

    /// Whether an object that was seen differs in its status at most. What the agent itself wrote there is no
    /// reason to look at the pod: a failure told in ever new words would be tried again without a pause.
    /// Upstream: pkg/kubelet/config/config.go (podsDifferSemantically).
    boolean asksAsBefore(PodPlan now) {
        JsonNode before = asked.document();
        JsonNode after = now.document();
        return before.path("spec").equals(after.path("spec"))
                && METADATA.stream()
                        .allMatch(field -> before.path("metadata")
                                .path(field)
                                .equals(after.path("metadata").path(field)));
    }

    /// Whether its containers are looked after as long as nothing happens.
    boolean runs(TimeSource time) {
        return life == PodLife.ADMITTED && PodLifeRule.next(life, lifeFacts(time)) == PodStep.RUN;
    }

    /// Its object has changed. What it asks for now is granted later, unless the node has not taken it yet.
    void changed(PodPlan now) {
        asked = now;
        boolean untaken = (life == PodLife.NEW || life == PodLife.AWAITING_ROOM) && !PodLifeRule.ran(now.pod());
        if (untaken) {
            allocation = Allocation.asked(now.document());
        }
        plan = now.granted(allocation);
    }

    /// What it asks for is set aside for it.
    void grant() {
        actuated = ResizeRule.before(plan, seen, actuated);
        allocation = Allocation.asked(asked.document());
        plan = asked;
    }

    /// Whether it asks for something else than is set aside for it.
    boolean asksForMore() {
        return !allocation.grants(asked.document());
    }

    String uid() {
        return plan.uid();
    }

    Pod pod() {
        return plan.pod();
    }

    /// The pod as the API shows it.
    Pod shown() {
        return mirror.orElse(pod());
    }

    /// How long it may take to stop, once its object is asked to go.
    OptionalLong graceSeconds() {
        return pod().meta()
                .deletion()
                .map(deletion -> OptionalLong.of(deletion.graceSeconds()))
                .orElse(OptionalLong.empty());
    }

    PodStatusReport.Facts facts() {
        return new PodStatusReport.Facts(
                shown(),
                seen,
                waiting,
                probes.health(),
                ended,
                life == PodLife.STOPPING || life == PodLife.STOPPED,
                new PodStatusReport.Resizing(actuated, resizing, group));
    }

    /// What the machine of its life asks.
    PodLifeRule.Facts lifeFacts(TimeSource time) {
        return new PodLifeRule.Facts(
                PodLifeRule.ran(shown()),
                ended.isPresent(),
                pod().meta().deleting(),
                gone,
                deadline.over(shown(), time));
    }

    /// What the runtime has of it, beside what is remembered.
    void seen(PodSeen now) {
        seen = now.withRemoved(removed.values());
        actuated =
                actuated.among(seen.containers().stream().map(RunContainer::id).toList());
    }

    /// Restarts before the containers that the runtime has, by name: those that the API shows of containers
    /// that have run, or more of what was removed since.
    Map<String, Integer> restarts() {
        var restarts = new HashMap<String, Integer>();
        PodStatus shown = shown().status();
        Stream.concat(shown.initContainerStatuses().stream(), shown.containerStatuses().stream())
                .filter(status -> !status.containerId().isEmpty())
                .forEach(status -> restarts.put(status.name(), status.restartCount()));
        removed.forEach((name, container) -> restarts.merge(name, container.attempt(), Math::max));
        return restarts;
    }

    /// The kernel parameters that it asks for.
    SysctlRule.Asked sysctls() {
        return AskedSysctls.of(plan.spec());
    }

    /// Which groups its processes have beside those that it names; empty when it leaves that to its node.
    String groupsPolicy() {
        return plan.spec()
                .path("securityContext")
                .path("supplementalGroupsPolicy")
                .asText("");
    }

    void turn(PodLife.Turn turn) {
        life = PodLifeRule.after(life, turn);
    }

    /// Whether the pod holds resources of the node.
    boolean active() {
        return life.holdsResources();
    }
}
