package dev.tenure.controllers.tainteviction.replacement;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.controllers.tainteviction.replacement.ReplacementRule.Crew;
import dev.tenure.controllers.tainteviction.replacement.ReplacementRule.Standing;
import dev.tenure.controllers.tainteviction.replacement.ReplacementRule.Surge;
import dev.tenure.controllers.tainteviction.replacement.ReplacementRule.Tie;
import dev.tenure.controllers.tainteviction.replacement.Workloads.Crewed;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.ClockReading;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/// Has pods of Deployments replaced before they leave.
///
/// A pod is taken out of its ReplicaSet: it loses the label `pod-template-hash`, by which only the set
/// selects, and its Deployment controls it in the set's stead. The set, upstream's as well as Tenure's, then
/// makes another pod in the same breath, and the old one goes on serving, for Services and budgets select by
/// other labels. `spec.replicas` stays what its owner wrote, so autoscalers, rollouts, pauses and whoever
/// applies manifests notice nothing. When the set has all its pods ready without it, the pod may leave. When
/// it need not leave after all it gets the label back and the set adopts it and gives up the extra one: until
/// the set has settled that is the cheapest to delete, and this the dearest.
///
/// All that counts stands in the pod ([ReleaseNote]); what is kept here beside is which writes are under way. Confined
/// to one loop.
public final class ReleasedPods {
    /// How long after a write that failed the next one waits.
    private static final Duration AGAIN = Duration.ofSeconds(5);

    private static final String ALARM = "replaced-first";

    /// What it asks those who evict.
    public interface Plan {
        /// The pods on nodes that something controls.
        Collection<StoredObject> controlledBy(String uid);

        /// Whether a taint still makes a pod leave.
        boolean hasToLeave(StoredObject pod);

        /// Whether there is a node of this name.
        boolean nodeThere(String node);

        /// Something has changed of a set or a Deployment, or a write has ended.
        void changed();

        /// For people who look at a pod.
        void announce(StoredObject pod, String message);
    }

    /// A pod that is being taken out of its set.
    private record UnderWay(String policy, Crewed crewed, StoredObject pod) {}

    private final EventLoop loop;
    private final ReleaseCalls calls;
    private final Plan plan;
    private final Workloads workloads;
    /// Pods that were taken out of their sets or given back, by uid.
    private final Map<String, StoredObject> noted = new LinkedHashMap<>();
    private final Map<String, UnderWay> releasing = new HashMap<>();
    /// Pods that are being given back, removed or settled, until they show it.
    private final Set<String> writing = new HashSet<>();
    /// Pods that may leave and are on their way.
    private final Set<String> leaving = new HashSet<>();
    /// When writes that failed may be tried again, by the uid of the pod.
    private final Map<String, Tick> pauses = new HashMap<>();
    /// Controllers of whose pods something has changed.
    private final Set<String> touched = new HashSet<>();
    private boolean allTouched;
    private boolean begun;

    public ReleasedPods(ControllerContext context, Plan plan) {
        this.loop = context.loop();
        this.plan = plan;
        this.calls = new ReleaseCalls(context.client());
        this.workloads = new Workloads(context, new WorkloadChanges());
    }

    /// All pods, nodes and taints are known from now on.
    public void begin() {
        begun = true;
    }

    /// A pod is on a node, or has changed there.
    public void podChanged(StoredObject pod) {
        writing.remove(pod.uid());
        look(pod);
        if (ReleaseNote.tie(pod.view(Pod.class)) == Tie.COUNTED) {
            if (noted.remove(pod.uid()) != null) {
                allTouched = true;
            }
        } else {
            workloads.follow();
            releasing.remove(pod.uid());
            allTouched |= !pod.equals(noted.put(pod.uid(), pod));
        }
        touch(pod);
    }

    /// What makes a pod leave may have changed.
    public void look(StoredObject pod) {
        if (leaving.contains(pod.uid()) && !pod.header().deleting() && !plan.hasToLeave(pod)) {
            stays(pod.uid());
        }
    }

    public void podDeleted(StoredObject last) {
        writing.remove(last.uid());
        allTouched |= noted.remove(last.uid()) != null;
        releasing.remove(last.uid());
        leaving.remove(last.uid());
        pauses.remove(last.uid());
        touch(last);
    }

    private void touch(StoredObject pod) {
        pod.view(Pod.class).meta().controllerOwner().map(OwnerReference::uid).ifPresent(touched::add);
    }

    /// What a pod waits for that has to leave.
    ///
    /// @param policy that wants its replacement first
    /// @param most how many more pods than wanted the policy lets there be; absent without a bound
    public Replacement of(StoredObject pod, String policy, Optional<Integer> most) {
        workloads.follow();
        if (!workloads.known()) {
            return new Replacement.Wait("which ReplicaSets there are is not known yet");
        }
        Optional<Crewed> found = workloads.of(pod);
        if (found.isEmpty()) {
            return new Replacement.Free();
        }
        Crewed crewed = found.get();
        Pod view = pod.view(Pod.class);
        Tie tie = releasing.containsKey(pod.uid()) ? Tie.RELEASED : ReleaseNote.tie(view);
        if (tie == Tie.COUNTED && !Workloads.releasable(pod, crewed)) {
            return new Replacement.Free();
        }
        var surge = new Surge(crewed.surge(), workloads.rollout(crewed) + (int) extra(crewed, pod.uid()), most, (int)
                extra(policy, pod.uid()));
        Replacement answer = ReplacementRule.decide(PodRule.ready(view), tie, crew(crewed, pod.uid()), surge);
        boolean paused = paused(pod.uid());
        if (!paused) {
            pauses.remove(pod.uid());
        }
        return answer instanceof Replacement.Begin(String message) && paused ? new Replacement.Wait(message) : answer;
    }

    private boolean paused(String uid) {
        return Optional.ofNullable(pauses.get(uid))
                .filter(until -> until.isAfter(loop.time().now()))
                .isPresent();
    }

    private Crew crew(Crewed crewed, String besides) {
        int minReady = crewed.deploymentView().minReadySeconds();
        ClockReading clock = clock();
        long available = workloads.sets(crewed.deployment()).stream()
                .mapToLong(set -> counted(set)
                        .filter(pod -> !pod.uid().equals(besides))
                        .filter(pod -> PodRule.available(pod.view(Pod.class), minReady, clock))
                        .limit(set.view(ReplicaSet.class).replicas())
                        .count())
                .sum();
        int others = (int) extras().filter(pod -> !pod.uid().equals(besides) && !leaving.contains(pod.uid()))
                .filter(pod -> PodRule.ready(pod.view(Pod.class)))
                .filter(pod -> deploymentOf(pod)
                        .filter(crewed.deployment().uid()::equals)
                        .isPresent())
                .count();
        return new Crew(
                crewed.deployment().key().name(),
                crewed.deploymentView().replicas(),
                (int) available,
                others,
                workloads.motion(crewed),
                crewed.failure());
    }

    /// The pods that a set counts and will count still.
    private Stream<StoredObject> counted(StoredObject set) {
        return plan.controlledBy(set.uid()).stream()
                .filter(pod -> !leaving.contains(pod.uid()) && !releasing.containsKey(pod.uid()))
                .filter(pod -> PodRule.active(pod.view(Pod.class)));
    }

    /// The pods that the sets of a Deployment count and will count still.
    private Stream<Pod> ofDeployment(Crewed crewed) {
        return workloads.sets(crewed.deployment()).stream()
                .flatMap(this::counted)
                .map(pod -> pod.view(Pod.class));
    }

    private ClockReading clock() {
        return new ClockReading(loop.time().wall(), loop.time()::asOfNow);
    }

    /// The pods that are out of their sets, or about to be; one that may leave too, until it does.
    private Stream<StoredObject> extras() {
        return Stream.concat(
                noted.values().stream()
                        .filter(pod -> ReleaseNote.tie(pod.view(Pod.class)) == Tie.RELEASED)
                        .filter(pod -> PodRule.active(pod.view(Pod.class))),
                releasing.values().stream().map(UnderWay::pod));
    }

    private long extra(Crewed crewed, String besides) {
        return extras().filter(pod -> !pod.uid().equals(besides))
                .filter(pod -> deploymentOf(pod)
                        .filter(crewed.deployment().uid()::equals)
                        .isPresent())
                .count();
    }

    private Optional<String> deploymentOf(StoredObject extra) {
        UnderWay way = releasing.get(extra.uid());
        return way != null
                ? Optional.of(way.crewed().deployment().uid())
                : extra.view(Pod.class).meta().controllerOwner().map(OwnerReference::uid);
    }

    private long extra(String policy, String besides) {
        return extras().filter(pod -> !pod.uid().equals(besides))
                .filter(pod -> policyOf(pod).filter(policy::equals).isPresent())
                .count();
    }

    private Optional<String> policyOf(StoredObject extra) {
        UnderWay way = releasing.get(extra.uid());
        return way != null
                ? Optional.of(way.policy())
                : ReleaseNote.of(extra.view(Pod.class)).map(ReleaseNote::policy);
    }

    /// Of each policy how many pods there are beyond those that are wanted.
    public Map<String, Integer> extra() {
        var counts = new HashMap<String, Integer>();
        extras().flatMap(pod -> policyOf(pod).stream()).forEach(policy -> counts.merge(policy, 1, Integer::sum));
        return counts;
    }

    /// Has a replacement made of a pod; to be called when [#of] has said that it may begin.
    public void begin(StoredObject pod, String policy) {
        Optional<Crewed> found = workloads.of(pod);
        if (found.isEmpty() || writing.contains(pod.uid())) {
            return;
        }
        Crewed crewed = found.get();
        String hash = pod.header().labels().getOrDefault(ReleaseNote.LABEL, "");
        var note = new ReleaseNote(policy, crewed.set().key().name(), hash);
        releasing.put(pod.uid(), new UnderWay(policy, crewed, pod));
        loop.work("release-pod", () -> calls.release(pod, note, crewed.deployment()), outcome -> {
            if (done(outcome)) {
                plan.announce(
                        pod,
                        "Taken out of ReplicaSet %s, which makes another pod before this one leaves (policy %s)"
                                .formatted(note.set(), policy));
            } else {
                releasing.remove(pod.uid());
                pause(pod);
                touch(pod);
            }
            plan.changed();
        });
    }

    private void pause(StoredObject pod) {
        pauses.put(pod.uid(), loop.time().now().plus(AGAIN));
    }

    private static boolean done(Outcome<ApiReply> outcome) {
        return outcome instanceof Outcome.Done<ApiReply>(var reply) && reply.succeededOrGone();
    }

    /// A pod leaves; it counts no more.
    public void leaves(String uid) {
        leaving.add(uid);
        allTouched = true;
    }

    /// A pod was to leave and has not.
    public void stays(String uid) {
        leaving.remove(uid);
        allTouched = true;
    }

    /// Whether what a pod waits for may have come about since [#seen].
    public boolean touched(StoredObject pod) {
        return allTouched
                || pod.view(Pod.class)
                        .meta()
                        .controllerOwner()
                        .filter(owner -> touched.contains(owner.uid()))
                        .isPresent()
                || (workloads.known()
                        && !touched.isEmpty()
                        && workloads
                                .of(pod)
                                .filter(crewed -> touched.contains(crewed.set().uid())
                                        || touched.contains(crewed.deployment().uid()))
                                .isPresent());
    }

    /// Whether [#touched] is so of some pods.
    public boolean anyTouched() {
        return allTouched || !touched.isEmpty();
    }

    /// All that was touched has been looked at.
    public void seen() {
        allTouched = false;
        touched.clear();
    }

    /// When a pod that waits should be looked at again although nothing changes.
    public Optional<Tick> again(StoredObject pod) {
        Optional<Tick> pause = Optional.ofNullable(pauses.get(pod.uid()));
        Optional<Tick> available =
                workloads.known() ? workloads.of(pod).flatMap(this::nextAvailable) : Optional.empty();
        return Stream.concat(pause.stream(), available.stream()).min(Tick::compareTo);
    }

    private Optional<Tick> nextAvailable(Crewed crewed) {
        int minReady = crewed.deploymentView().minReadySeconds();
        return minReady == 0
                ? Optional.empty()
                : PodRule.nextAvailable(ofDeployment(crewed).toList(), minReady, clock())
                        .map(loop.time()::tickOf);
    }

    /// Gives pods back that need not leave any more, and does what else is to be done of those that were taken out.
    public void tidy() {
        if (!begun || noted.isEmpty() || !workloads.known()) {
            return;
        }
        for (StoredObject pod : List.copyOf(noted.values())) {
            if (!writing.contains(pod.uid()) && !paused(pod.uid())) {
                switch (ReplacementRule.fate(ReleaseNote.tie(pod.view(Pod.class)), standing(pod))) {
                    case STAYS -> {
                        // it waits, or is on its way
                    }
                    case GIVEN_BACK -> ReleaseNote.of(pod.view(Pod.class)).ifPresent(note -> giveBack(pod, note));
                    case REMOVED -> write(List.of(pod), () -> calls.remove(pod));
                    case SETTLED -> write(List.of(pod), () -> calls.settle(pod));
                }
            }
        }
    }

    private void giveBack(StoredObject pod, ReleaseNote note) {
        plan.announce(pod, "Given back to ReplicaSet %s: need not leave".formatted(note.set()));
        Optional<StoredObject> extra = workloads.of(pod).flatMap(this::extraOne);
        write(Stream.concat(Stream.of(pod), extra.stream()).toList(), () -> calls.giveBack(pod, note, extra));
    }

    /// The youngest pod of a set that has all its pods ready; of another one that which is not ready will go.
    private Optional<StoredObject> extraOne(Crewed crewed) {
        List<StoredObject> ready = counted(crewed.set())
                .filter(pod -> PodRule.ready(pod.view(Pod.class)))
                .toList();
        return ready.size() < crewed.setView().replicas()
                ? Optional.empty()
                : ready.stream()
                        .max(Comparator.comparing((StoredObject pod) ->
                                        pod.view(Pod.class).meta().creationTimestamp())
                                .thenComparing(StoredObject::uid));
    }

    private Standing standing(StoredObject pod) {
        Pod view = pod.view(Pod.class);
        Optional<Crewed> crewed = workloads.of(pod);
        return new Standing(
                PodRule.active(view),
                view.meta().controllerOwner().isPresent(),
                plan.hasToLeave(pod),
                plan.nodeThere(view.spec().nodeName()),
                crewed.filter(found -> !found.set().header().deleting()
                                && found.setView().replicas() > 0)
                        .isPresent(),
                crewed.map(found -> crew(found, pod.uid()).whole()).orElse(true),
                view.meta().controllerOwner().isPresent()
                        && crewed.filter(found -> !settled(found)).isEmpty());
    }

    private boolean settled(Crewed crewed) {
        long coming = noted.values().stream()
                .filter(pod -> switch (ReleaseNote.tie(pod.view(Pod.class))) {
                    case COUNTED -> false;
                    case RELEASED ->
                        writing.contains(pod.uid())
                                && workloads.of(pod).filter(crewed::equals).isPresent();
                    case RETURNED -> adoptable(pod, crewed);
                })
                .count();
        return counted(crewed.set()).count() + coming <= crewed.setView().replicas();
    }

    private static boolean adoptable(StoredObject pod, Crewed crewed) {
        return pod.view(Pod.class).meta().controllerOwner().isEmpty()
                && pod.key().namespace().equals(crewed.set().key().namespace())
                && crewed.setView().selector().matches(pod.header().labels());
    }

    private void write(List<StoredObject> pods, Callable<ApiReply> call) {
        pods.forEach(pod -> writing.add(pod.uid()));
        loop.work("return-pod", call, outcome -> {
            if (!done(outcome)) {
                pods.forEach(pod -> writing.remove(pod.uid()));
                pods.forEach(this::pause);
                loop.alarm(ALARM, loop.time().now().plus(AGAIN), this::tidy);
            }
            plan.changed();
        });
    }

    private final class WorkloadChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            touched.add(after.uid());
        }

        @Override
        public void deleted(StoredObject last) {
            touched.add(last.uid());
        }

        @Override
        public void synced() {
            allTouched = true;
        }

        @Override
        public void batchEnded() {
            plan.changed();
        }
    }
}
