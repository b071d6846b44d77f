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
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
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
/// All that counts stands in the pod ([ReleaseNote]); what is kept here beside is which writes are under way.
/// Confined to one loop.
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

    /// A pod that tells that it was taken out of its set, or given back.
    ///
    /// @param note what one tells that was taken out
    private record Noted(StoredObject pod, Tie tie, Optional<ReleaseNote> note) {
        private Optional<String> controller() {
            return pod.view(Pod.class).meta().controllerOwner().map(OwnerReference::uid);
        }
    }

    /// A pod that is being taken out of its set.
    private record UnderWay(String policy, Crewed crewed, StoredObject pod) {}

    private final EventLoop loop;
    private final ReleaseCalls calls;
    private final Plan plan;
    private final Workloads workloads;
    /// Pods that were taken out of their sets or given back, by uid.
    private final Map<String, Noted> noted = new LinkedHashMap<>();
    private final ExtraPods extras = new ExtraPods();
    private final AwaitedChanges waiting = new AwaitedChanges();
    private final SetTallies tallies;
    private final Map<String, UnderWay> releasing = new HashMap<>();
    /// Pods that are being given back, removed or settled, until they show it.
    private final Set<String> writing = new HashSet<>();
    /// Pods that may leave and are on their way.
    private final Set<String> leaving = new HashSet<>();
    /// When writes that failed may be tried again, by the uid of the pod.
    private final Map<String, Tick> pauses = new HashMap<>();
    /// Sets, Deployments and policies of whose pods something has changed.
    private final Set<String> touched = new HashSet<>();
    private boolean allTouched;
    private boolean begun;

    public ReleasedPods(ControllerContext context, Plan plan) {
        this.loop = context.loop();
        this.plan = plan;
        this.calls = new ReleaseCalls(context.client());
        this.workloads = new Workloads(context, new WorkloadChanges());
        this.tallies = new SetTallies(loop.time(), uid -> counted(uid).toList());
    }

    /// All pods, nodes and taints are known from now on.
    public void begin() {
        begun = true;
    }

    /// A pod is on a node, or has changed there.
    public void podChanged(StoredObject pod) {
        writing.remove(pod.uid());
        look(pod);
        Tie tie = ReleaseNote.tie(pod.view(Pod.class));
        if (tie == Tie.COUNTED) {
            forgetNote(pod.uid());
        } else {
            workloads.follow();
            releasing.remove(pod.uid());
            var now = new Noted(pod, tie, ReleaseNote.of(pod.view(Pod.class)));
            Optional.ofNullable(noted.put(pod.uid(), now)).ifPresent(this::touch);
            touch(now);
        }
        sortIn(pod.uid());
        touch(pod);
    }

    private void forgetNote(String uid) {
        Optional.ofNullable(noted.remove(uid)).ifPresent(this::touch);
    }

    /// Puts a pod among the extra ones, or takes it from among them, as it is noted.
    private void sortIn(String uid) {
        UnderWay way = releasing.get(uid);
        Noted note = noted.get(uid);
        if (way != null) {
            Optional<String> deployment = Optional.of(way.crewed().deployment().uid());
            extras.put(new ExtraPods.Extra(way.pod(), deployment, Optional.of(way.policy())));
        } else if (note != null
                && note.tie() == Tie.RELEASED
                && PodRule.active(note.pod().view(Pod.class))) {
            extras.put(new ExtraPods.Extra(
                    note.pod(), note.controller(), note.note().map(ReleaseNote::policy)));
        } else {
            extras.remove(uid);
        }
    }

    /// What makes a pod leave may have changed.
    public void look(StoredObject pod) {
        if (leaving.contains(pod.uid()) && !pod.header().deleting() && !plan.hasToLeave(pod)) {
            stays(pod);
        }
    }

    public void podDeleted(StoredObject last) {
        writing.remove(last.uid());
        forgetNote(last.uid());
        releasing.remove(last.uid());
        sortIn(last.uid());
        waiting.remove(last.uid());
        leaving.remove(last.uid());
        pauses.remove(last.uid());
        touch(last);
    }

    /// Those who wait for others of its Deployment, or for the bound of its policy, may wait no more.
    private void touch(Noted pod) {
        pod.controller().ifPresent(touched::add);
        pod.note().map(note -> AwaitedChanges.policy(note.policy())).ifPresent(touched::add);
    }

    private void touch(StoredObject pod) {
        tallies.changed();
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
        var keys = new HashSet<>(Set.of(crewed.set().uid(), crewed.deployment().uid()));
        if (most.isPresent()) {
            keys.add(AwaitedChanges.policy(policy));
        }
        waiting.put(pod.uid(), keys);
        Pod view = pod.view(Pod.class);
        Tie tie = releasing.containsKey(pod.uid()) ? Tie.RELEASED : ReleaseNote.tie(view);
        if (tie == Tie.COUNTED && !Workloads.releasable(pod, crewed)) {
            return new Replacement.Free();
        }
        var surge = new Surge(
                crewed.surge(),
                workloads.rollout(crewed)
                        + extras.ofDeployment(crewed.deployment().uid(), pod.uid()),
                most,
                extras.ofPolicy(policy, pod.uid()));
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
        int available = workloads.sets(crewed.deployment()).stream()
                .mapToInt(set -> Math.min(
                        tallies.of(set, minReady).availableBesides(besides),
                        set.view(ReplicaSet.class).replicas()))
                .sum();
        int others = (int) extras.of(crewed.deployment().uid()).stream()
                .filter(pod -> !pod.uid().equals(besides) && !leaving.contains(pod.uid()))
                .filter(pod -> PodRule.ready(pod.view(Pod.class)))
                .count();
        return new Crew(
                crewed.deployment().key().name(),
                crewed.deploymentView().replicas(),
                available,
                others,
                workloads.motion(crewed),
                crewed.failure());
    }

    /// The pods that a set counts and will count still, by its uid.
    private Stream<StoredObject> counted(String set) {
        return plan.controlledBy(set).stream()
                .filter(pod -> !leaving.contains(pod.uid()) && !releasing.containsKey(pod.uid()))
                .filter(pod -> PodRule.active(pod.view(Pod.class)));
    }

    /// Of each policy how many pods there are beyond those that are wanted.
    public Map<String, Integer> extra() {
        return extras.counts();
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
        sortIn(pod.uid());
        tallies.changed();
        loop.work("release-pod", () -> calls.release(pod, note, crewed.deployment()), outcome -> {
            if (done(outcome)) {
                plan.announce(
                        pod,
                        "Taken out of ReplicaSet %s, which makes another pod before this one leaves (policy %s)"
                                .formatted(note.set(), policy));
            } else {
                releasing.remove(pod.uid());
                sortIn(pod.uid());
                pause(pod);
                touch(pod);
                touched.add(AwaitedChanges.policy(policy));
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
    public void leaves(StoredObject pod) {
        leaving.add(pod.uid());
        touchAll(pod);
    }

    /// A pod was to leave and has not.
    public void stays(StoredObject pod) {
        leaving.remove(pod.uid());
        touchAll(pod);
    }

    /// Those of all sets of its Deployment, and those who wait for its policy.
    private void touchAll(StoredObject pod) {
        touch(pod);
        Optional.ofNullable(noted.get(pod.uid())).ifPresent(this::touch);
        if (workloads.known()) {
            workloads.of(pod).map(crewed -> crewed.deployment().uid()).ifPresent(touched::add);
        }
    }

    /// The uids of the pods of which what they wait for may have come about since [#seen], those who came
    /// first at the beginning; absent where that may be so of all.
    public Optional<List<String>> touched() {
        return allTouched ? Optional.empty() : Optional.of(waiting.of(touched));
    }

    /// Whether something was touched.
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
                : workloads.sets(crewed.deployment()).stream()
                        .flatMap(set -> tallies.of(set, minReady).next().stream())
                        .min(Tick::compareTo);
    }

    /// Gives pods back that need not leave any more, and does what else is to be done of those that were
    /// taken out.
    public void tidy() {
        if (!begun || noted.isEmpty() || !workloads.known()) {
            return;
        }
        Map<String, List<Noted>> coming = coming();
        for (Noted each : List.copyOf(noted.values())) {
            StoredObject pod = each.pod();
            if (!writing.contains(pod.uid()) && !paused(pod.uid())) {
                switch (ReplacementRule.fate(each.tie(), standing(pod, coming))) {
                    case STAYS -> {
                        // it waits, or is on its way
                    }
                    case GIVEN_BACK -> each.note().ifPresent(note -> giveBack(pod, note));
                    case REMOVED -> write(List.of(pod), () -> calls.remove(pod));
                    case SETTLED -> write(List.of(pod), () -> calls.settle(pod));
                }
            }
        }
    }

    /// The pods that a set may get back, by [#setKey] those that are out of it, and by [#given] those that it
    /// may adopt.
    private Map<String, List<Noted>> coming() {
        var coming = new HashMap<String, List<Noted>>();
        for (Noted each : noted.values()) {
            String namespace = each.pod().key().namespace();
            Optional<String> key = switch (each.tie()) {
                case COUNTED -> Optional.empty();
                case RELEASED -> each.note().map(note -> setKey(namespace, note.set()));
                case RETURNED -> each.controller().isPresent() ? Optional.empty() : Optional.of(given(namespace));
            };
            key.ifPresent(
                    one -> coming.computeIfAbsent(one, any -> new ArrayList<>()).add(each));
        }
        return coming;
    }

    private static String setKey(String namespace, String set) {
        return namespace + "/" + set;
    }

    /// What no set is called.
    private static String given(String namespace) {
        return namespace + "/";
    }

    private void giveBack(StoredObject pod, ReleaseNote note) {
        plan.announce(pod, "Given back to ReplicaSet %s: need not leave".formatted(note.set()));
        Optional<StoredObject> extra = workloads.of(pod).flatMap(this::extraOne);
        write(Stream.concat(Stream.of(pod), extra.stream()).toList(), () -> calls.giveBack(pod, note, extra));
    }

    /// The youngest pod of a set that has all its pods ready; of another one that which is not ready will go.
    private Optional<StoredObject> extraOne(Crewed crewed) {
        List<StoredObject> ready = counted(crewed.set().uid())
                .filter(pod -> PodRule.ready(pod.view(Pod.class)))
                .toList();
        return ready.size() < crewed.setView().replicas()
                ? Optional.empty()
                : ready.stream()
                        .max(Comparator.comparing((StoredObject pod) ->
                                        pod.view(Pod.class).meta().creationTimestamp())
                                .thenComparing(StoredObject::uid));
    }

    private Standing standing(StoredObject pod, Map<String, List<Noted>> coming) {
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
                        && crewed.filter(found -> !settled(found, coming)).isEmpty());
    }

    private boolean settled(Crewed crewed, Map<String, List<Noted>> coming) {
        String namespace = crewed.set().key().namespace();
        long returning = coming
                .getOrDefault(setKey(namespace, crewed.set().key().name()), List.of())
                .stream()
                .filter(each -> writing.contains(each.pod().uid())
                        && workloads.of(each.pod()).filter(crewed::equals).isPresent())
                .count();
        long adopted = coming.getOrDefault(given(namespace), List.of()).stream()
                .filter(each -> adoptable(each.pod(), crewed))
                .count();
        int minReady = crewed.deploymentView().minReadySeconds();
        return tallies.of(crewed.set(), minReady).counted() + returning + adopted
                <= crewed.setView().replicas();
    }

    /// @param pod of the namespace, that nobody controls
    private static boolean adoptable(StoredObject pod, Crewed crewed) {
        return crewed.setView().selector().matches(pod.header().labels());
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
            tallies.changed();
            touched.add(after.uid());
        }

        @Override
        public void deleted(StoredObject last) {
            touched.add(last.uid());
        }

        @Override
        public void synced() {
            tallies.changed();
            allTouched = true;
        }

        @Override
        public void batchEnded() {
            plan.changed();
        }
    }
}
