package dev.tenure.plan.forecast;

import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodelifecycle.zone.ZoneHealthRule;
import dev.tenure.controllers.tainteviction.board.ComingEviction;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.kinds.admission.AdmissionOptions;
import dev.tenure.kubelet.configuration.KubeletConfiguration;
import dev.tenure.kubelet.configuration.KubeletConfigurationParser;
import dev.tenure.kubelet.configuration.NodePools;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.ChangeException;
import dev.tenure.plan.change.ChangePlayer;
import dev.tenure.plan.change.ChangeWords;
import dev.tenure.plan.copy.DumpedTerms;
import dev.tenure.plan.copy.MachineNodes;
import dev.tenure.plan.copy.WorldObjects;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.Gap;
import dev.tenure.plan.source.WorldKinds;
import dev.tenure.runtime.time.Tick;
import dev.tenure.sim.world.ClusterParts;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.simnodes.SimulatedNodesLoop;
import dev.tenure.simnodes.UsualTimes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// One forecast: loads a dump into a simulated cluster, plays the change, and lets it go on. Confined to one
/// thread.
final class ForecastRun {
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final Duration QUIET_MIN = Duration.ofMinutes(2);
    private static final Duration QUIET_MAX = Duration.ofMinutes(20);
    private static final Duration AFTER_SILENCE = Duration.ofSeconds(70);
    private static final Duration AFTER_GRACE = Duration.ofSeconds(60);
    private static final Duration ROLLOUT_MAX = Duration.ofMinutes(10);

    private final ClusterDump dump;
    private final Change change;
    private final ForecastOptions options;
    private final Semantics semantics;
    private final Optional<KubeletConfiguration> kubelet;
    private final ClusterSettings settings;
    private final StoredForms forms = new StoredForms();
    private final WorldObjects objects;
    private final Tracker tracker;
    private final SimulatedCluster cluster;
    private final ChangePlayer player;
    private final LaterMoments later;
    private Tick begun = new Tick(0);
    private Tick moved = new Tick(0);
    private List<String> leftBefore = List.of();
    // counts once all runs, not while manifests are rolled out
    private Duration usageSpan = Duration.ZERO;

    ForecastRun(ClusterDump dump, Change change, ForecastOptions options) {
        this.dump = dump;
        this.change = change;
        this.options = options;
        semantics = Assumptions.semantics(dump, options);
        tracker = new Tracker(semantics == Semantics.DOCUMENTED);
        kubelet = options.components().kubelet().map(KubeletConfigurationParser::parse);
        objects = WorldObjects.of(dump, forms, WorldKinds::isNeeded);
        long revision = objects.objects().size() + 1L;
        settings = settings();
        cluster = new SimulatedCluster(
                settings,
                new ClusterParts(
                        objects.objects(), revision, tracker, new WithoutEndpoints(), false, objects.silences()));
        cluster.writeEachHeartbeat(false);
        player = new ChangePlayer(cluster, forms);
        later = new LaterMoments(cluster.client(), usual());
    }

    private ClusterSettings settings() {
        ForecastOptions.Monitor monitor = options.monitor();
        var zones = new ZoneHealthRule.Settings(
                monitor.rate(), monitor.secondaryRate(), monitor.unhealthyThreshold(), monitor.largeCluster());
        ClusterSettings standard =
                ClusterSettings.standard(options.seed(), semantics).goingOn();
        return standard.withEpoch(dump.moment().at())
                .withAdmission(AdmissionOptions.standard()
                        .disabling(Set.of("ServiceAccount"))
                        .tolerating(
                                options.components().notReadySeconds(),
                                options.components().unreachableSeconds()))
                .withScheduler(options.components().scheduler())
                .withMachineNodes(MachineNodes.of(dump).map(nodes -> nodes::make))
                .withNodeLifecycle(new NodeLifecycleLoop.Configuration(
                        monitor.period(),
                        monitor.grace(),
                        standard.nodeLifecycle().startupGracePeriod(),
                        zones,
                        // the controllers go on for those of the cluster
                        false))
                .withNodes(SimulatedNodesLoop.Configuration.standard(true)
                        .goingOn()
                        .withConfigGiven()
                        .withUsual(usual())
                        .withPools(new NodePools(kubelet, Map.of())));
    }

    private UsualTimes usual() {
        return new UsualTimes(
                options.start().orElse(ForecastOptions.USUAL_START),
                options.stop(),
                false,
                options.start().isPresent());
    }

    /// @param check called after each event, with how far the forecast has come
    Forecasts.Course run(Consumer<Duration> check) {
        begin(objects.objects());
        cluster.world().afterEachEvent(() -> {
            requireAnEnd();
            check.accept(cluster.world().now().since(begun));
        });
        cluster.startControllers();
        cluster.startScheduler();
        cluster.startNodes();
        cluster.settle();
        if (!objects.manifests().isEmpty()) {
            createManifests();
        }
        usageSpan = UsageSpan.of(dump, change, kubelet.orElse(KubeletConfiguration.STANDARD))
                .filter(span -> span.compareTo(options.horizon()) < 0)
                .orElse(options.horizon());
        List<PodDisruptionBudget> budgets = list(ResourceTypes.POD_DISRUPTION_BUDGETS).stream()
                .map(object -> object.view(PodDisruptionBudget.class))
                .toList();
        var spans = new StatedIntervals(
                tracker,
                begun,
                cluster.world().wall(),
                options.monitor(),
                new StatedIntervals.Disruption(budgets, player::blocked));
        var outcomes = new Outcomes(cluster, begun, player, this::original, spans::of);
        player.play(change, this::original);
        cluster.settle();
        boolean quiet = goOn(options.horizon());
        List<String> notes = notes();
        spans.noticedFirst().ifPresent(notes::add);
        var status = outcomes.status(tracker, notes, quiet);
        var plan = new EvictionPlan(
                new EvictionPlan.Spec(
                        ChangeWords.of(change),
                        dump.origin(),
                        dump.moment().at(),
                        Assumptions.of(dump, options, semantics)),
                status);
        int ready = (int)
                tracker.tracks().stream().filter(track -> track.healthyAtStart).count();
        return new Forecasts.Course(plan, ReadyCount.of(ready, begun, tracker.turns()), outcomes.later(tracker));
    }

    /// Lets the scheduler place what waits, and asks it about a pod. Only what never was in a cluster needs
    /// more than the scheduler: it is rolled out first.
    ///
    /// @param check called after each event
    Optional<JsonNode> explain(ObjectKey pod, Runnable check) {
        begin(objects.objects());
        cluster.world().afterEachEvent(check);
        boolean rolledOut = !objects.manifests().isEmpty();
        if (rolledOut) {
            cluster.startControllers();
            cluster.startNodes();
        }
        cluster.startScheduler();
        cluster.settle();
        if (rolledOut) {
            createManifests();
        }
        return cluster.explanation(pod.namespace(), pod.name());
    }

    /// Lets the cluster alone.
    RestingCluster rest(Runnable check) {
        EvictionPlan plan = run(_ -> check.run()).plan();
        return new RestingCluster(cluster, settings, plan, unrest(plan));
    }

    private Optional<String> unrest(EvictionPlan plan) {
        EvictionPlan.Status status = plan.status();
        if (plan.hasEffects() || !tracker.turns().isEmpty()) {
            return Optional.of("pods leave, come or become ready although nothing befalls the cluster");
        }
        if (!status.quiet() || !cluster.comingEvictions().isEmpty()) {
            return Optional.of("evictions are to come although nothing befalls the cluster");
        }
        return Optional.empty();
    }

    /// A stay of 0 s on a node that the pod's replacement may go to has pods made and evicted for ever.
    private void requireAnEnd() {
        tracker.endless().ifPresent(pod -> {
            throw new ChangeException(
                    "there is no end to it: pods like %s/%s are evicted from node %s as soon as they are bound (%s), and their"
                                    .formatted(
                                            pod.meta().namespace(),
                                            pod.meta().name(),
                                            pod.spec().nodeName(),
                                            tracker.why(pod))
                            + " replacements may go there again; give the node a NoSchedule taint too, or the pods a"
                            + " longer tolerationSeconds");
        });
    }

    /// @param all what the cluster holds, pods, nodes and leases at least
    private void begin(List<StoredObject> all) {
        tracker.begin(cluster.world(), all, cluster::ties);
        begun = cluster.world().now();
    }

    /// What never was in a cluster is rolled out before the forecast begins.
    private void createManifests() {
        List<ObjectNode> manifests = objects.manifests().stream()
                .map(item -> Json.readObject(item.object().json()))
                .toList();
        player.play(new Change.Apply(manifests, "default"), this::original);
        cluster.settle();
        goOn(ROLLOUT_MAX);
        List<StoredObject> pods = list(ResourceTypes.PODS);
        Set<ObjectKey> there = pods.stream().map(StoredObject::key).collect(Collectors.toSet());
        leftBefore = dump.all(ResourceTypes.PODS)
                .map(StoredObject::key)
                .filter(pod -> !there.contains(pod))
                .map(pod -> pod.namespace() + "/" + pod.name())
                .toList();
        var all = new ArrayList<>(list(ResourceTypes.NODES));
        all.addAll(pods);
        all.addAll(list(ResourceTypes.LEASES));
        begin(all);
    }

    private List<StoredObject> list(ResourceType type) {
        return cluster.client().list(type, "", Map.of()) instanceof ApiReply.Many many ? many.items() : List.of();
    }

    /// A pod as the dump has it.
    private Optional<Pod> original(Pod pod) {
        ObjectMeta meta = pod.meta();
        return dump.find(ResourceTypes.PODS.key(meta.namespace(), meta.name()))
                .filter(item -> item.object().uid().equals(meta.uid()))
                .map(item -> item.object().view(Pod.class));
    }

    /// @return whether nothing more was to come before the time was over
    private boolean goOn(Duration atMost) {
        Tick end = cluster.world().now().plus(atMost);
        moved = cluster.world().now();
        while (end.isAfter(cluster.world().now())) {
            Duration left = end.since(cluster.world().now());
            cluster.advance(left.compareTo(LOOK) < 0 ? left : LOOK);
            if (quiet(end)) {
                return true;
            }
        }
        return false;
    }

    private boolean quiet(Tick end) {
        Tick now = cluster.world().now();
        if (player.moves()) {
            moved = now;
        }
        Tick last = tracker.lastMove().isAfter(moved) ? tracker.lastMove() : moved;
        if (now.since(last).compareTo(quietSpan()) < 0 || player.waits()) {
            return false;
        }
        Instant horizon = cluster.world().wall().plus(end.since(now));
        boolean coming = cluster.comingEvictions().stream()
                .filter(each -> each.hold().filter(hold -> !hold.passes()).isEmpty())
                .filter(each -> each.sparedAt().isEmpty())
                .anyMatch(each -> !each.deadline().isAfter(horizon));
        return !coming && !stopping(now) && !later.anyBetween(cluster.world().wall(), horizon, tracker.tracks());
    }

    /// As long as it takes until the next thing shows at the latest, for example the silence of a node.
    private Duration quietSpan() {
        ForecastOptions.Monitor monitor = options.monitor();
        Duration span = longer(QUIET_MIN, monitor.grace().plus(monitor.period()).plus(AFTER_SILENCE));
        if (monitor.secondaryRate() > 0) {
            span = longer(
                    span,
                    Duration.ofMillis((long) (1000 / monitor.secondaryRate())).plus(LOOK));
        }
        span = span.compareTo(QUIET_MAX) > 0 ? QUIET_MAX : span;
        span = tracker.anyWaits() ? longer(span, SpanRule.NEXT_TRY.plus(LOOK)) : span;
        return longer(span, usageSpan).plus(options.start().orElse(ForecastOptions.USUAL_START));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /// Whether a pod may still be in its grace period.
    private boolean stopping(Tick now) {
        return tracker.leaving().stream()
                .anyMatch(track -> track.leaves
                        .orElseThrow()
                        .plus(Duration.ofSeconds(track.graceSeconds))
                        .plus(AFTER_GRACE)
                        .isAfter(now));
    }

    private List<String> notes() {
        var notes = new ArrayList<>(objects.notes());
        if (!leftBefore.isEmpty()) {
            notes.add(SideNotes.leftBefore(leftBefore));
        }
        notes.addAll(dump.warnings());
        dump.gaps().stream().filter(gap -> !gap.absent()).map(Gap::text).forEach(notes::add);
        notes.addAll(Assumptions.unknownStays(dump));
        notes.addAll(DumpedTerms.notes(dump));
        notes.addAll(player.notes());
        List<ComingEviction> ahead = cluster.comingEvictions();
        notes.addAll(HeldNotes.of(ahead));
        List<ComingEviction> later = ahead.stream()
                .filter(each -> each.hold().isEmpty() && each.sparedAt().isEmpty())
                .toList();
        if (!later.isEmpty()) {
            ComingEviction first = later.stream()
                    .min(Comparator.comparing(ComingEviction::deadline))
                    .orElseThrow();
            notes.add("%s to leave later than the forecast goes; the first is %s/%s on node %s at %s"
                    .formatted(
                            later.size() == 1 ? "1 pod is" : later.size() + " pods are",
                            first.namespace(),
                            first.pod(),
                            first.node(),
                            first.deadline().truncatedTo(ChronoUnit.SECONDS)));
        }
        notes.addAll(ofOtherPods());
        return notes;
    }

    /// Of pods that are in no row of the plan.
    private List<String> ofOtherPods() {
        var notes = new ArrayList<String>();
        long again = tracker.tracks().stream()
                .filter(track -> !track.atStart && track.leaves.isPresent())
                .count();
        if (again > 0) {
            notes.add(
                    again == 1
                            ? "1 pod that is made meanwhile leaves again"
                            : again + " pods that are made meanwhile leave again");
        }
        long ended = tracker.tracks().stream()
                .filter(track -> track.atStart && track.leaves.isEmpty() && track.gone.isPresent())
                .count();
        if (ended > 0) {
            notes.add(SideNotes.ended(ended));
        }
        return notes;
    }
}
