package dev.tenure.sim.world;

import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodelifecycle.zone.ZoneHealthRule;
import dev.tenure.controllers.podgc.PodGarbageLoop;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.kinds.admission.AdmissionOptions;
import dev.tenure.kinds.expression.DeviceExpressionCache;
import dev.tenure.kinds.expression.TaintExpressions;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.scheduler.config.ConfigurationParser;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import dev.tenure.scheduler.cycle.SearchOrder;
import dev.tenure.scheduler.plugin.PluginRegistry;
import dev.tenure.simnodes.SimulatedNodesLoop;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/// What a simulated cluster is made of. Equal settings and equal calls give equal runs.
///
/// @param seed of uids, generated names and the scheduler's choices
/// @param epoch what the wall clock shows when the cluster begins
/// @param terminatedPodsMax how many pods that have ended may stay; 0 or less for all
/// @param machineNodes makes the simulated node of a Machine by its name; absent where machines are somebody
///     else's
/// @param scheduler a KubeSchedulerConfiguration that is valid; absent: upstream's defaults
public record ClusterSettings(
        long seed,
        Instant epoch,
        AdmissionOptions admission,
        NodeLifecycleLoop.Configuration nodeLifecycle,
        TaintEvictionLoop.Configuration taintEviction,
        int terminatedPodsMax,
        SimulatedNodesLoop.Configuration nodes,
        Optional<Function<String, ObjectNode>> machineNodes,
        Optional<JsonNode> scheduler) {
    /// Upstream's defaults for every setting.
    public static ClusterSettings standard(long seed, Semantics semantics) {
        var zones = new ZoneHealthRule.Settings(0.1f, 0.01f, 0.55f, 50);
        var lifecycle = new NodeLifecycleLoop.Configuration(
                Duration.ofSeconds(5),
                Duration.ofSeconds(50),
                Duration.ofSeconds(60),
                zones,
                semantics == Semantics.KUBERNETES_1_36);
        return new ClusterSettings(
                seed,
                Instant.parse("2026-01-01T00:00:00Z"),
                AdmissionOptions.standard(),
                lifecycle,
                new TaintEvictionLoop.Configuration(semantics, false, false, TaintExpressions.matcher()),
                PodGarbageLoop.TERMINATED_MAX,
                SimulatedNodesLoop.Configuration.standard(true),
                Optional.empty(),
                Optional.empty());
    }

    public ClusterSettings withEpoch(Instant other) {
        return new ClusterSettings(
                seed,
                other,
                admission,
                nodeLifecycle,
                taintEviction,
                terminatedPodsMax,
                nodes,
                machineNodes,
                scheduler);
    }

    public ClusterSettings withAdmission(AdmissionOptions other) {
        return new ClusterSettings(
                seed, epoch, other, nodeLifecycle, taintEviction, terminatedPodsMax, nodes, machineNodes, scheduler);
    }

    public ClusterSettings withNodeLifecycle(NodeLifecycleLoop.Configuration other) {
        return new ClusterSettings(
                seed, epoch, admission, other, taintEviction, terminatedPodsMax, nodes, machineNodes, scheduler);
    }

    /// Of a cluster that goes on where another one was.
    public ClusterSettings goingOn() {
        var evictions = new TaintEvictionLoop.Configuration(
                taintEviction.semantics(), taintEviction.comparisonOperators(), true, taintEviction.expressions());
        return new ClusterSettings(
                seed, epoch, admission, nodeLifecycle, evictions, terminatedPodsMax, nodes, machineNodes, scheduler);
    }

    /// With these features on or off in all components.
    public ClusterSettings withGates(FeatureGates gates) {
        var evictions = new TaintEvictionLoop.Configuration(
                taintEviction.semantics(),
                gates.comparisonOperators(),
                taintEviction.goesOn(),
                taintEviction.expressions());
        return new ClusterSettings(
                seed,
                epoch,
                admission,
                nodeLifecycle,
                evictions,
                terminatedPodsMax,
                nodes.withGates(gates),
                machineNodes,
                scheduler);
    }

    /// With a KubeSchedulerConfiguration, decoded from YAML or JSON, that is valid.
    public ClusterSettings withScheduler(Optional<JsonNode> configuration) {
        return new ClusterSettings(
                seed,
                epoch,
                admission,
                nodeLifecycle,
                taintEviction,
                terminatedPodsMax,
                nodes,
                machineNodes,
                configuration);
    }

    /// What the scheduler starts with. The choices that chance makes begin anew with each.
    SchedulerConfiguration schedulerConfiguration() {
        return schedulerConfiguration(new Random(seed));
    }

    /// What a scheduler as that of the cluster starts with.
    ///
    /// @param random chooses among equally good nodes
    public SchedulerConfiguration schedulerConfiguration(Random random) {
        var devices = new DeviceExpressionCache();
        return scheduler
                .map(given -> new ConfigurationParser(random, SearchOrder.FULL, PluginRegistry.own(), gates(), devices)
                        .parse(given))
                .orElseGet(() -> SchedulerConfiguration.standard(random, gates(), devices));
    }

    FeatureGates gates() {
        return nodes.gates();
    }

    /// @param pods how many that have ended may stay; 0 or less for all
    public ClusterSettings withTerminatedPodsMax(int pods) {
        return new ClusterSettings(
                seed, epoch, admission, nodeLifecycle, taintEviction, pods, nodes, machineNodes, scheduler);
    }

    /// With a controller of machine sets.
    ///
    /// @param other makes the simulated node of a Machine by its name
    public ClusterSettings withMachineNodes(Optional<Function<String, ObjectNode>> other) {
        return new ClusterSettings(
                seed, epoch, admission, nodeLifecycle, taintEviction, terminatedPodsMax, nodes, other, scheduler);
    }

    public ClusterSettings withNodes(SimulatedNodesLoop.Configuration other) {
        return new ClusterSettings(
                seed,
                epoch,
                admission,
                nodeLifecycle,
                taintEviction,
                terminatedPodsMax,
                other,
                machineNodes,
                scheduler);
    }
}
