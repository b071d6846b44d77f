package dev.tenure.controllers.devicetainteviction;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.controllers.devicetainteviction.ClaimEvictionRule.Due;
import dev.tenure.controllers.devicetainteviction.PoolsState.PoolId;
import dev.tenure.controllers.workload.DeviceEviction;
import dev.tenure.controllers.workload.DeviceEvictions;
import dev.tenure.controllers.workload.EvictionMetrics;
import dev.tenure.controllers.workload.PodGroups;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.device.DeviceTaint;
import dev.tenure.model.device.DeviceToleration;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Allocation;
import dev.tenure.model.device.ResourceSlice;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.device.PodClaimRule;
import dev.tenure.rules.device.PodClaimRule.Meant;
import dev.tenure.rules.taint.TolerationText;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/// The shell of evictions because of devices: follows slices, claims and pods, knows of each claim when its
/// pods have to leave, and sends the evictions that are due. All that counts stands in the API (when a taint
/// came, who uses a claim), so that deadlines outlast a restart. Every method runs on its loop.
public final class DeviceTaintEvictionLoop {
    /// The name of the controller, of its flag and of its Events.
    public static final String NAME = "device-taint-eviction-controller";

    private static final String EVENT_REASON = "DeviceTaintManagerEviction";
    private static final int WORKERS_MAX = 8;
    /// A deadline that lies further ahead is looked at again meanwhile.
    private static final Duration WAIT_MAX = Duration.ofDays(1);

    /// One pod, and no other that has its name later.
    private record PodId(ObjectKey key, String uid) {
        static PodId of(StoredObject pod) {
            return new PodId(pod.key(), pod.uid());
        }
    }

    /// A claim that has its devices.
    private record Allocated(StoredObject claim, Optional<Due> due) {
        ResourceClaim view() {
            return claim.view(ResourceClaim.class);
        }
    }

    private final EventLoop loop;
    private final DevicePodEvictor evictor;
    private final EventRecorder events;
    private final EvictionMetrics metrics;
    private final DeviceEvictions shown;
    private final ReconcileQueue<PodId> queue;
    private final Informer slices;
    private final Informer claims;
    private final Informer pods;
    private final PoolsState pools = new PoolsState();
    private final Map<ObjectKey, Allocated> allocated = new HashMap<>();
    private final Map<PodId, Due> leaving = new HashMap<>();
    /// Uids of pods that were told to leave and are still there.
    private final Set<String> evicted = new HashSet<>();
    private boolean begun;

    /// @param shown hears of what is to come
    public DeviceTaintEvictionLoop(ControllerContext context, EvictionMetrics metrics, DeviceEvictions shown) {
        this.loop = context.loop();
        this.evictor = new DevicePodEvictor(context.client());
        this.events = new EventRecorder(loop, context.client(), NAME);
        this.metrics = metrics;
        this.shown = shown;
        this.queue = new ReconcileQueue<>(loop, NAME, WORKERS_MAX, this::plan);
        this.slices = context.informers().all(ResourceTypes.RESOURCE_SLICES, new SliceChanges());
        this.claims = context.informers().all(ResourceTypes.RESOURCE_CLAIMS, new ClaimChanges());
        this.pods = PodGroups.bound(context.informers(), new PodChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        shown.clear();
        slices.start();
        claims.start();
        pods.start();
    }

    private void beginWhenSynced() {
        if (!begun && slices.hasSynced() && claims.hasSynced() && pods.hasSynced()) {
            begun = true;
            slices.all().forEach(slice -> pools.put(slice.view(ResourceSlice.class)));
            claims.all().forEach(this::judge);
            pods.all().forEach(this::look);
            queue.start();
        }
    }

    /// Works out when the pods of a claim have to leave.
    private void judge(StoredObject claim) {
        Optional<Allocation> allocation = claim.view(ResourceClaim.class).allocation();
        if (allocation.isPresent()) {
            allocated.put(claim.key(), new Allocated(claim, ClaimEvictionRule.of(allocation.get(), pools::evicting)));
        } else {
            allocated.remove(claim.key());
        }
    }

    private void slicesChanged(Optional<ResourceSlice> before, Optional<ResourceSlice> after) {
        List<PoolId> ids = Stream.concat(before.stream(), after.stream())
                .map(PoolId::of)
                .distinct()
                .toList();
        List<Map<String, List<DeviceTaint>>> were =
                ids.stream().map(pools::evicting).toList();
        before.ifPresent(pools::remove);
        after.ifPresent(pools::put);
        for (int i = 0; i < ids.size(); i++) {
            PoolId id = ids.get(i);
            Map<String, List<DeviceTaint>> was = were.get(i);
            Map<String, List<DeviceTaint>> is = pools.evicting(id);
            Set<String> names = new HashSet<>(was.keySet());
            names.addAll(is.keySet());
            names.removeIf(name -> Objects.equals(was.get(name), is.get(name)));
            if (!names.isEmpty()) {
                devicesChanged(id, names);
            }
        }
    }

    /// @param devices names of devices in the pool whose taints have changed
    private void devicesChanged(PoolId pool, Set<String> devices) {
        List<StoredObject> using = allocated.values().stream()
                .filter(one -> one.view().allocation().orElseThrow().results().stream()
                        .map(result -> result.id())
                        .anyMatch(id -> PoolId.of(id).equals(pool) && devices.contains(id.device())))
                .map(Allocated::claim)
                .toList();
        for (StoredObject claim : using) {
            judge(claim);
            lookAtUsers(claim);
        }
    }

    private void lookAtUsers(StoredObject claim) {
        for (ResourceClaim.Consumer consumer :
                claim.view(ResourceClaim.class).use().reservedFor()) {
            if (consumer.apiGroup().isEmpty() && consumer.resource().equals(ResourceTypes.PODS.resource())) {
                pods.get(ResourceTypes.PODS.key(claim.key().namespace(), consumer.name()))
                        .filter(pod -> pod.uid().equals(consumer.uid()))
                        .ifPresent(this::look);
            }
        }
    }

    /// Sees to it that a pod leaves when it has to, and not if it need not.
    private void look(StoredObject pod) {
        PodId id = PodId.of(pod);
        Optional<Due> due = due(pod.view(Pod.class));
        if (due.isPresent()) {
            leaving.put(id, due.get());
            if (!evicted.contains(id.uid())) {
                shown.expect(eviction(pod, due.get()));
            }
            queue.addAfter(id, untilDue(due.get()));
        } else if (leaving.remove(id) != null) {
            shown.cancel(id.uid());
            announce(id, "Cancelling deletion");
        }
    }

    private Optional<Due> due(Pod pod) {
        Optional<Due> first = Optional.empty();
        for (PodSpec.ResourceClaim wanted : pod.spec().resourceClaims()) {
            if (PodClaimRule.of(pod, wanted) instanceof Meant.Claim meant) {
                Optional<Due> its = Optional.ofNullable(allocated.get(
                                ResourceTypes.RESOURCE_CLAIMS.key(pod.meta().namespace(), meant.name())))
                        .filter(one -> PodClaimRule.isMeant(pod, meant, one.view()))
                        .filter(one -> one.view().use().isReservedFor(pod.meta().uid()))
                        .flatMap(Allocated::due);
                first = ClaimEvictionRule.earlier(first, its);
            }
        }
        return first;
    }

    /// Negative when it is over.
    private Duration untilDue(Due due) {
        Instant at = loop.time().asOfNow(due.since()).plus(Duration.between(due.since(), due.at()));
        Duration left = Duration.between(loop.time().wall(), at);
        return left.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : left;
    }

    private static DeviceEviction eviction(StoredObject pod, Due due) {
        return new DeviceEviction(
                pod.key().namespace(),
                pod.key().name(),
                pod.uid(),
                pod.view(Pod.class).spec().nodeName(),
                due.device() + " " + due.taint(),
                due.toleration().map(DeviceTaintEvictionLoop::text),
                due.since(),
                due.at());
    }

    private static String text(DeviceToleration toleration) {
        return TolerationText.of(new Toleration(
                toleration.key(),
                toleration.operator(),
                toleration.value(),
                Optional.of(TaintEffect.NO_EXECUTE),
                toleration.stay()));
    }

    private Optional<Callable<Boolean>> plan(PodId id) {
        Due due = leaving.get(id);
        if (due == null || evicted.contains(id.uid())) {
            return Optional.empty();
        }
        Duration left = untilDue(due);
        if (left.isPositive()) {
            queue.addAfter(id, left);
            return Optional.empty();
        }
        Instant now = loop.time().wall();
        return Optional.of(() -> {
            DevicePodEvictor.Result result = evictor.evict(
                    id.key(), id.uid(), now, () -> loop.post("marking", () -> announce(id, "Marking for deletion")));
            loop.post("evicted", () -> ended(id, due, result));
            return result != DevicePodEvictor.Result.FAILED;
        });
    }

    private void ended(PodId id, Due due, DevicePodEvictor.Result result) {
        switch (result) {
            case LEAVES -> {
                metrics.evicted(untilDue(due).negated());
                over(id);
            }
            case GONE -> over(id);
            case FAILED -> {
                // the queue tries again
            }
        }
    }

    private void over(PodId id) {
        leaving.remove(id);
        shown.over(id.uid());
        if (pods.get(id.key()).filter(pod -> pod.uid().equals(id.uid())).isPresent()) {
            evicted.add(id.uid());
        }
    }

    private void announce(PodId id, String text) {
        events.record(
                InvolvedObject.pod(id.key().namespace(), id.key().name(), id.uid()),
                EventRecorder.Type.Normal,
                EVENT_REASON,
                text);
    }

    private final class SliceChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (begun) {
                slicesChanged(
                        before.map(slice -> slice.view(ResourceSlice.class)),
                        Optional.of(after.view(ResourceSlice.class)));
            }
        }

        @Override
        public void deleted(StoredObject last) {
            if (begun) {
                slicesChanged(Optional.of(last.view(ResourceSlice.class)), Optional.empty());
            }
        }

        @Override
        public void batchEnded() {
            beginWhenSynced();
        }
    }

    private final class ClaimChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (!begun) {
                return;
            }
            Optional<Allocated> was = Optional.ofNullable(allocated.get(after.key()));
            judge(after);
            was.ifPresent(old -> lookAtUsers(old.claim()));
            lookAtUsers(after);
        }

        @Override
        public void deleted(StoredObject last) {
            Optional.ofNullable(allocated.remove(last.key())).ifPresent(old -> lookAtUsers(old.claim()));
        }

        @Override
        public void batchEnded() {
            beginWhenSynced();
        }
    }

    private final class PodChanges implements InformerHandler {
        /// A pod that has its node is looked at again when its status names other claims, and not when it was
        /// marked.
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            Optional<StoredObject> same = before.filter(pod -> pod.uid().equals(after.uid()));
            if (same.isEmpty()) {
                before.ifPresent(this::deleted);
            }
            boolean asBefore = same.map(pod -> pod.view(Pod.class).status().resourceClaims())
                    .filter(after.view(Pod.class).status().resourceClaims()::equals)
                    .isPresent();
            if (begun && !asBefore) {
                look(after);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            PodId id = PodId.of(last);
            leaving.remove(id);
            evicted.remove(id.uid());
            shown.over(id.uid());
        }

        @Override
        public void batchEnded() {
            beginWhenSynced();
        }
    }
}
