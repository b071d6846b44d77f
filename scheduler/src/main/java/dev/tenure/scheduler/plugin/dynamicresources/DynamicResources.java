package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.core.Node;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Allocation;
import dev.tenure.model.device.ResourceClaim.Consumer;
import dev.tenure.model.device.ResourceClaim.Devices;
import dev.tenure.model.device.ResourceClaim.Request;
import dev.tenure.rules.device.DeviceMatcher;
import dev.tenure.scheduler.device.DeviceAllocator;
import dev.tenure.scheduler.device.DeviceAllocator.Outcome;
import dev.tenure.scheduler.device.DeviceReachRule;
import dev.tenure.scheduler.device.RememberedSelectors;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.Diagnosis;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.PostFilterPlugin;
import dev.tenure.scheduler.framework.PreBindPlugin;
import dev.tenure.scheduler.framework.PreEnqueuePlugin;
import dev.tenure.scheduler.framework.PreFilterPlugin;
import dev.tenure.scheduler.framework.Reach;
import dev.tenure.scheduler.framework.Readiness;
import dev.tenure.scheduler.framework.ReservePlugin;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.plugin.dynamicresources.ExtendedNeedRule.Need;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.DevicesView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// A pod with claims of devices is not tried before its claims are there. It goes to a node from which the
/// devices can be used that its claims have, or where there are devices for those that have none; these are
/// kept for the pod, written into the claims, and then the pod is bound. Pods without claims get a score of
/// 0.
///
/// Upstream's post-filter breaks when its own pre-filter did not run because an earlier one refused the
/// pod; its error then stands where preemption would have spoken. That is kept.
public final class DynamicResources
        implements PreEnqueuePlugin,
                PreFilterPlugin,
                FilterPlugin,
                PostFilterPlugin,
                ScorePlugin,
                ReservePlugin,
                PreBindPlugin {
    public static final String NAME = "DynamicResources";

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

    /// How long things may take.
    ///
    /// @param filter the search for devices on one node; zero: as long as it takes
    /// @param binding the preparing of devices
    public record Limits(Duration filter, Duration binding) {
        public static final Limits DEFAULT = new Limits(Duration.ofSeconds(10), Duration.ofMinutes(10));

        /// The loop reads no clock: steps are counted instead.
        long steps() {
            return filter.isZero() ? Long.MAX_VALUE : Math.max(1, filter.toMillis() * STEPS_PER_MILLI);
        }
    }

    private static final long STEPS_PER_MILLI = 100;
    private static final Remedy NO_STATE = new Remedy.Broken("not found");

    private final DeviceMatcher matcher;
    private final RememberedSelectors selectors;
    private final RandomGenerator random;
    private final Limits limits;
    private final PendingClaims pending;

    /// @param matcher runs selectors
    /// @param random names parts of devices
    public DynamicResources(DeviceMatcher matcher, RandomGenerator random) {
        this(matcher, random, Limits.DEFAULT, new PendingClaims());
    }

    private DynamicResources(DeviceMatcher matcher, RandomGenerator random, Limits limits, PendingClaims pending) {
        this.matcher = matcher;
        this.selectors = new RememberedSelectors(matcher);
        this.random = random;
        this.limits = limits;
        this.pending = pending;
    }

    /// The same for a profile with other limits: what the one has promised to a pod, the other knows.
    public DynamicResources within(Limits others) {
        return new DynamicResources(matcher, random, others, pending);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean concerns(PodInfo pod, ClusterView cluster) {
        return !pod.pod().spec().resourceClaims().isEmpty() || ExtendedNeedRule.concerns(pod, cluster);
    }

    @Override
    public List<Interest> interests() {
        return DeviceInterests.ALL;
    }

    @Override
    public Verdict preEnqueue(PodInfo pod, ClusterView cluster) {
        return switch (PodDeviceClaimsRule.of(pod, cluster, pending)) {
            case PodDeviceClaimsRule.Answer.Found _ -> Verdict.Pass.PASS;
            case PodDeviceClaimsRule.Answer.Missing(var why) -> unresolvable(why);
        };
    }

    private static Verdict unresolvable(String why) {
        return Verdict.Rejected.unresolvable(NAME, why);
    }

    @Override
    public PreFilterResult preFilter(Cycle cycle) {
        cycle.put(NAME, ClaimsState.NONE);
        return switch (PodDeviceClaimsRule.of(cycle.pod(), cycle.cluster(), pending)) {
            case PodDeviceClaimsRule.Answer.Found(var claims) -> preFilter(cycle, claims);
            case PodDeviceClaimsRule.Answer.Missing(var why) -> PreFilterResult.of(unresolvable(why));
        };
    }

    private PreFilterResult preFilter(Cycle cycle, List<ResourceClaim> named) {
        boolean extended = ExtendedNeedRule.concerns(cycle.pod(), cycle.cluster());
        List<ResourceClaim> claims = new ArrayList<>(named);
        if (extended) {
            claims.add(cycle.cluster()
                    .devices()
                    .extendedClaim(cycle.pod())
                    .orElseGet(() -> ExtendedClaims.imagined(cycle.pod().pod(), newUid())));
        }
        if (claims.isEmpty()) {
            return PreFilterResult.SKIP;
        }
        boolean open = false;
        for (ResourceClaim claim : claims) {
            Verdict verdict = look(claim, cycle.pod(), cycle.cluster());
            if (!verdict.passes()) {
                return PreFilterResult.of(verdict);
            }
            open |= !claim.use().allocated();
        }
        cycle.put(
                NAME,
                new ClaimsState(claims, extended, open ? Optional.of(allocator(cycle.cluster())) : Optional.empty()));
        return PreFilterResult.PASS;
    }

    private DeviceAllocator allocator(ClusterView cluster) {
        DevicesView devices = cluster.devices();
        return new DeviceAllocator(new DeviceAllocator.Offer(
                devices.slices(),
                List.of(devices.inUse(), pending.devices(cluster)),
                devices::deviceClass,
                new DeviceAllocator.Means(selectors.about(devices.slices()), this::newUid, limits.steps())));
    }

    /// A UUID of version 4.
    private String newUid() {
        long high = (random.nextLong() & ~0xF000L) | 0x4000L;
        long low = (random.nextLong() >>> 2) | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }

    /// Whether some node may have what is claimed.
    private Verdict look(ResourceClaim claim, PodInfo pod, ClusterView cluster) {
        if (claim.use().allocated()) {
            boolean full = claim.use().reservedFor().size() >= ResourceClaim.CONSUMERS_MAX;
            return full && !claim.use().isReservedFor(pod.uid())
                    ? unresolvable("resourceclaim in use")
                    : Verdict.Pass.PASS;
        }
        String name = claim.meta().namespace() + "/" + claim.meta().name();
        if (pending.isInFlight(claim)) {
            return unresolvable("resource claim %s is in the process of being allocated".formatted(name));
        }
        for (Request request : claim.requests()) {
            if (request.alternatives().isEmpty()) {
                return unresolvable(
                        "resource claim %s, request %s: unknown request type".formatted(name, request.name()));
            }
            for (Devices devices : request.alternatives()) {
                String place = devices.name().isEmpty() ? request.name() : request.name() + "/" + devices.name();
                if (devices.className().isEmpty()) {
                    return new Verdict.Failed(NAME, "request %s: unsupported request type".formatted(place));
                }
                if (cluster.devices().deviceClass(devices.className()).isEmpty()) {
                    return unresolvable(
                            "request %s: device class %s does not exist".formatted(place, devices.className()));
                }
            }
        }
        return Verdict.Pass.PASS;
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        Optional<ClaimsState> known = cycle.state(NAME, ClaimsState.class);
        if (known.isEmpty() || known.get().isEmpty()) {
            return Verdict.Pass.PASS;
        }
        ClaimsState state = known.get();
        Optional<Need.Claimed> extended = Optional.empty();
        if (state.extended().isPresent()) {
            boolean alone = state.named().isEmpty();
            switch (ExtendedNeedRule.of(cycle, state.extended().get(), alone, node)) {
                case Need.None _ -> {
                    return Verdict.Pass.PASS;
                }
                case Need.Unfit(var why) -> {
                    return unresolvable(why);
                }
                case Need.Claimed claimed -> extended = Optional.of(claimed);
            }
        }
        return filter(cycle, state, extended, node);
    }

    private Verdict filter(Cycle cycle, ClaimsState state, Optional<Need.Claimed> extended, NodeState node) {
        boolean available = areAvailable(state, cycle.cluster(), node.node());
        if (state.allocator().isPresent()) {
            switch (state.allocator().get().allocate(node.node(), state.open(extended))) {
                case Outcome.Allocated(var allocations) -> {
                    if (available) {
                        state.found(node.name(), new ClaimsState.OnNode(allocations, extended));
                    }
                }
                case Outcome.NotThere _ -> {
                    return unresolvable("cannot allocate all claims");
                }
                case Outcome.InvalidPools _ -> {
                    return unresolvable("invalid resource pools were encountered");
                }
                case Outcome.TooLong _ -> {
                    return new Verdict.Failed(
                            NAME, "node %s: timed out trying to allocate devices".formatted(node.name()));
                }
                case Outcome.Broken(var message) -> {
                    return new Verdict.Failed(NAME, message);
                }
            }
        }
        return available ? Verdict.Pass.PASS : unresolvable("resourceclaim not available on the node");
    }

    /// Whether the devices that claims have can be used from a node.
    private boolean areAvailable(ClaimsState state, ClusterView cluster, Node node) {
        boolean all = true;
        int place = 0;
        for (ResourceClaim claim : state.claims()) {
            boolean reached = claim.allocation()
                    .flatMap(Allocation::nodes)
                    .filter(terms -> !DeviceReachRule.anyMatches(terms, node))
                    .isEmpty();
            if (!reached || !mayBecomeReady(claim, cluster)) {
                state.unavailable(place);
                all = false;
            }
            place++;
        }
        return all;
    }

    private boolean mayBecomeReady(ResourceClaim claim, ClusterView cluster) {
        return switch (BindingConditionsRule.of(claim)) {
            case BindingConditionsRule.Answer.Ready _ -> true;
            case BindingConditionsRule.Answer.NotYet _ ->
                !BindingConditionsRule.isLate(claim, limits.binding(), cluster.now());
            case BindingConditionsRule.Answer.Failed _ -> false;
        };
    }

    /// A claim that only this pod uses gives its devices up when some node could not use them: upstream picks
    /// any such claim, the first is taken here.
    @Override
    public Remedy postFilter(Cycle cycle, Diagnosis diagnosis) {
        Optional<ClaimsState> known = cycle.state(NAME, ClaimsState.class);
        if (known.isEmpty()) {
            return NO_STATE;
        }
        if (known.get().isEmpty()) {
            return new Remedy.None(List.of("no new claims to deallocate"), false);
        }
        for (int place : known.get().unavailable()) {
            ResourceClaim claim = known.get().claims().get(place);
            List<Consumer> users = claim.use().reservedFor();
            boolean own =
                    users.size() == 1 && claim.use().isReservedFor(cycle.pod().uid());
            if (users.isEmpty() || own) {
                return new Remedy.Relief(
                        "deallocation of ResourceClaim completed",
                        client -> new DeviceClaimClient(client).deallocate(claim));
            }
        }
        Optional<ResourceClaim> left = known.get().extended().filter(claim -> !ExtendedClaims.isImagined(claim));
        return left.<Remedy>map(claim -> new Remedy.Relief(
                        "deletion of ResourceClaim completed", client -> new DeviceClaimClient(client).delete(claim)))
                .orElseGet(() -> new Remedy.None(List.of("still not schedulable"), false));
    }

    /// Claims come and go.
    @Override
    public Reach filterReach() {
        return Reach.CLUSTER;
    }

    @Override
    public long score(Cycle cycle, NodeState node) {
        return cycle.state(NAME, ClaimsState.class)
                .map(state -> state.on(node.name())
                        .map(found -> AlternativesRule.score(state.claims(), found.allocations()))
                        .orElse(0L))
                .orElse(0L);
    }

    @Override
    public void normalize(Cycle cycle, List<NodeState> nodes, long[] scores) {
        ScorePlugin.scaleToMax(scores, false);
    }

    @Override
    public boolean normalizes() {
        return true;
    }

    @Override
    public Verdict reserve(Cycle cycle, NodeState node) {
        Optional<ClaimsState> known = cycle.state(NAME, ClaimsState.class);
        if (known.isEmpty() || known.get().allocator().isEmpty()) {
            return Verdict.Pass.PASS;
        }
        ClaimsState state = known.get();
        Optional<ClaimsState.OnNode> found = state.on(node.name());
        if (found.isEmpty()) {
            boolean open = state.named().stream().anyMatch(claim -> !claim.use().allocated());
            return open ? new Verdict.Failed(NAME, "claim allocation not found for node") : Verdict.Pass.PASS;
        }
        state.reserve(found.get()).forEach(pending::begin);
        return Verdict.Pass.PASS;
    }

    @Override
    public void unreserve(Cycle cycle, NodeState node) {
        cycle.state(NAME, ClaimsState.class).ifPresent(state -> {
            takeIn(state);
            state.reserved()
                    .keySet()
                    .forEach(place -> pending.end(state.claims().get(place)));
        });
    }

    @Override
    public List<Function<ClusterClient, Verdict>> afterUnreserve(Cycle cycle, NodeState node) {
        String uid = cycle.pod().uid();
        List<Function<ClusterClient, Verdict>> calls = new ArrayList<>();
        Optional<ClaimsState> known = cycle.state(NAME, ClaimsState.class);
        for (ResourceClaim claim : known.map(ClaimsState::named).orElse(List.of())) {
            if (claim.use().allocated() && claim.use().isReservedFor(uid)) {
                calls.add(client -> new DeviceClaimClient(client).unreserve(claim, uid));
            }
        }
        known.flatMap(ClaimsState::extended)
                .filter(claim -> !ExtendedClaims.isImagined(claim))
                .ifPresent(claim -> calls.add(client -> new DeviceClaimClient(client).delete(claim)));
        return calls;
    }

    @Override
    public Readiness preBind(Cycle cycle, NodeState node) {
        Optional<ClaimsState> known = cycle.state(NAME, ClaimsState.class);
        if (known.isEmpty() || known.get().isEmpty()) {
            return Readiness.Ready.READY;
        }
        ClaimsState state = known.get();
        if (state.writes().isEmpty()) {
            ClaimWrites writes = writes(state, cycle);
            state.begin(writes);
            return new Readiness.After(writes::make);
        }
        takeIn(state);
        return prepared(state, cycle.cluster(), node.name());
    }

    private static ClaimWrites writes(ClaimsState state, Cycle cycle) {
        PodInfo pod = cycle.pod();
        List<ClaimWrites.Write> open = new ArrayList<>();
        for (int place = 0; place < state.claims().size(); place++) {
            ResourceClaim claim = state.claims().get(place);
            boolean needed =
                    !ExtendedClaims.isImagined(claim) || state.reserved().containsKey(place);
            if (needed && !claim.use().isReservedFor(pod.uid())) {
                open.add(new ClaimWrites.Write(
                        place, claim, Optional.ofNullable(state.reserved().get(place))));
            }
        }
        var consumer = new Consumer("", "pods", pod.pod().meta().name(), pod.uid());
        return new ClaimWrites(open, consumer, state.mappings(), cycle.cluster().now());
    }

    /// Notes what has been written.
    private void takeIn(ClaimsState state) {
        for (ClaimWrites.Written written :
                state.writes().map(ClaimWrites::written).orElse(List.of())) {
            ResourceClaim before = state.claims().get(written.place());
            if (!before.equals(written.claim())) {
                state.replace(written.place(), written.claim());
                pending.written(written.claim(), written.revision());
                if (ExtendedClaims.isImagined(before)) {
                    pending.end(before);
                }
            }
        }
    }

    /// Waits for devices that have to be prepared first.
    private Readiness prepared(ClaimsState state, ClusterView cluster, String node) {
        if (state.claims().stream().noneMatch(BindingConditionsRule::waits)) {
            return Readiness.Ready.READY;
        }
        if (state.tell()) {
            return new Readiness.Told(
                    "BindingConditionsPending",
                    "Scheduling",
                    "waiting for binding conditions for device on node " + node);
        }
        for (ResourceClaim before : state.claims()) {
            Optional<ResourceClaim> claim = pending.latest(
                    cluster, before.meta().namespace(), before.meta().name());
            if (claim.isEmpty()) {
                return refused("resourceclaim.resource.k8s.io \"%s\" not found"
                        .formatted(before.meta().name()));
            }
            switch (BindingConditionsRule.of(claim.get())) {
                case BindingConditionsRule.Answer.Ready _ -> {
                    // on to the next
                }
                case BindingConditionsRule.Answer.NotYet _ -> {
                    if (BindingConditionsRule.isLate(claim.get(), limits.binding(), cluster.now())) {
                        return refused("device binding timeout: claim="
                                + claim.get().meta().name());
                    }
                    return later(state);
                }
                case BindingConditionsRule.Answer.Failed(var message) -> {
                    return refused(message);
                }
            }
        }
        return Readiness.Ready.READY;
    }

    private Readiness later(ClaimsState state) {
        Duration left = limits.binding().minus(state.waited());
        if (!left.isPositive()) {
            return refused("device binding timeout: context deadline exceeded");
        }
        Duration pause = left.compareTo(LOOK_AGAIN) < 0 ? left : LOOK_AGAIN;
        state.waits(pause);
        return new Readiness.Later(pause);
    }

    private static Readiness refused(String message) {
        return new Readiness.Refused(new Verdict.Failed(NAME, message));
    }
}
