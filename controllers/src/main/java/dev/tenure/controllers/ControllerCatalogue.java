package dev.tenure.controllers;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.controllers.cloudnode.CloudNodeLoop;
import dev.tenure.controllers.cloudnodelifecycle.CloudNodeLifecycleLoop;
import dev.tenure.controllers.clusterroleaggregation.AggregationLoop;
import dev.tenure.controllers.cronjob.CronJobLoop;
import dev.tenure.controllers.daemonset.DaemonSetLoop;
import dev.tenure.controllers.deployment.DeploymentLoop;
import dev.tenure.controllers.devicetainteviction.DeviceTaintEvictionLoop;
import dev.tenure.controllers.disruption.DisruptionLoop;
import dev.tenure.controllers.endpoint.EndpointKind;
import dev.tenure.controllers.endpoint.EndpointLoop;
import dev.tenure.controllers.endpointslicemirroring.MirroringLoop;
import dev.tenure.controllers.ephemeralvolume.EphemeralVolumeLoop;
import dev.tenure.controllers.garbage.GarbageLoop;
import dev.tenure.controllers.job.JobLoop;
import dev.tenure.controllers.legacytokencleaner.LegacyTokenLoop;
import dev.tenure.controllers.machineset.MachineSetLoop;
import dev.tenure.controllers.namespace.NamespaceLoop;
import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodereadiness.NodeReadinessLoop;
import dev.tenure.controllers.nodereadiness.ReadinessTypes;
import dev.tenure.controllers.persistentvolume.AttributesClassLoop;
import dev.tenure.controllers.persistentvolume.VolumeBinderLoop;
import dev.tenure.controllers.podautoscaler.HorizontalPodAutoscalerLoop;
import dev.tenure.controllers.podgc.PodGarbageLoop;
import dev.tenure.controllers.policystatus.PolicyStatusLoop;
import dev.tenure.controllers.replicaset.ReplicaKind;
import dev.tenure.controllers.replicaset.ReplicaSetLoop;
import dev.tenure.controllers.resourceclaim.ResourceClaimLoop;
import dev.tenure.controllers.resourcequota.ResourceQuotaLoop;
import dev.tenure.controllers.servicecidr.ServiceCidrLoop;
import dev.tenure.controllers.statefulset.StatefulSetLoop;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.controllers.taintterm.TaintTermLoop;
import dev.tenure.controllers.ttl.TtlLoop;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import java.util.List;
import java.util.function.Function;

/// Every controller of a cluster, in the order in which they are started: its name, whose rights it has, when
/// it has something to do, and how it is made. Servers, simulated clusters and the documents all follow this
/// list. What an API server's own process keeps for itself (the service `kubernetes`, certificates of agents)
/// is not among them. Upstream: cmd/kube-controller-manager/app/controllermanager.go
/// (NewControllerDescriptors).
public final class ControllerCatalogue {
    private static final List<ControllerEntry> ALL = List.of(
            new ControllerEntry(
                    NodeLifecycleLoop.NAME, "node-controller", List.of(), ControllerCatalogue::nodeLifecycle),
            new ControllerEntry(
                    TaintEvictionLoop.NAME, "node-controller", List.of(), ControllerCatalogue::taintEviction),
            new ControllerEntry(
                    PodGarbageLoop.NAME,
                    "pod-garbage-collector",
                    List.of(),
                    (context, settings) -> new PodGarbageLoop(
                            context,
                            settings.terminatedPodsMax(),
                            settings.metrics().garbage())::start),
            always(CloudNodeLoop.NAME, "cloud-node-controller", context -> new CloudNodeLoop(context)::start),
            new ControllerEntry(
                    CloudNodeLifecycleLoop.NAME,
                    "cloud-node-lifecycle-controller",
                    List.of(),
                    (context, settings) -> new CloudNodeLifecycleLoop(
                            context, settings.nodeLifecycle().monitorPeriod())::start),
            new ControllerEntry(
                    DisruptionLoop.NAME,
                    "disruption-controller",
                    List.of(),
                    (context, settings) -> new DisruptionLoop(context, settings.types())::start),
            always(
                    ReplicaKind.SETS.controller(),
                    "replicaset-controller",
                    context -> new ReplicaSetLoop(context, ReplicaKind.SETS)::start),
            always(DeploymentLoop.NAME, "deployment-controller", context -> new DeploymentLoop(context)::start),
            new ControllerEntry(
                    DaemonSetLoop.NAME,
                    "daemon-set-controller",
                    List.of(),
                    (context, settings) -> new DaemonSetLoop(context, settings.gates())::start),
            new ControllerEntry(
                    NamespaceLoop.NAME,
                    "namespace-controller",
                    List.of(),
                    (context, settings) -> new NamespaceLoop(
                            context, settings.types(), settings.authority(), settings.elsewhere())::start),
            new ControllerEntry(
                    GarbageLoop.NAME,
                    "generic-garbage-collector",
                    List.of(),
                    (context, settings) -> new GarbageLoop(context, settings.types(), settings.elsewhere())::start),
            of(ResourceTypes.JOBS, JobLoop.NAME, "job-controller", context -> new JobLoop(context)::start),
            of(
                    ResourceTypes.CRON_JOBS,
                    CronJobLoop.NAME,
                    "cronjob-controller",
                    context -> new CronJobLoop(context)::start),
            of(
                    ResourceTypes.STATEFUL_SETS,
                    StatefulSetLoop.NAME,
                    "statefulset-controller",
                    context -> new StatefulSetLoop(context)::start),
            new ControllerEntry(
                    HorizontalPodAutoscalerLoop.NAME,
                    "horizontal-pod-autoscaler",
                    List.of(ResourceTypes.HORIZONTAL_POD_AUTOSCALERS),
                    (context, settings) -> new HorizontalPodAutoscalerLoop(
                                    context,
                                    settings.types(),
                                    settings.elsewhere(),
                                    settings.autoscaling(),
                                    settings.gates())::start),
            of(
                    ResourceTypes.REPLICATION_CONTROLLERS,
                    ReplicaKind.CONTROLLERS.controller(),
                    "replication-controller",
                    context -> new ReplicaSetLoop(context, ReplicaKind.CONTROLLERS)::start),
            endpoints(EndpointKind.ENDPOINTS, "endpoint-controller"),
            endpoints(EndpointKind.SLICES, "endpointslice-controller"),
            of(
                    ResourceTypes.ENDPOINTS,
                    MirroringLoop.NAME,
                    "endpointslicemirroring-controller",
                    context -> new MirroringLoop(context)::start),
            new ControllerEntry(
                    VolumeBinderLoop.NAME,
                    "persistent-volume-binder",
                    List.of(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, ResourceTypes.PERSISTENT_VOLUMES),
                    (context, settings) -> new VolumeBinderLoop(context, settings.simulatedStorage())::start),
            of(
                    ResourceTypes.PODS,
                    EphemeralVolumeLoop.NAME,
                    EphemeralVolumeLoop.NAME,
                    context -> new EphemeralVolumeLoop(context)::start),
            of(
                    ResourceTypes.VOLUME_ATTRIBUTES_CLASSES,
                    AttributesClassLoop.NAME,
                    AttributesClassLoop.NAME,
                    context -> new AttributesClassLoop(context)::start),
            new ControllerEntry(
                    ResourceQuotaLoop.NAME,
                    "resourcequota-controller",
                    List.of(ResourceTypes.RESOURCE_QUOTAS),
                    (context, settings) -> new ResourceQuotaLoop(context, settings.types())::start),
            new ControllerEntry(
                    ResourceClaimLoop.NAME,
                    "resource-claim-controller",
                    List.of(ResourceTypes.RESOURCE_CLAIMS, ResourceTypes.RESOURCE_CLAIM_TEMPLATES),
                    (context, settings) ->
                            new ResourceClaimLoop(context, settings.metrics().claims())::start),
            new ControllerEntry(
                    DeviceTaintEvictionLoop.NAME,
                    DeviceTaintEvictionLoop.NAME,
                    List.of(ResourceTypes.RESOURCE_SLICES),
                    (context, settings) -> new DeviceTaintEvictionLoop(
                            context, settings.metrics().devices(), settings.devices())::start),
            new ControllerEntry(
                    LegacyTokenLoop.NAME,
                    "legacy-service-account-token-cleaner",
                    List.of(),
                    (context, settings) -> new LegacyTokenLoop(context, settings.unusedTokensFor())::start),
            always(TtlLoop.NAME, "ttl-controller", context -> new TtlLoop(context)::start),
            always(
                    AggregationLoop.NAME,
                    "clusterrole-aggregation-controller",
                    context -> new AggregationLoop(context)::start),
            new ControllerEntry(
                    PolicyStatusLoop.NAME,
                    PolicyStatusLoop.NAME,
                    List.of(PolicyStatusLoop.POLICIES),
                    (context, settings) -> new PolicyStatusLoop(context, settings.expressions())::start),
            always(ServiceCidrLoop.NAME, "service-cidrs-controller", context -> new ServiceCidrLoop(context)::start),
            new ControllerEntry(
                    NodeReadinessLoop.NAME,
                    NodeReadinessLoop.NAME,
                    List.of(ReadinessTypes.RULES),
                    (context, settings) ->
                            new NodeReadinessLoop(context, settings.metrics().readiness())::start),
            new ControllerEntry(
                    TaintTermLoop.NAME,
                    TaintTermLoop.NAME,
                    List.of(),
                    (context, settings) ->
                            new TaintTermLoop(context, settings.metrics().terms())::start),
            new ControllerEntry(
                    MachineSetLoop.NAME, "machineset-controller", List.of(), ControllerCatalogue::machineSets));

    private ControllerCatalogue() {}

    /// Those that have something to do under these settings: all, but for the one of machine sets where
    /// machines are somebody else's.
    public static List<ControllerEntry> under(ControllerSettings settings) {
        return settings.machineNodes().isPresent()
                ? ALL
                : ALL.stream()
                        .filter(entry -> !entry.name().equals(MachineSetLoop.NAME))
                        .toList();
    }

    /// All of them.
    public static List<ControllerEntry> all() {
        return ALL;
    }

    /// The names of all.
    public static List<String> names() {
        return ALL.stream().map(ControllerEntry::name).toList();
    }

    private static ControllerEntry always(String name, String account, Function<ControllerContext, Runnable> making) {
        return new ControllerEntry(name, account, List.of(), (context, _) -> making.apply(context));
    }

    private static ControllerEntry of(
            ResourceType kind, String name, String account, Function<ControllerContext, Runnable> making) {
        return new ControllerEntry(name, account, List.of(kind), (context, _) -> making.apply(context));
    }

    private static ControllerEntry endpoints(EndpointKind kind, String account) {
        return new ControllerEntry(
                kind.controller(),
                account,
                List.of(ResourceTypes.SERVICES, kind.type()),
                (context, _) -> new EndpointLoop(context, kind)::start);
    }

    private static Runnable nodeLifecycle(ControllerContext context, ControllerSettings settings) {
        var nodes = new NodeLifecycleLoop(
                context, settings.nodeLifecycle(), settings.metrics().nodes(), settings.signs());
        settings.shown().nodes().accept(nodes);
        return nodes::start;
    }

    private static Runnable taintEviction(ControllerContext context, ControllerSettings settings) {
        var evictions = new TaintEvictionLoop(
                context,
                settings.taintEviction(),
                settings.metrics().evictions(),
                settings.sightings(),
                settings.devices());
        settings.shown().evictions().accept(evictions);
        return evictions::start;
    }

    private static Runnable machineSets(ControllerContext context, ControllerSettings settings) {
        return new MachineSetLoop(context, settings.machineNodes().orElseThrow())::start;
    }
}
