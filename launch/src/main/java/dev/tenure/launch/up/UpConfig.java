package dev.tenure.launch.up;

import dev.tenure.agent.configuration.NodePools;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.controllers.tainteviction.Semantics;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.launch.controllers.LifecycleOptions;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import java.nio.file.Path;
import java.util.List;

/// Everything that `tenure up` was asked for.
record UpConfig(
        ApiConfig api, Nodes nodes, Semantics semantics, LifecycleOptions lifecycle, SchedulerConfiguration scheduler) {
    /// @param count nodes `node-1` to `node-count` are made unless they are there
    /// @param zones how many zones these stand in, in turn; 0: in none
    /// @param files manifests of further nodes
    /// @param manageAll whether every node of the cluster is simulated
    /// @param pools settings of the nodes
    record Nodes(int count, int zones, List<Path> files, boolean manageAll, NodePools pools) {}

    DataDirectory directory() {
        return api.directory();
    }

    boolean ephemeral() {
        return api.ephemeral();
    }
}
