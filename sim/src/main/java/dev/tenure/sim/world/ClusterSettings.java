package dev.tenure.sim.world;

import dev.tenure.agent.runtime.simulated.SimulatedNodesLoop;
import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.nodelifecycle.zone.ZoneHealthRule;
import dev.tenure.controllers.tainteviction.Semantics;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// What a simulated cluster is made of. Equal settings and equal calls give equal runs.
///
/// @param seed of uids, generated names and the scheduler's choices
/// @param epoch what the wall clock shows when the cluster begins
/// @param plugins admission, in order
public record ClusterSettings(
        long seed,
        Instant epoch,
        List<AdmissionPlugin> plugins,
        NodeLifecycleLoop.Configuration nodeLifecycle,
        TaintEvictionLoop.Configuration taintEviction,
        SimulatedNodesLoop.Configuration nodes) {
    public ClusterSettings {
        plugins = List.copyOf(plugins);
    }

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
                List.of(),
                lifecycle,
                new TaintEvictionLoop.Configuration(semantics, false),
                SimulatedNodesLoop.Configuration.standard(true));
    }

    public ClusterSettings withPlugins(List<AdmissionPlugin> other) {
        return new ClusterSettings(seed, epoch, other, nodeLifecycle, taintEviction, nodes);
    }

    public ClusterSettings withNodeLifecycle(NodeLifecycleLoop.Configuration other) {
        return new ClusterSettings(seed, epoch, plugins, other, taintEviction, nodes);
    }
}
