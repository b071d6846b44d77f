package dev.tenure.checks.node;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `tenure agent` in a process of its own.
final class RunningAgent implements AutoCloseable {
    private static final String METRICS = "health and metrics at ";

    private final Process process;
    private final URI metrics;

    private RunningAgent(Process process, URI metrics) {
        this.process = process;
        this.metrics = metrics;
    }

    /// Returns once the agent says that it runs.
    static RunningAgent start(Path folder, List<String> flags) throws IOException {
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tenure.launch.TenureMain",
                "agent",
                "--port",
                String.valueOf(freePort()),
                "--metrics-address",
                "127.0.0.1:0"));
        line.addAll(flags);
        Process process = new ProcessBuilder(line)
                .redirectError(Redirect.appendTo(folder.resolve("agent-errors").toFile()))
                .start();
        var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        URI metrics = URI.create("");
        for (String said = lines.readLine(); said != null; said = lines.readLine()) {
            if (said.startsWith(METRICS)) {
                metrics = URI.create(said.substring(METRICS.length()));
            }
            if (said.contains("tenure agent is node")) {
                return new RunningAgent(process, metrics);
            }
        }
        throw new IOException("tenure agent did not start: see " + folder.resolve("agent-errors"));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /// What the agent says at a path of its address for health and metrics.
    String page(String path) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(metrics.resolve(path)).build();
            return http.send(request, BodyHandlers.ofString()).body();
        }
    }

    /// Ends the process as `kill -9` does.
    void kill() throws InterruptedException {
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
