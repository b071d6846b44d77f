package dev.tenure.scheduler;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.Frozen;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.time.Tick;
import dev.tenure.scheduler.bind.EventOutbox;
import dev.tenure.scheduler.bind.EventOutbox.PodEvent;
import dev.tenure.scheduler.bind.PodWriterClient;
import dev.tenure.scheduler.bind.WriteOutcome;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import dev.tenure.scheduler.cycle.NotedChance;
import dev.tenure.scheduler.cycle.Placement;
import dev.tenure.scheduler.cycle.Placer;
import dev.tenure.scheduler.cycle.SearchOrder;
import dev.tenure.scheduler.explain.PodExplanation;
import dev.tenure.scheduler.fast.ClassPlacer;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.queue.Hints;
import dev.tenure.scheduler.queue.QueuedPod;
import dev.tenure.scheduler.queue.SchedulingQueue;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.scheduler.watch.ClusterWatch;
import dev.tenure.scheduler.watch.PodFeed;
import dev.tenure.wire.json.JsonNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The scheduler: takes pods from the queue one after the other, has a node found for each, assumes it
/// there, and lets the binding follow behind. One loop, one thread; all state below is confined to it.
public final class SchedulerLoop {
    private static final int PODS_PER_EVENT = 64;
    private static final String PUMP = "schedule";

    private final EventLoop loop;
    private final SchedulerConfiguration configuration;
    private final Map<String, Profile> profiles = new HashMap<>();
    private final SchedulerCache cache;
    private final PodClasses classes = new PodClasses();
    private final SchedulingQueue queue;
    private final PodFeed pods;
    private final ClusterWatch watch;
    private final NotedChance chance;
    private final Placer placer;
    private final ClassPlacer byClass;
    private final PodWriterClient writer;
    private final EventOutbox events;
    private final PodStatusWrites statuses;
    private final FailureHandling failures;
    private final BindingSteps steps;
    private final SchedulerMetrics metrics;
    private final DecisionReports reports;
    private boolean synced;
    private boolean leading;
    private boolean pumping;
    private int bindings;

    /// @param instance names this process in events
    public SchedulerLoop(
            EventLoop loop,
            ClusterClient client,
            SchedulerConfiguration configuration,
            PrometheusRegistry registry,
            String instance) {
        this(loop, client, configuration, new SchedulerMetrics(registry), instance);
    }

    /// @param metrics of this scheduler and those that it follows after a fault
    /// @param instance names this process in events
    public SchedulerLoop(
            EventLoop loop,
            ClusterClient client,
            SchedulerConfiguration configuration,
            SchedulerMetrics metrics,
            String instance) {
        this.loop = loop;
        this.configuration = configuration;
        configuration.profiles().forEach(profile -> profiles.put(profile.schedulerName(), profile));
        this.metrics = metrics;
        cache = new SchedulerCache(loop.time()::wall);
        reports = new DecisionReports(loop.time());
        var rules = new SchedulingQueue.Rules(
                configuration.queueSort(), configuration.backoff(), new Hints(configuration.profiles(), cache));
        queue = new SchedulingQueue(rules, loop.time(), metrics);
        pods = new PodFeed(cache, queue, classes, Frozen.set(profiles.keySet()));
        watch = new ClusterWatch(loop, client, new ClusterWatch.Kept(cache, queue, pods), new Progress());
        chance = new NotedChance(configuration.random());
        placer = new Placer(configuration.order(), chance);
        byClass = new ClassPlacer(cache, chance);
        writer = new PodWriterClient(client);
        statuses = new PodStatusWrites(loop, writer, pods::latest);
        events = new EventOutbox(loop, client, instance);
        steps = new BindingSteps(loop, client, pods, events);
        failures = new FailureHandling(
                loop,
                new FailureHandling.Outward(writer, statuses, events, steps),
                new FailureHandling.Waiting(cache, queue, pods, metrics),
                this::pump);
    }

    /// Begins to watch and, once all is known, to schedule. May be called from any thread, once.
    public void start() {
        follow();
        lead();
    }

    /// Begins to watch, and schedules nothing before [#lead]. May be called from any thread, once.
    public void follow() {
        loop.post("start", watch::start);
    }

    /// Schedules from now on, once all is known that [#follow] watches. May be called from any thread.
    public void lead() {
        loop.post("lead", () -> {
            leading = true;
            pump();
        });
    }

    /// Ends the watches; bindings on their way are not taken back. May be called from any thread.
    public void stop() {
        loop.post("stop", () -> {
            synced = false;
            watch.stop();
        });
    }

    /// What the scheduler shows of itself: without a path the last decisions and the waiting pods; under
    /// `pods/NAMESPACE/NAME` why that pod is where it is or why it is nowhere, as things stand. To be
    /// called on the loop.
    ///
    /// @return empty when there is no such page or pod
    public Optional<JsonNode> page(List<String> path) {
        if (path.isEmpty()) {
            return Optional.of(reports.page(queue));
        }
        boolean ofPod = path.size() == 3 && path.getFirst().equals("pods");
        return ofPod ? pods.named(path.get(1), path.get(2)).map(this::explain) : Optional.empty();
    }

    private JsonNode explain(PodInfo pod) {
        Profile profile = profiles.get(pod.pod().spec().schedulerName());
        return profile == null
                ? PodExplanation.ofForeign(pod, profiles.keySet())
                : reports.withHistory(PodExplanation.of(pod, cache, profile), pod, queue);
    }

    private final class Progress implements ClusterWatch.Listener {
        @Override
        public void synced() {
            synced = true;
            pump();
        }

        @Override
        public void batchEnded() {
            pump();
        }
    }

    /// Has pods tried, unless that is under way or nothing can be done now.
    private void pump() {
        if (!synced || !leading) {
            return;
        }
        queue.wakeDue();
        metrics.sizes(queue, cache);
        if (!pumping && queue.ready() && bindings < configuration.bindingsMax()) {
            pumping = true;
            loop.post(PUMP, this::scheduleSome);
        }
        queue.nextDeadline().ifPresentOrElse(due -> loop.alarm(PUMP, due, this::pump), () -> loop.cancel(PUMP));
    }

    private void scheduleSome() {
        pumping = false;
        for (int i = 0; i < PODS_PER_EVENT && bindings < configuration.bindingsMax(); i++) {
            Optional<QueuedPod> next = queue.pop();
            if (next.isEmpty()) {
                break;
            }
            attempt(next.get());
        }
        pump();
    }

    /// A pod at which a plugin throws waits as after any other error; the next one has its turn.
    private void attempt(QueuedPod queued) {
        try {
            schedule(queued);
        } catch (RuntimeException | StackOverflowError e) {
            loop.supervision().setAside("scheduling pod " + queued.pod().qualifiedName(), e);
            unbind(queued.pod());
            failures.broke(queued, "internal error: " + e);
        }
    }

    private void schedule(QueuedPod queued) {
        PodInfo pod = queued.pod();
        String scheduler = pod.pod().spec().schedulerName();
        Profile profile = profiles.get(scheduler);
        if (profile == null || cache.isAssumed(pod)) {
            return;
        }
        if (pod.pod().meta().deleting()) {
            events.send(
                    scheduler,
                    new PodEvent(
                            pod,
                            Optional.empty(),
                            false,
                            "FailedScheduling",
                            "Scheduling",
                            "skip schedule deleting pod: " + pod.qualifiedName()));
            return;
        }
        Tick start = loop.time().now();
        chance.begin();
        Optional<NodeState> quickly =
                configuration.order() == SearchOrder.FULL ? byClass.choose(pod, profile) : Optional.empty();
        if (quickly.isPresent()) {
            metrics.chosen(loop.time().now().since(start));
            reports.decided(pod, "scheduled", quickly.get().name(), new DecisionNotes.Bare());
            prepare(queued, profile, quickly.get(), start, () -> new Cycle(pod, cache, profile));
            return;
        }
        Placement placement = placer.place(pod, cache, profile);
        metrics.chosen(loop.time().now().since(start));
        switch (placement) {
            case Placement.Placed placed -> {
                DecisionNotes notes = placed.scores().map(DecisionNotes::of).orElseGet(DecisionNotes.Bare::new);
                reports.decided(pod, "scheduled", placed.node().name(), notes);
                prepare(queued, profile, placed.node(), start, placed::cycle);
            }
            case Placement.Refused refused -> {
                metrics.attempted(scheduler, "unschedulable", loop.time().now().since(start));
                reports.decided(pod, "unschedulable", refused.message(), DecisionNotes.of(refused.diagnosis()));
                failures.refused(queued, refused);
            }
            case Placement.Broken broken -> {
                metrics.attempted(scheduler, "error", loop.time().now().since(start));
                reports.decided(pod, "error", broken.message(), DecisionNotes.of(broken.diagnosis()));
                failures.broke(queued, broken.message());
            }
        }
    }

    /// Keeps the node for the pod, and binds it as soon as no plugin has anything against it.
    private void prepare(QueuedPod queued, Profile profile, NodeState node, Tick start, Supplier<Cycle> attempt) {
        PodInfo pod = queued.pod();
        if (chance.among() > 1) {
            configuration.ties().accept(pod.uid(), chance.among());
        }
        cache.assume(pod, node.name()).ifPresent(queue::released);
        if (profile.bindsAtOnce(pod, cache)) {
            bind(queued, node.name(), start);
        } else {
            Cycle cycle = attempt.get();
            steps.begin(cycle, node, verdict -> prepared(queued, cycle, node, verdict, start));
        }
    }

    private void prepared(QueuedPod queued, Cycle cycle, NodeState node, Verdict verdict, Tick start) {
        PodInfo pod = queued.pod();
        if (verdict.passes()) {
            bind(queued, node.name(), start);
            return;
        }
        steps.unreserve(cycle, node);
        unbind(pod);
        metrics.attempted(
                pod.pod().spec().schedulerName(),
                verdict instanceof Verdict.Rejected ? "unschedulable" : "error",
                loop.time().now().since(start));
        switch (verdict) {
            case Verdict.Rejected(var _, var plugin, var _) ->
                failures.heldBack(queued, plugin, ((Verdict.Rejected) verdict).message());
            case Verdict.Failed(var _, var message) -> failures.broke(queued, message);
            case Verdict.Pass _, Verdict.Skip _ -> {
                // it is bound
            }
        }
        pump();
    }

    private void bind(QueuedPod queued, String node, Tick start) {
        PodInfo pod = queued.pod();
        bindings++;
        statuses.last(pod.uid(), () -> write(queued, node, start));
    }

    private void write(QueuedPod queued, String node, Tick start) {
        PodInfo pod = queued.pod();
        loop.work("bind", () -> writer.bind(pod.pod(), node), outcome -> {
            bindings--;
            bound(queued, pod, node, outcome);
            boolean written = outcome instanceof Outcome.Done<WriteOutcome>(WriteOutcome.Written _);
            Tick now = loop.time().now();
            metrics.attempted(pod.pod().spec().schedulerName(), written ? "scheduled" : "error", now.since(start));
            if (written) {
                metrics.bound(queued, now);
            }
            pump();
        });
    }

    private void bound(QueuedPod queued, PodInfo pod, String node, Outcome<WriteOutcome> outcome) {
        switch (outcome) {
            case Outcome.Done<WriteOutcome>(WriteOutcome.Written _) ->
                events.send(
                        pod.pod().spec().schedulerName(),
                        new PodEvent(
                                pod,
                                Optional.empty(),
                                true,
                                "Scheduled",
                                "Binding",
                                "Successfully assigned " + pod.qualifiedName() + " to " + node));
            case Outcome.Done<WriteOutcome>(WriteOutcome.Gone _) -> unbind(pod);
            case Outcome.Done<WriteOutcome>(WriteOutcome.Refused refused) -> {
                unbind(pod);
                failures.broke(queued, refused.message());
            }
            case Outcome.Failed<WriteOutcome>(var cause) -> {
                unbind(pod);
                failures.broke(queued, String.valueOf(cause.getMessage()));
            }
        }
    }

    /// The room that the pod was to take is free again, unless the API server shows the pod there.
    private void unbind(PodInfo pod) {
        Optional<PodInfo> onItsNode = cache.assumed(pod);
        cache.forget(pod);
        if (onItsNode.isPresent()) {
            queue.happened(new ClusterEvent.OfPod(EventKind.ASSIGNED_POD_DELETED, onItsNode, Optional.empty()));
        }
    }
}
