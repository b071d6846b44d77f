package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Devices;
import dev.tenure.model.device.ResourceClaim.Request;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.ClusterView;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.Diagnosis;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.NodeState;
import dev.tenure.scheduler.framework.PluginState;
import dev.tenure.scheduler.framework.PodInfo;
import dev.tenure.scheduler.framework.PostFilterPlugin;
import dev.tenure.scheduler.framework.PreEnqueuePlugin;
import dev.tenure.scheduler.framework.PreFilterPlugin;
import dev.tenure.scheduler.framework.Reach;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.framework.Verdict;
import java.util.ArrayList;
import java.util.List;

/// A pod with claims of devices is not tried before its claims are there, and is refused by every node after that: no
/// claim is ever allocated here. Pods without claims get a score of 0.
///
/// Upstream's post-filter breaks when its own pre-filter did not run because an earlier one refused the
/// pod; its error then stands where preemption would have spoken. That is kept.
public final class DynamicResources
        implements PreEnqueuePlugin, PreFilterPlugin, FilterPlugin, PostFilterPlugin, ScorePlugin {
    public static final String NAME = "DynamicResources";

    private static final Remedy NOTHING_TO_FREE = new Remedy.None(List.of("no new claims to deallocate"), false);
    private static final Remedy NO_STATE = new Remedy.Broken("not found");
    private static final Verdict NONE_HERE = Verdict.Rejected.unresolvable(NAME, "cannot allocate all claims");

    /// @param claims whether the pod has some
    private record Ran(boolean claims) implements PluginState {}

    /// Why claims could not be found.
    private static final class Refusal extends Exception {
        private static final long serialVersionUID = 1L;

        Refusal(String why) {
            super(why, null, false, false);
        }

        Verdict verdict() {
            return Verdict.Rejected.unresolvable(NAME, String.valueOf(getMessage()));
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean concerns(PodInfo pod, ClusterView cluster) {
        return !pod.pod().spec().resourceClaims().isEmpty();
    }

    @Override
    public Verdict preEnqueue(PodInfo pod, ClusterView cluster) {
        try {
            claims(pod, cluster);
            return Verdict.Pass.PASS;
        } catch (Refusal e) {
            return e.verdict();
        }
    }

    @Override
    public PreFilterResult preFilter(Cycle cycle) {
        cycle.put(NAME, new Ran(false));
        try {
            List<ResourceClaim> claims = claims(cycle.pod(), cycle.cluster());
            if (claims.isEmpty()) {
                return PreFilterResult.SKIP;
            }
            for (ResourceClaim claim : claims) {
                look(claim, cycle.pod(), cycle.cluster());
            }
            cycle.put(NAME, new Ran(true));
            return PreFilterResult.PASS;
        } catch (Refusal e) {
            return PreFilterResult.of(e.verdict());
        }
    }

    /// Upstream: foreachPodResourceClaim.
    private static List<ResourceClaim> claims(PodInfo info, ClusterView cluster) throws Refusal {
        List<ResourceClaim> claims = new ArrayList<>();
        for (PodSpec.ResourceClaim wanted : info.pod().spec().resourceClaims()) {
            boolean made = wanted.claimName().isEmpty();
            String name = made ? made(info, wanted) : wanted.claimName();
            if (name.isEmpty()) {
                continue;
            }
            ResourceClaim claim = cluster.deviceClaim(info.namespace(), name)
                    .orElseThrow(() -> new Refusal("resourceclaim.resource.k8s.io \"%s\" not found".formatted(name)));
            if (claim.meta().deleting()) {
                throw new Refusal("resourceclaim \"%s\" is being deleted".formatted(name));
            }
            if (made && !isOf(claim, info.pod())) {
                throw new Refusal("ResourceClaim %s/%s was not created for pod %s (pod is not owner)"
                        .formatted(info.namespace(), name, info.qualifiedName()));
            }
            claims.add(claim);
        }
        return claims;
    }

    /// The name of the claim that was made from a template; empty when none is needed.
    private static String made(PodInfo info, PodSpec.ResourceClaim wanted) throws Refusal {
        return info.pod().status().resourceClaims().stream()
                .filter(each -> each.name().equals(wanted.name()))
                .map(PodStatus.MadeClaim::claimName)
                .findFirst()
                .orElseThrow(
                        () -> new Refusal("pod \"%s\": ResourceClaim not created yet".formatted(info.qualifiedName())));
    }

    private static boolean isOf(ResourceClaim claim, Pod pod) {
        return claim.meta()
                .controllerOwner()
                .filter(owner -> owner.uid().equals(pod.meta().uid()))
                .isPresent();
    }

    /// @throws Refusal when no node can have what is claimed
    private static void look(ResourceClaim claim, PodInfo pod, ClusterView cluster) throws Refusal {
        if (claim.use().allocated()) {
            boolean user = claim.use().isReservedFor(pod.uid());
            if (claim.use().reservedFor().size() >= ResourceClaim.CONSUMERS_MAX && !user) {
                throw new Refusal("resourceclaim in use");
            }
            return;
        }
        for (Request request : claim.requests()) {
            for (Devices devices : request.alternatives()) {
                if (!cluster.isDeviceClass(devices.className())) {
                    String name = devices.name().isEmpty() ? request.name() : request.name() + "/" + devices.name();
                    throw new Refusal(
                            "request %s: device class %s does not exist".formatted(name, devices.className()));
                }
            }
        }
    }

    @Override
    public List<Interest> interests() {
        return List.of(
                Interest.in(DynamicResources::isOwn, EventKind.WAITING_POD_CLAIMS_MADE),
                Interest.in(
                        DynamicResources::isOfOwnClaim,
                        EventKind.RESOURCE_CLAIM_ADDED,
                        EventKind.RESOURCE_CLAIM_UPDATED),
                Interest.always(
                        EventKind.DEVICE_CLASS_ADDED,
                        EventKind.DEVICE_CLASS_UPDATED,
                        EventKind.NODE_ADDED,
                        EventKind.NODE_LABELS_CHANGED,
                        EventKind.NODE_ALLOCATABLE_CHANGED));
    }

    private static boolean isOwn(PodInfo waiting, ClusterEvent event) {
        return event instanceof ClusterEvent.OfPod change
                && change.subject().uid().equals(waiting.uid());
    }

    private static boolean isOfOwnClaim(PodInfo waiting, ClusterEvent event) {
        if (!(event instanceof ClusterEvent.OfStorage change)
                || !change.key().namespace().equals(waiting.namespace())) {
            return false;
        }
        String name = change.key().name();
        Pod pod = waiting.pod();
        return pod.spec().resourceClaims().stream()
                        .anyMatch(claim -> claim.claimName().equals(name))
                || pod.status().resourceClaims().stream()
                        .anyMatch(claim -> claim.claimName().equals(name));
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        return cycle.state(NAME, Ran.class).filter(Ran::claims).isPresent() ? NONE_HERE : Verdict.Pass.PASS;
    }

    /// Claims come and go.
    @Override
    public Reach filterReach() {
        return Reach.CLUSTER;
    }

    @Override
    public Remedy postFilter(Cycle cycle, Diagnosis diagnosis) {
        return cycle.state(NAME, Ran.class).isPresent() ? NOTHING_TO_FREE : NO_STATE;
    }

    @Override
    public long score(Cycle cycle, NodeState node) {
        return 0;
    }

    @Override
    public Reach scoreReach() {
        return Reach.NODE_TYPE;
    }
}
