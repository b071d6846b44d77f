package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.Progress;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The cluster that is looked at: a live one, or files.
final class ClusterInput {
    @Mixin
    private LiveOptions cluster = new LiveOptions();

    @Option(
            names = "--from",
            paramLabel = "FILE|DIR|-",
            description = "Read the cluster from files instead: what `tenure export` or `kubectl get -o yaml|json`"
                    + " writes, a folder of `kubectl cluster-info dump`, manifests, a snapshot of etcd; - is standard"
                    + " input. May be repeated.")
    private List<String> from = List.of();

    /// Reads it.
    ///
    /// @param events whether events are read too
    /// @param err on which progress is told, where that is a terminal
    /// @throws dev.tenure.plan.source.DumpException when too little can be read
    /// @throws dev.tenure.cli.command.CommandFailure when nothing answers
    ClusterDump dump(boolean events, PrintWriter err) {
        if (from.isEmpty()) {
            return cluster.read(events, err);
        }
        try (var _ = Progress.on(err, "reading " + String.join(", ", from))) {
            return DumpFiles.read(from, System.in);
        }
    }

    /// The namespace that the command names.
    Optional<String> namespaceSaid() {
        return cluster.namespace();
    }

    /// The namespace that is meant where none is named; empty when nothing says it.
    Optional<String> namespace() {
        return from.isEmpty() ? cluster.namespaceInUse() : cluster.namespace();
    }
}
