package dev.tenure.controllers;

import dev.tenure.client.informer.DiscoveredKinds;
import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodelifecycle.NodeMetrics;
import dev.tenure.controllers.nodelifecycle.SignsOfLife;
import dev.tenure.controllers.nodereadiness.ReadinessMetrics;
import dev.tenure.controllers.podautoscaler.AutoscalerSettings;
import dev.tenure.controllers.podgc.PodGarbageLoop;
import dev.tenure.controllers.policystatus.ExpressionCheck;
import dev.tenure.controllers.resourceclaim.ClaimMetrics;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.controllers.tainteviction.record.Sightings;
import dev.tenure.controllers.taintterm.TermMetrics;
import dev.tenure.controllers.workload.DeviceEvictions;
import dev.tenure.controllers.workload.EvictionMetrics;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// What all controllers are made with, besides what each of them stands on.
///
/// @param autoscaling what all HorizontalPodAutoscalers have in common
/// @param terminatedPodsMax how many pods that have ended may stay; 0 or less for all
/// @param unusedTokensFor how long the token of a Secret may be unused
/// @param types every kind that the API serves and whose objects can be listed, watched and deleted
/// @param elsewhere tells the kinds that other servers answer for, where there can be any
/// @param authority PEM certificates published in every namespace
/// @param gates features that are switched on or off
/// @param simulatedStorage whether volumes are made by nobody but the binder
/// @param machineNodes makes the simulated node of a Machine by its name; absent where machines are somebody
///     else's
/// @param expressions knows what the expressions of admission policies mean
/// @param signs when nodes were heard of
/// @param devices the evictions because of devices, for those who tell of all evictions
/// @param sightings of who followed the cluster before the controllers began, if somebody did
public record ControllerSettings(
        NodeLifecycleLoop.Configuration nodeLifecycle,
        TaintEvictionLoop.Configuration taintEviction,
        AutoscalerSettings autoscaling,
        int terminatedPodsMax,
        Duration unusedTokensFor,
        List<ResourceType> types,
        Optional<DiscoveredKinds.Source> elsewhere,
        String authority,
        FeatureGates gates,
        boolean simulatedStorage,
        Optional<Function<String, ObjectNode>> machineNodes,
        ExpressionCheck expressions,
        SignsOfLife signs,
        Optional<Sightings> sightings,
        DeviceEvictions devices,
        Metrics metrics,
        Shown shown) {
    public ControllerSettings {
        types = List.copyOf(types);
    }

    /// The same for controllers whose cluster has been followed before they began.
    public ControllerSettings seeing(Sightings known) {
        return new ControllerSettings(
                nodeLifecycle,
                taintEviction,
                autoscaling,
                terminatedPodsMax,
                unusedTokensFor,
                types,
                elsewhere,
                authority,
                gates,
                simulatedStorage,
                machineNodes,
                expressions,
                signs,
                Optional.of(known),
                devices,
                metrics,
                shown);
    }

    /// What controllers count.
    public record Metrics(
            NodeMetrics nodes,
            TaintEvictionLoop.Metrics evictions,
            PodGarbageLoop.Metrics garbage,
            ClaimMetrics claims,
            EvictionMetrics devices,
            ReadinessMetrics readiness,
            TermMetrics terms) {
        /// To be called once for each registry.
        public static Metrics in(PrometheusRegistry registry) {
            return new Metrics(
                    new NodeMetrics(registry),
                    TaintEvictionLoop.Metrics.in(registry),
                    new PodGarbageLoop.Metrics(registry),
                    new ClaimMetrics(registry),
                    EvictionMetrics.ofDevices(registry),
                    new ReadinessMetrics(registry),
                    new TermMetrics(registry));
        }
    }

    /// Who hears of controllers that show what they know, each time that one is made.
    public record Shown(Consumer<NodeLifecycleLoop> nodes, Consumer<TaintEvictionLoop> evictions) {
        /// Nobody looks.
        public static final Shown NOWHERE = new Shown(_ -> {}, _ -> {});
    }
}
