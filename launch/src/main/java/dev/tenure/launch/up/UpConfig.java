package dev.tenure.launch.up;

import dev.tenure.apiserver.admission.standard.AdmissionOptions;
import dev.tenure.apiserver.admission.standard.PluginCatalog;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.controllers.tainteviction.Semantics;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.store.CompactionLoop;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;

/// Everything that `tenure up` was asked for.
///
/// @param ephemeral whether objects are kept in memory only
/// @param notReadyToleration stay under not-ready:NoExecute given to pods that name none; whole seconds
/// @param unreachableToleration the same for unreachable:NoExecute
record UpConfig(
        DataDirectory directory,
        boolean ephemeral,
        Listen listen,
        Nodes nodes,
        Semantics semantics,
        LifecycleOptions lifecycle,
        Duration notReadyToleration,
        Duration unreachableToleration) {
    /// @param port 0 for a free one
    record Listen(String address, int port) {}

    /// @param count nodes `node-1` to `node-count` are made unless they are there
    /// @param files manifests of further nodes
    /// @param manageAll whether every node of the cluster is simulated
    record Nodes(int count, List<Path> files, boolean manageAll) {}

    /// The API server of this cluster.
    ApiConfig api() {
        return new ApiConfig(
                directory,
                ephemeral,
                listen.address(),
                listen.port(),
                PluginCatalog.plugins(
                        AdmissionOptions.standard()
                                .tolerating(notReadyToleration.toSeconds(), unreachableToleration.toSeconds()),
                        new SecureRandom()),
                List.of(),
                CompactionLoop.HISTORY_AGE,
                false);
    }
}
