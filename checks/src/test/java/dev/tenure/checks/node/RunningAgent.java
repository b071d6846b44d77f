package dev.tenure.checks.node;

import dev.tenure.checks.crash.TenureProcess;
import dev.tenure.testkit.fake.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `tenure agent` in a process of its own.
final class RunningAgent implements AutoCloseable {
    private static final String METRICS = "health and metrics at ";

    private final TenureProcess process;
    private final URI metrics;

    private RunningAgent(TenureProcess process, URI metrics) {
        this.process = process;
        this.metrics = metrics;
    }

    /// Returns once the agent says that it runs.
    ///
    /// @param errors gets what it writes to standard error
    static RunningAgent start(Path errors, List<String> flags) throws IOException {
        var command = new ArrayList<>(
                List.of("agent", "--port", String.valueOf(FreePort.next()), "--metrics-address", "127.0.0.1:0"));
        command.addAll(flags);
        TenureProcess process = TenureProcess.start(List.of(), command, "tenure agent is node", errors);
        URI metrics = process.said().stream()
                .filter(line -> line.startsWith(METRICS))
                .map(line -> URI.create(line.substring(METRICS.length())))
                .findFirst()
                .orElseThrow();
        return new RunningAgent(process, metrics);
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
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}
