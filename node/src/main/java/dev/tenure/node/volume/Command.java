package dev.tenure.node.volume;

import dev.tenure.runtime.io.OutsideProgram;
import java.io.IOException;
import java.time.Duration;

/// Runs a program of this machine to its end.
final class Command {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int OUTPUT_BYTES_MAX = 1 << 16;

    private Command() {}

    /// @throws IOException when it fails, with what it said
    static void run(String... command) throws IOException {
        run(LIMIT, command);
    }

    /// @throws IOException when it fails, with what it said, or lasts longer
    static void run(Duration limit, String... command) throws IOException {
        String line = String.join(" ", command);
        try {
            OutsideProgram.Ended ended =
                    OutsideProgram.run(new ProcessBuilder(command).redirectErrorStream(true), limit, OUTPUT_BYTES_MAX);
            if (ended.code() != 0) {
                throw new IOException(ended.text());
            }
        } catch (IOException e) {
            throw new IOException("%s: %s".formatted(line, e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while running " + command[0], e);
        }
    }
}
