package dev.tenure.launch.up;

import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.kubelet.configuration.NodePools;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.launch.controllers.LifecycleOptions;
import dev.tenure.launch.nodes.InitialNodes;
import dev.tenure.launch.nodes.NodeForm;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Everything that `tenure up` was asked for.
///
/// @param practises whether the cluster is used once as its users would, see [Practice]
record UpConfig(
        ApiConfig api,
        Nodes nodes,
        Semantics semantics,
        LifecycleOptions lifecycle,
        Supplier<SchedulerConfiguration> scheduler,
        FeatureGates gates,
        boolean practises) {
    /// @param count nodes `node-1` to `node-count` are made unless they are there
    /// @param form what these are like
    /// @param given further nodes, from files
    /// @param manageAll whether every node of the cluster is simulated
    /// @param pools settings of the nodes
    record Nodes(int count, NodeForm form, List<InitialNodes.Wanted> given, boolean manageAll, NodePools pools) {
        /// Whether there are simulated nodes from the beginning, or may be any at all.
        boolean any() {
            return manageAll || count > 0 || !given.isEmpty();
        }

        /// All nodes that are to be made; one of a file takes the place of a numbered one.
        List<InitialNodes.Wanted> wanted() {
            Set<String> names = given.stream().map(InitialNodes.Wanted::name).collect(Collectors.toSet());
            return Stream.concat(
                            InitialNodes.numbered(count, form).stream().filter(node -> !names.contains(node.name())),
                            given.stream())
                    .toList();
        }
    }

    DataDirectory directory() {
        return api.directory();
    }

    boolean ephemeral() {
        return api.ephemeral();
    }
}
