package dev.tenure.scheduler.plugin.volumebinding;

import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Volume;
import dev.tenure.rules.volume.PodVolumeRule;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.PluginState;
import dev.tenure.scheduler.framework.PreBindPlugin;
import dev.tenure.scheduler.framework.PreFilterPlugin;
import dev.tenure.scheduler.framework.Readiness;
import dev.tenure.scheduler.framework.ReservePlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A pod's bound volumes must be within reach of the node; claims that wait for their first consumer must
/// find a volume there, or one must be able to be made for them. Once the node is chosen, those claims and
/// volumes are taken, then written, and the pod is bound when the claims are.
public final class VolumeBinding implements PreFilterPlugin, FilterPlugin, ReservePlugin, PreBindPlugin {
    public static final String NAME = "VolumeBinding";

    private static final String CHOICE = NAME + "/choice";
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
    private static final Duration BIND_MAX = Duration.ofMinutes(10);
    private static final String UNBOUND = "pod has unbound immediate PersistentVolumeClaims";

    /// What the pod gets on its node.
    private static final class Choice implements PluginState {
        private final VolumeRule.Found found;
        private boolean written;
        private int looks;

        Choice(VolumeRule.Found found) {
            this.found = found;
        }
    }

    private final AssumedVolumes assumed = new AssumedVolumes();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean concerns(PodInfo pod, ClusterView cluster) {
        return !pod.claims().isEmpty();
    }

    @Override
    public PreFilterResult preFilter(Cycle cycle) {
        PodInfo pod = cycle.pod();
        var claims = new ArrayList<PersistentVolumeClaim>();
        for (Volume volume : pod.pod().spec().volumes()) {
            Optional<String> name = PodVolumeRule.claim(pod.pod(), volume);
            if (name.isEmpty()) {
                continue;
            }
            Optional<PersistentVolumeClaim> claim = cycle.cluster().claim(pod.namespace(), name.get());
            Optional<String> complaint = complaint(pod, volume, name.get(), claim);
            if (complaint.isPresent()) {
                return PreFilterResult.of(Verdict.Rejected.unresolvable(NAME, complaint.get()));
            }
            claim.ifPresent(claims::add);
        }
        if (claims.isEmpty()) {
            return PreFilterResult.SKIP;
        }
        PodClaims sorted = PodClaims.of(claims, cycle.cluster());
        if (!sorted.immediate().isEmpty()) {
            return PreFilterResult.of(Verdict.Rejected.unresolvable(NAME, UNBOUND));
        }
        cycle.put(NAME, sorted);
        return PreFilterResult.PASS;
    }

    private static Optional<String> complaint(
            PodInfo pod, Volume volume, String name, Optional<PersistentVolumeClaim> found) {
        if (found.isEmpty()) {
            return Optional.of(
                    volume.source() instanceof Volume.Source.Ephemeral
                            ? "waiting for ephemeral volume controller to create the persistentvolumeclaim \"" + name
                                    + "\""
                            : "persistentvolumeclaim \"" + name + "\" not found");
        }
        PersistentVolumeClaim claim = found.get();
        if (claim.phase().equals("Lost")) {
            return Optional.of("persistentvolumeclaim \"" + name + "\" bound to non-existent persistentvolume \""
                    + claim.volumeName() + "\"");
        }
        if (claim.meta().deleting()) {
            return Optional.of("persistentvolumeclaim \"" + name + "\" is being deleted");
        }
        return volume.source() instanceof Volume.Source.Ephemeral && !PodVolumeRule.owns(pod.pod(), claim)
                ? Optional.of(PodVolumeRule.notOwned(pod.pod(), name))
                : Optional.empty();
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        PodClaims claims = cycle.require(NAME, PodClaims.class);
        return switch (VolumeRule.on(claims, assumed, cycle.cluster(), node.node())) {
            case VolumeRule.Found _ -> Verdict.Pass.PASS;
            case VolumeRule.Missing(var reasons) -> new Verdict.Rejected(false, NAME, reasons);
        };
    }

    @Override
    public Verdict reserve(Cycle cycle, NodeState node) {
        Optional<PodClaims> claims = cycle.state(NAME, PodClaims.class);
        if (claims.isEmpty() || claims.get().waiting().isEmpty()) {
            return Verdict.Pass.PASS;
        }
        return switch (VolumeRule.on(claims.get(), assumed, cycle.cluster(), node.node())) {
            case VolumeRule.Found found -> {
                found.bindings().forEach(assumed::take);
                found.provisions().forEach(provision -> assumed.select(provision, node.name()));
                cycle.put(CHOICE, new Choice(found));
                yield Verdict.Pass.PASS;
            }
            case VolumeRule.Missing(var reasons) -> new Verdict.Rejected(false, NAME, reasons);
        };
    }

    @Override
    public void unreserve(Cycle cycle, NodeState node) {
        cycle.state(CHOICE, Choice.class).ifPresent(choice -> {
            choice.found.bindings().forEach(binding -> assumed.giveBack(binding.volume()));
            choice.found.provisions().forEach(provision -> assumed.unselect(provision.claim()));
        });
    }

    @Override
    public Readiness preBind(Cycle cycle, NodeState node) {
        Optional<Choice> chosen = cycle.state(CHOICE, Choice.class);
        if (chosen.isEmpty()) {
            return Readiness.Ready.READY;
        }
        Choice choice = chosen.get();
        if (!choice.written) {
            choice.written = true;
            return new Readiness.After(client -> new VolumeBindingClient(client).write(choice.found, node.name()));
        }
        if (choice.looks++ >= BIND_MAX.dividedBy(LOOK_AGAIN)) {
            return refused("binding volumes: context deadline exceeded");
        }
        return switch (BoundVolumesRule.look(choice.found, cycle.cluster(), node.node())) {
            case BoundVolumesRule.Answer.AllBound _ -> Readiness.Ready.READY;
            case BoundVolumesRule.Answer.NotYet _ -> new Readiness.Later(LOOK_AGAIN);
            case BoundVolumesRule.Answer.Failed(var message) -> refused("binding volumes: " + message);
        };
    }

    private static Readiness refused(String message) {
        return new Readiness.Refused(new Verdict.Failed(NAME, message));
    }

    @Override
    public List<Interest> interests() {
        return List.of(
                Interest.always(
                        EventKind.STORAGE_CLASS_ADDED,
                        EventKind.STORAGE_CLASS_UPDATED,
                        EventKind.VOLUME_ADDED,
                        EventKind.VOLUME_UPDATED,
                        EventKind.NODE_ADDED,
                        EventKind.NODE_LABELS_CHANGED,
                        EventKind.CSI_NODE_ADDED),
                Interest.in(ClusterEvent::isOfOwnClaim, EventKind.CLAIM_ADDED, EventKind.CLAIM_UPDATED));
    }
}
