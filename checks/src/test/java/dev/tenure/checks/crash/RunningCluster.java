package dev.tenure.checks.crash;

import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.rest.HttpEndpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `tenure up` in a process of its own, on a data directory that outlives it.
public final class RunningCluster implements AutoCloseable {
    private final Path data;
    private final TenureProcess process;

    private RunningCluster(Path data, TenureProcess process) {
        this.data = data;
        this.process = process;
    }

    /// Returns once the cluster says that it is ready.
    public static RunningCluster start(Path data, String... flags) throws IOException {
        return start(data, 0, List.of(flags));
    }

    /// The same on a port that those know who were connected before; 0: on any that is free.
    public static RunningCluster start(Path data, int port, List<String> flags) throws IOException {
        var command = new ArrayList<>(List.of("up", "--port", String.valueOf(port), "--data-dir", data.toString()));
        command.addAll(flags);
        List<String> jvm = List.of("-XX:TieredStopAtLevel=1");
        return new RunningCluster(
                data, TenureProcess.start(jvm, command, "export KUBECONFIG=", data.resolveSibling("errors")));
    }

    /// The file that tells others how to reach it.
    public Path kubeconfig() {
        return data.resolve("kubeconfig");
    }

    /// Where it listens.
    public int port() {
        return KubeconfigParser.read(kubeconfig()).server().getPort();
    }

    public HttpEndpoint connect() {
        return new HttpEndpoint(KubeconfigParser.read(kubeconfig()));
    }

    /// Ends the process as `kill -9` does.
    public void kill() throws InterruptedException {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}
