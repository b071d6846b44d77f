package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.plan.source.LiveCluster;
import dev.tenure.runtime.time.SystemTime;
import java.io.Console;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The cluster that is looked at: a live one, or files.
final class ClusterInput {
    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Option(
            names = "--from",
            paramLabel = "FILE|DIR|-",
            description = "Read the cluster from files instead: what `tenure export` or `kubectl get -o yaml|json`"
                    + " writes, a folder of `kubectl cluster-info dump`, manifests; - is standard input. May be"
                    + " repeated.")
    private List<String> from = List.of();

    /// Reads it.
    ///
    /// @param events whether events are read too
    /// @param err on which progress is told, where that is a terminal
    /// @throws dev.tenure.plan.source.DumpException when too little can be read
    /// @throws CommandFailure when nothing answers
    ClusterDump dump(boolean events, PrintWriter err) {
        if (!from.isEmpty()) {
            return DumpFiles.read(from, System.in);
        }
        try (HttpEndpoint endpoint = cluster.endpoint()) {
            String address = cluster.file().toString();
            return LiveCluster.read(ClusterOptions.client(endpoint), address, new SystemTime(), progress(err), events);
        } catch (ConnectionException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    e.getMessage() + ": is it running? --kubeconfig names another cluster, --from reads files");
        }
    }

    /// One line of a terminal that is written anew; elsewhere nothing.
    @SuppressWarnings(
            "SystemConsoleNull") // it is null where a stream is no terminal and the JDK's own console is in use
    static Consumer<String> progress(PrintWriter err) {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            return _ -> {};
        }
        return line -> {
            err.print("\r\u001b[K" + line);
            err.flush();
        };
    }
}
