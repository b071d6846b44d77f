package dev.tenure.checks.node;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `tenure agent` in a process of its own.
final class RunningAgent implements AutoCloseable {
    private final Process process;

    private RunningAgent(Process process) {
        this.process = process;
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
                String.valueOf(freePort())));
        line.addAll(flags);
        Process process = new ProcessBuilder(line)
                .redirectError(Redirect.appendTo(folder.resolve("agent-errors").toFile()))
                .start();
        var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String said = lines.readLine(); said != null; said = lines.readLine()) {
            if (said.contains("tenure agent is node")) {
                return new RunningAgent(process);
            }
        }
        throw new IOException("tenure agent did not start: see " + folder.resolve("agent-errors"));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
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
