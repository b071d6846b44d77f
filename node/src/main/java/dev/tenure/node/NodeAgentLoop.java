package dev.tenure.node;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.kubelet.configuration.HousekeepingSettings;
import dev.tenure.kubelet.eviction.NodePressureLoop;
import dev.tenure.kubelet.eviction.PressureAdmissionRule;
import dev.tenure.kubelet.eviction.PressureSettings;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.pod.PodPlan;
import dev.tenure.kubelet.pod.PodsAside;
import dev.tenure.kubelet.shutdown.ShutdownRule;
import dev.tenure.kubelet.stats.NodeUse;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.kubelet.status.PodStatusReport.Ended;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.node.NodeStatusReport.ReportedCondition;
import dev.tenure.node.NodeStatusReport.Said;
import dev.tenure.node.cgroup.ResourceRule.Limits;
import dev.tenure.node.container.PodServices;
import dev.tenure.node.cri.RuntimeClient;
import dev.tenure.node.cri.RuntimeHealth;
import dev.tenure.node.stats.SummaryPage;
import dev.tenure.node.stats.SummaryReader;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// The agent of one real node: follows its pods in the API and in the runtime, and keeps the two alike.
/// Every method runs on its loop.
///
/// The runtime is asked once a second what it has; a pod whose containers changed goes to its worker.
/// Upstream calls that the pod lifecycle event generator (pleg/generic.go).
public final class NodeAgentLoop {
    public static final String NAME = "agent";
    private static final System.Logger LOG = System.getLogger(NodeAgentLoop.class.getPackageName());
    private static final String SOURCE = "kubelet";
    private static final Duration RELIST_EVERY = Duration.ofSeconds(1);
    private static final Duration RELIST_PATIENCE = Duration.ofMinutes(3);
    private static final Duration FIRST_LOOK = Duration.ofSeconds(2);
    private static final Duration REFRESH_EVERY = Duration.ofSeconds(15);

    private final EventLoop loop;
    private final RuntimeClient runtime;
    private final PodsAside aside;
    private final NodePods pods;
    private final StaticPods statics;
    private final NodeReporter reporter;
    private final Orphans orphans;
    private final Settings settings;
    private final NodePressureLoop looker;
    private final Housekeeping housekeeping;
    private final NodePressure ports;
    private final NodeShutdown shutdown;
    private final QosShares shares;
    private final Optional<PodsLimit> limit;
    private final Informer podInformer;
    private final Informer nodeInformer;
    private final AgentPart relisting;
    private final AgentPart refreshing;
    private final AgentPart reporting;
    private final AgentPart looking;
    private final AgentPart sharing;
    private final AgentPart telling;
    private Map<String, String> states = Map.of();
    private Optional<String> runtimeProblem = Optional.of("the container runtime was not asked yet");
    private Tick relistedAt;
    private boolean podsKnown;

    /// What the node works with.
    ///
    /// @param looker made for a part of this loop
    /// @param measured hears of every measurement
    /// @param allocatable what all pods are limited to together, if they are
    public record Parts(
            PodServices services,
            Function<EventLoop, NodePressureLoop> looker,
            SummaryReader reader,
            Consumer<Summary> measured,
            Optional<Limits> allocatable) {}

    /// How the node behaves.
    ///
    /// @param every how often thresholds are looked at
    /// @param staticPods folder of manifests
    /// @param sysctls that pods may set beside the safe ones
    public record Settings(
            NodeFacts facts,
            PressureSettings pressure,
            Duration every,
            HousekeepingSettings housekeeping,
            Optional<Path> staticPods,
            List<String> sysctls,
            FeatureGates gates) {
        String name() {
            return facts.name();
        }
    }

    public NodeAgentLoop(EventLoop loop, ClusterClient client, Parts parts, Settings settings) {
        this.loop = loop;
        this.settings = settings;
        this.aside = new PodsAside(loop);
        this.relisting = part("relist", this::relist);
        this.refreshing = part("refresh", this::refresh);
        this.reporting = part("node-status", this::resumeReports);
        this.looking = part("node-pressure", this::look);
        this.sharing = part("tier-shares", this::share);
        this.telling = part("measurements", () -> {});
        this.looker = parts.looker().apply(looking);
        PodServices services = parts.services();
        this.runtime = services.runtime();
        this.relistedAt = loop.time().now();
        var events = new EventRecorder(loop, client, SOURCE);
        this.pods = new NodePods(new NodePods.Parts(loop, services, client, events, aside), settings);
        this.statics =
                new StaticPods(part("static-pods", () -> {}), client, pods, settings.staticPods(), settings.name());
        this.orphans = new Orphans(part("orphans", () -> {}), services);
        this.housekeeping = new Housekeeping(
                new Housekeeping.Parts(
                        part("housekeeping", () -> {}), services, parts.reader(), events, self(), this::complete),
                pods,
                settings.housekeeping());
        this.ports = new NodePressure(looking, pods, parts.reader(), housekeeping, heard(parts.measured()));
        this.shutdown = new NodeShutdown(
                part("shutdown", () -> {}), pods, settings.housekeeping().shutdown());
        this.shares = new QosShares(sharing, services.host().groups());
        this.limit = services.host()
                .groups()
                .flatMap(groups -> parts.allocatable()
                        .map(limits -> new PodsLimit(part("pods-limit", () -> {}), groups, limits, events, self())));
        pods.pressure(this::refusal, ports::podStopped);
        this.reporter = new NodeReporter(
                new NodeReporter.Parts(reporting, client, services.images(), events),
                settings.facts(),
                this::said,
                this::node);
        this.podInformer =
                new Informer(loop, client, of(ResourceTypes.PODS, "spec.nodeName", settings.name()), new PodChanges());
        this.nodeInformer = new Informer(
                loop, client, of(ResourceTypes.NODES, "metadata.name", settings.name()), new NodeChanges());
    }

    private AgentPart part(String name, Runnable again) {
        var part = new AgentPart(loop, aside, name);
        part.takenUpBy(again);
        return part;
    }

    private void resumeReports() {
        reporter.resume();
    }

    private void look() {
        if (looker.watches(settings.name())) {
            looker.lookAgain(settings.name());
        } else {
            looker.watch(self(), settings.pressure(), ports, FIRST_LOOK, settings.every());
        }
    }

    private void share() {
        shares.follow(pods.entries());
    }

    private static Informer.Selection of(ResourceType type, String field, String value) {
        return new Informer.Selection(type, "", Map.of("fieldSelector", field + "=" + value));
    }

    private InvolvedObject self() {
        return InvolvedObject.node(settings.name(), settings.name());
    }

    private NodePressure.Heard heard(Consumer<Summary> measured) {
        return new NodePressure.Heard() {
            @Override
            public void changed() {
                report();
            }

            @Override
            public void measured(Summary summary) {
                telling.run(() -> measured.accept(summary));
            }
        };
    }

    /// Begins to work; to be called once.
    public void start() {
        limit.ifPresent(PodsLimit::start);
        relisting.run(this::relist);
        refreshing.run(this::refresh);
        statics.start();
        if (!settings.pressure().idle()) {
            looking.run(this::look);
        }
        reporting.run(this::resumeReports);
        nodeInformer.start();
        podInformer.start();
    }

    /// What the node tells of its shortages; see [NodePressureLoop#page(String)].
    ///
    /// @return empty when it does not look at thresholds
    public Optional<ObjectNode> pressurePage() {
        return looker.page(settings.name());
    }

    /// What was last measured of the machine and of its pods; see [SummaryPage].
    ///
    /// @param use of processors and swap, measured just now; empty when it could not be
    /// @return empty when nothing was
    public Optional<ObjectNode> summaryPage(Optional<NodeUse> use) {
        return ports.measured().map(summary -> SummaryPage.of(settings.name(), summary, use, ports.activePods()));
    }

    /// The status of a pod of this node as it is now.
    ///
    /// @return empty when there is no such pod
    public Optional<ObjectNode> podStatus(String namespace, String name) {
        return pods.status(namespace, name);
    }

    /// All pods of this node, as a PodList.
    public Optional<ObjectNode> podsPage() {
        return Optional.of(pods.list());
    }

    /// Memory seems to get short: thresholds are looked at now.
    public void alarmed() {
        looking.run(() -> looker.lookNow(settings.name()));
    }

    /// The machine goes down: no pod is taken any more, and those that run end, by priority.
    ///
    /// @param done run when they have ended, or their time is over
    public void shutDown(Runnable done) {
        shutdown.begin(() -> {
            done.run();
            report();
        });
        report();
    }

    /// The machine stays after all: pods are taken again, when those that were to end have.
    public void callOff() {
        shutdown.callOff();
        report();
    }

    private void node(Node node) {
        statics.node(node);
        pods.node(node);
    }

    private void report() {
        reporting.run(reporter::report);
    }

    private Optional<Ended> refusal(Pod pod) {
        Optional<Ended> pressed = switch (PressureAdmissionRule.decide(pod, ports.conditions())) {
            case PressureAdmissionRule.Verdict.Admit _ -> Optional.empty();
            case PressureAdmissionRule.Verdict.Reject(String reason, String message) ->
                Optional.of(new Ended(reason, message, ""));
        };
        return pressed.isEmpty() && shutdown.begun()
                ? Optional.of(new Ended(ShutdownRule.REFUSAL_REASON, ShutdownRule.REFUSAL_MESSAGE, ""))
                : pressed;
    }

    private void relist() {
        relisting.work("relist", () -> Look.of(runtime), outcome -> {
            switch (outcome) {
                case Outcome.Done<Look>(Look look) -> looked(look);
                case Outcome.Failed<Look>(Exception cause) -> {
                    if (runtimeProblem.isEmpty()) {
                        LOG.log(System.Logger.Level.WARNING, "container runtime: {0}", cause.getMessage());
                    }
                    problem(Optional.of(String.valueOf(cause.getMessage())));
                    if (FaultReporter.unforeseen(cause)) {
                        relisting.failed();
                        return;
                    }
                }
            }
            relisting.alarm("relist", loop.time().now().plus(RELIST_EVERY), this::relist);
        });
    }

    private record Look(Relist relist, RuntimeHealth health) {
        static Look of(RuntimeClient runtime) {
            return new Look(Relist.of(runtime), runtime.health());
        }
    }

    private void looked(Look look) {
        relistedAt = loop.time().now();
        pods.groupsPolicy(look.health().groupsPolicy());
        problem(look.health().problem());
        Map<String, String> now = look.relist().byPod();
        Set<String> changed = new HashSet<>(states.keySet());
        changed.addAll(now.keySet());
        changed.removeIf(uid -> now.getOrDefault(uid, "").equals(states.getOrDefault(uid, "")));
        states = now;
        changed.forEach(uid -> pods.entry(uid).ifPresent(pods::advance));
        if (complete()) {
            orphans.stop(look.relist(), uid -> pods.entry(uid).isPresent());
        }
    }

    /// Whether all pods of the node are known.
    private boolean complete() {
        return podsKnown && statics.read();
    }

    private void problem(Optional<String> problem) {
        boolean flipped = runtimeProblem.isPresent() != problem.isPresent();
        runtimeProblem = problem;
        if (flipped) {
            report();
        }
    }

    /// Every pod is looked at now and then even when nothing seems to happen.
    private void refresh() {
        refreshing.alarm("refresh", loop.time().now().plus(REFRESH_EVERY), this::refresh);
        pods.refresh();
        sharing.run(this::share);
    }

    private Said said() {
        boolean late = loop.time().now().since(relistedAt).compareTo(RELIST_PATIENCE) > 0;
        ReportedCondition ready = runtimeProblem.isEmpty() && !late && !shutdown.begun()
                ? new ReportedCondition(Node.READY, true, "KubeletReady", "kubelet is posting ready status")
                : new ReportedCondition(
                        Node.READY,
                        false,
                        "KubeletNotReady",
                        shutdown.begun()
                                ? "node is shutting down"
                                : runtimeProblem.orElse(
                                        "PLEG is not healthy: pleg was last seen active more than 3m0s ago"));
        Set<PressureCondition> reported = ports.conditions();
        List<ReportedCondition> conditions = List.of(
                condition(reported, PressureCondition.MEMORY, "KubeletHasSufficientMemory", "memory available"),
                condition(reported, PressureCondition.DISK, "KubeletHasNoDiskPressure", "disk pressure"),
                condition(reported, PressureCondition.PID, "KubeletHasSufficientPID", "PID available"),
                ready);
        return new Said(conditions, pods.groupsPolicy());
    }

    private static ReportedCondition condition(
            Set<PressureCondition> reported, PressureCondition which, String fine, String what) {
        boolean disk = which == PressureCondition.DISK;
        if (reported.contains(which)) {
            String reason = disk ? "KubeletHasDiskPressure" : fine.replace("Sufficient", "Insufficient");
            return new ReportedCondition(
                    which.type(), true, reason, "kubelet has " + (disk ? "" : "insufficient ") + what);
        }
        return new ReportedCondition(which.type(), false, fine, "kubelet has " + (disk ? "no " : "sufficient ") + what);
    }

    private final class PodChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (before.isPresent() && !before.get().uid().equals(after.uid())) {
                gone(before.get());
            }
            aside.forget(seen(after));
            aside.guard(seen(after), "pod " + after.key(), () -> take(after), () -> take(after));
            sharing.run(NodeAgentLoop.this::share);
        }

        private void take(StoredObject pod) {
            if (PodRule.mirror(pod.view(Pod.class))) {
                statics.mirrorChanged(pod);
            } else {
                pods.changed(PodPlan.of(pod));
            }
        }

        /// What was seen of a pod last is set aside apart from the pod: it is followed by something newer.
        private String seen(StoredObject pod) {
            return "seen " + pod.uid();
        }

        @Override
        public void deleted(StoredObject last) {
            gone(last);
        }

        private void gone(StoredObject last) {
            aside.forget(seen(last));
            aside.guard(seen(last), "pod " + last.key(), () -> leave(last), () -> leave(last));
        }

        private void leave(StoredObject last) {
            if (PodRule.mirror(last.view(Pod.class))) {
                statics.mirrorGone(last);
            }
            pods.gone(last.uid());
        }

        @Override
        public void synced() {
            if (!podsKnown) {
                podsKnown = true;
                statics.synced();
                housekeeping.start();
            }
        }
    }

    private final class NodeChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            reporting.run(() -> reporter.changed(after));
        }

        @Override
        public void deleted(StoredObject last) {
            reporting.run(reporter::gone);
        }

        @Override
        public void synced() {}
    }
}
