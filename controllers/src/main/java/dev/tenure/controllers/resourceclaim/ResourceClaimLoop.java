package dev.tenure.controllers.resourceclaim;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.controllers.resourceclaim.ClaimUseRule.Standing;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Consumer;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.device.PodClaimRule;
import dev.tenure.rules.device.PodClaimRule.Meant;
import dev.tenure.runtime.loop.EventLoop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;

/// The shell of the controller of claims: follows pods, claims and templates, and looks at a pod or a claim
/// when it may have something to do for it. One queue has the keys of both. Every method runs on its loop.
public final class ResourceClaimLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "resourceclaim-controller";

    private static final String EVENT_SOURCE = "resource_claim";
    private static final String EVENT_REASON = "FailedResourceClaimCreation";
    private static final int WORKERS_MAX = 50;

    /// Claims by the uid of the pod that they were made for.
    private static final Grouping BY_POD = claim -> ClaimUseRule.pod(claim.view(ResourceClaim.class))
            .map(OwnerReference::uid)
            .orElse("");

    private final EventLoop loop;
    private final EventRecorder events;
    private final ClaimMetrics metrics;
    private final ClaimCalls calls;
    private final ReconcileQueue<ObjectKey> queue;
    private final Informer pods;
    private final Informer claims;
    private final Informer templates;
    private final ClaimUsersState users = new ClaimUsersState();
    private final MadeClaimsState made = new MadeClaimsState();

    public ResourceClaimLoop(ControllerContext context, ClaimMetrics metrics) {
        this.loop = context.loop();
        this.events = new EventRecorder(loop, context.client(), EVENT_SOURCE);
        this.metrics = metrics;
        this.calls = new ClaimCalls(context.client());
        this.queue = new ReconcileQueue<>(loop, NAME, WORKERS_MAX, this::plan);
        this.pods = context.informers().all(ResourceTypes.PODS, new PodChanges());
        this.claims = context.informers().all(ResourceTypes.RESOURCE_CLAIMS, new ClaimChanges());
        this.templates = context.informers().all(ResourceTypes.RESOURCE_CLAIM_TEMPLATES, new TemplateChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        metrics.clear();
        pods.start();
        claims.start();
        templates.start();
    }

    private void beginWhenSynced() {
        if (pods.hasSynced() && claims.hasSynced() && templates.hasSynced()) {
            queue.start();
        }
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        return key.resource().equals(ResourceTypes.PODS.resource())
                ? pods.get(key).flatMap(this::planPod)
                : claims.get(key).flatMap(this::planClaim);
    }

    // ---- pods

    private Optional<Callable<Boolean>> planPod(StoredObject stored) {
        Pod pod = stored.view(Pod.class);
        if (pod.meta().deleting() || PodClaimsRule.isDone(pod)) {
            return Optional.empty();
        }
        List<ClaimStep> steps = new ArrayList<>();
        for (PodSpec.ResourceClaim wanted : pod.spec().resourceClaims()) {
            step(stored, pod, wanted).ifPresent(steps::add);
        }
        boolean named = steps.stream().allMatch(ClaimStep.Keep.class::isInstance);
        if (named) {
            return reservations(stored, pod);
        }
        var round = new PodClaimsRound(calls, stored, steps, new Teller(stored));
        return Optional.of(round::play);
    }

    /// Empty when nothing is to be made.
    private Optional<ClaimStep> step(StoredObject stored, Pod pod, PodSpec.ResourceClaim wanted) {
        if (wanted.templateName().isEmpty()) {
            return Optional.empty();
        }
        Meant meant = PodClaimRule.of(pod, wanted);
        if (meant instanceof Meant.NotNeeded) {
            return Optional.empty();
        }
        if (meant instanceof Meant.Claim its
                && claims(pod)
                        .apply(its.name())
                        .filter(claim -> PodClaimRule.isMeant(pod, its, claim))
                        .isPresent()) {
            return Optional.of(new ClaimStep.Keep(wanted.name(), its.name()));
        }
        Optional<String> seen = claims.in(BY_POD, stored.uid()).stream()
                .filter(claim -> podClaim(claim).equals(wanted.name()))
                .map(claim -> claim.key().name())
                .min(Comparator.naturalOrder());
        Optional<String> any = seen.or(() -> made.of(stored.uid(), wanted.name()));
        if (any.isPresent()) {
            return Optional.of(new ClaimStep.Name(wanted.name(), any.get(), seen.isPresent()));
        }
        String name = wanted.templateName();
        return Optional.of(templates
                .get(ResourceTypes.RESOURCE_CLAIM_TEMPLATES.key(stored.key().namespace(), name))
                .<ClaimStep>map(template -> new ClaimStep.Make(wanted.name(), template))
                .orElseGet(() -> new ClaimStep.Lack(
                        wanted.name(),
                        "resource claim template \"%1$s\": resourceclaimtemplate.resource.k8s.io \"%1$s\" not found"
                                .formatted(name))));
    }

    private static String podClaim(StoredObject claim) {
        return claim.view(ResourceClaim.class).meta().annotations().getOrDefault(ClaimCalls.POD_CLAIM, "");
    }

    /// Notes a pod that got its node without the scheduler in the claims that it uses.
    private Optional<Callable<Boolean>> reservations(StoredObject stored, Pod pod) {
        List<Callable<Boolean>> writes = new ArrayList<>();
        for (PodSpec.ResourceClaim wanted : pod.spec().resourceClaims()) {
            if (PodClaimRule.of(pod, wanted) instanceof Meant.Claim meant) {
                claims.get(ResourceTypes.RESOURCE_CLAIMS.key(stored.key().namespace(), meant.name()))
                        .filter(claim -> PodClaimRule.isMeant(pod, meant, claim.view(ResourceClaim.class)))
                        .filter(claim -> PodClaimsRule.lacks(pod, claim.view(ResourceClaim.class)))
                        .ifPresent(claim -> writes.add(() -> calls.reserve(claim, stored)));
            }
        }
        return ReconcileQueue.allOf(writes);
    }

    private Function<String, Optional<ResourceClaim>> claims(Pod pod) {
        String namespace = pod.meta().namespace();
        return name -> claims.get(ResourceTypes.RESOURCE_CLAIMS.key(namespace, name))
                .map(claim -> claim.view(ResourceClaim.class));
    }

    private void podChanged(StoredObject stored, boolean deleted) {
        Pod pod = stored.view(Pod.class);
        if (deleted || PodClaimsRule.isDone(pod)) {
            claimsOf(stored).forEach(queue::add);
        }
        if (PodClaimsRule.needsWork(pod, claims(pod))) {
            queue.add(stored.key());
        }
    }

    /// The claims that a pod uses: those that it names, and those that the scheduler made for it.
    private List<ObjectKey> claimsOf(StoredObject stored) {
        Pod pod = stored.view(Pod.class);
        List<ObjectKey> its = new ArrayList<>();
        for (PodSpec.ResourceClaim wanted : pod.spec().resourceClaims()) {
            if (PodClaimRule.of(pod, wanted) instanceof Meant.Claim(String name, boolean _)) {
                its.add(ResourceTypes.RESOURCE_CLAIMS.key(stored.key().namespace(), name));
            }
        }
        claims.in(BY_POD, stored.uid()).forEach(claim -> its.add(claim.key()));
        return its;
    }

    // ---- claims

    private Optional<Callable<Boolean>> planClaim(StoredObject stored) {
        ResourceClaim claim = stored.view(ResourceClaim.class);
        List<Consumer> consumers = claim.use().reservedFor();
        List<Standing> standings = consumers.stream()
                .map(consumer -> ClaimUseRule.of(consumer, pod(claim, consumer.name())))
                .toList();
        boolean spent = !claim.meta().deleting()
                && ClaimUseRule.pod(claim)
                        .filter(owner -> ClaimUseRule.isSpent(owner, pod(claim, owner.name())))
                        .isPresent();
        boolean used = standings.contains(Standing.USES);
        boolean settled = standings.stream().allMatch(Standing.USES::equals);
        if (settled && (used || !(spent || leaves(stored)))) {
            return Optional.empty();
        }
        return Optional.of(() -> settle(stored, standings, spent));
    }

    private Optional<Pod> pod(ResourceClaim claim, String name) {
        return pods.get(ResourceTypes.PODS.key(claim.meta().namespace(), name)).map(pod -> pod.view(Pod.class));
    }

    /// Blocks.
    ///
    /// @param standings of those who are noted in the claim, in the same order
    /// @param spent whether the claim was made for a pod that does not need it any more
    private boolean settle(StoredObject stored, List<Standing> standings, boolean spent) {
        Optional<List<String>> known = staying(stored, standings);
        if (known.isEmpty()) {
            return false;
        }
        List<String> left = known.get();
        boolean settled = true;
        if (left.size() < standings.size()) {
            settled = calls.release(stored, left);
        } else if (left.isEmpty() && leaves(stored)) {
            settled = calls.free(stored);
        }
        return settled && (!left.isEmpty() || !spent || calls.delete(stored));
    }

    /// Blocks.
    ///
    /// @return uids of those who stay noted; empty when the API does not say
    private Optional<List<String>> staying(StoredObject stored, List<Standing> standings) {
        ResourceClaim claim = stored.view(ResourceClaim.class);
        List<String> left = new ArrayList<>();
        for (int i = 0; i < standings.size(); i++) {
            Consumer consumer = claim.use().reservedFor().get(i);
            Optional<Boolean> stays = switch (standings.get(i)) {
                case USES -> Optional.of(true);
                case GONE -> Optional.of(false);
                case UNKNOWN -> calls.isThere(claim.meta().namespace(), consumer);
            };
            if (stays.isEmpty()) {
                return Optional.empty();
            }
            if (stays.get()) {
                left.add(consumer.uid());
            }
        }
        return Optional.of(left);
    }

    /// Whether only its devices keep a claim that is being deleted.
    private static boolean leaves(StoredObject claim) {
        return claim.header().deleting() && ClaimCalls.isProtected(claim);
    }

    /// Looks at the pods that want a claim, or claims of a template.
    private void lookAtUsers(StoredObject claim) {
        users.of(claim.key()).forEach(key -> pods.get(key).ifPresent(pod -> podChanged(pod, false)));
    }

    private void seen(StoredObject claim) {
        ClaimUseRule.pod(claim.view(ResourceClaim.class)).ifPresent(owner -> made.remove(owner.uid(), podClaim(claim)));
    }

    /// Hears from rounds how they went.
    private final class Teller implements PodClaimsRound.Told {
        private final StoredObject pod;

        private Teller(StoredObject pod) {
            this.pod = pod;
        }

        @Override
        public void made(ClaimStep.Make step, StoredObject claim) {
            loop.post("claim-made", () -> {
                metrics.created(true, step.isAdmin());
                if (pods.get(pod.key()).isPresent() && claims.get(claim.key()).isEmpty()) {
                    made.put(pod.uid(), step.podClaim(), claim.key().name());
                }
            });
        }

        @Override
        public void vanished(String podClaim) {
            loop.post("claim-vanished", () -> made.remove(pod.uid(), podClaim));
        }

        @Override
        public void refused(ClaimStep.Make step) {
            loop.post("claim-refused", () -> metrics.created(false, step.isAdmin()));
        }

        @Override
        public void failed(String podClaim, String why) {
            loop.post(
                    "claim-failed",
                    () -> events.record(
                            InvolvedObject.of(ResourceTypes.PODS, pod),
                            EventRecorder.Type.Warning,
                            EVENT_REASON,
                            "PodResourceClaim %s: %s".formatted(podClaim, why)));
        }
    }

    private final class PodChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            before.ifPresent(users::remove);
            users.put(after);
            podChanged(after, false);
        }

        @Override
        public void deleted(StoredObject last) {
            users.remove(last);
            made.forget(last.uid());
            podChanged(last, true);
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    private final class ClaimChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            metrics.seen(after);
            seen(after);
            queue.add(after.key());
            lookAtUsers(after);
        }

        @Override
        public void deleted(StoredObject last) {
            metrics.gone(last.key());
            seen(last);
            lookAtUsers(last);
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    private final class TemplateChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            lookAtUsers(after);
        }

        @Override
        public void deleted(StoredObject last) {
            // what was made of it stays
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }
}
