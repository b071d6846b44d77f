package dev.tenure.bench.api;

import dev.tenure.cli.command.ClusterOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// What every measurement through the public API has to know: which cluster, how many nodes are made in it,
/// and whose CPU time is of interest.
final class BenchOptions {
    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Option(names = "--nodes", defaultValue = "100", description = "Nodes to make (default: ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(names = "--server-pid", description = "The server's process on this machine, to tell its CPU time.")
    private long serverPid;

    ClusterOptions cluster() {
        return cluster;
    }

    int nodes() {
        return nodes;
    }

    /// The CPU time that this process and the server have used so far.
    CpuTime cpuTime() {
        return CpuTime.now(serverPid);
    }
}
