package dev.tenure.node.volume;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Runs a program of this machine to its end.
final class Command {
    private Command() {}

    /// @throws IOException when it fails, with what it said
    static void run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String written = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (process.waitFor() != 0) {
                throw new IOException("%s: %s".formatted(String.join(" ", command), written));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while running " + command[0], e);
        }
    }
}
