package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.Progress;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.plan.trace.ClusterTrace;
import dev.tenure.plan.trace.TraceException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The cluster that is looked at: a live one, or files.
final class ClusterInput {
    @Option(
            names = "--from",
            paramLabel = "FILE|DIR|-",
            description = "Read the cluster from files instead: what `tenure export` or `kubectl get -o yaml|json`"
                    + " writes, a folder of `kubectl cluster-info dump`, manifests, a snapshot of etcd; - is standard"
                    + " input. May be repeated.")
    private List<String> from = List.of();

    @Mixin
    private LiveOptions cluster = new LiveOptions();

    private boolean ofTrace;

    /// Reads it.
    ///
    /// @param events whether events are read too
    /// @param err on which progress is printed, where that is a terminal
    /// @throws dev.tenure.plan.source.DumpException when too little can be read
    /// @throws dev.tenure.cli.command.CommandFailure when nothing answers
    ClusterDump dump(boolean events, PrintWriter err) {
        if (from.isEmpty()) {
            return cluster.read(events, err);
        }
        try (var _ = Progress.on(err, "reading " + String.join(", ", from))) {
            Optional<Path> trace = trace();
            return trace.isPresent() ? ClusterTrace.last(trace.get()) : DumpFiles.read(from, System.in);
        } catch (TraceException e) {
            throw new DumpException(String.valueOf(e.getMessage()), e);
        }
    }

    /// The trace that is given instead of a cluster, if one is.
    Optional<Path> trace() {
        return from.size() == 1 && !from.getFirst().equals(DumpFiles.STDIN)
                ? Optional.of(Path.of(from.getFirst())).filter(ClusterTrace::is)
                : Optional.empty();
    }

    /// Whether the command line names a cluster, live or in files.
    boolean isNamed() {
        return !from.isEmpty() || cluster.named();
    }

    /// The namespace that the command names.
    Optional<String> givenNamespace() {
        return cluster.namespace();
    }

    /// The namespace that is meant where none is named; empty when nothing says it.
    Optional<String> namespace() {
        return from.isEmpty() && !ofTrace ? cluster.namespaceInUse() : cluster.namespace();
    }

    /// What is looked at is a trace, which says of no namespace that it is in use.
    void isOfTrace() {
        ofTrace = true;
    }
}
