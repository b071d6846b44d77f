package dev.tenure.checks.crash;

import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.rest.HttpEndpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `tenure up` in a process of its own, on a data directory that outlives it.
public final class RunningCluster implements AutoCloseable {
    private final Path data;
    private final Process process;

    private RunningCluster(Path data, Process process) {
        this.data = data;
        this.process = process;
    }

    /// Returns once the cluster says that it is ready.
    public static RunningCluster start(Path data, String... flags) throws IOException {
        return start(data, 0, List.of(flags));
    }

    /// The same on a port that those know who were connected before; 0: on any that is free.
    public static RunningCluster start(Path data, int port, List<String> flags) throws IOException {
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tenure.launch.TenureMain",
                "up",
                "--port",
                String.valueOf(port),
                "--data-dir",
                data.toString()));
        line.addAll(flags);
        Process process = new ProcessBuilder(line)
                .redirectError(Redirect.to(data.resolveSibling("errors").toFile()))
                .start();
        var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String said = lines.readLine(); said != null; said = lines.readLine()) {
            if (said.contains("export KUBECONFIG=")) {
                return new RunningCluster(data, process);
            }
        }
        throw new IOException("tenure up did not start: see " + data.resolveSibling("errors"));
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
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
