package dev.tenure.launch.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How long this process has run. Where there is `/proc`, to a hundredth of a second: what [ProcessHandle]
/// tells is worked out from the second in which the machine was started, and up to a second off.
final class ProcessAge {
    private static final int TICKS_PER_SECOND = 100;
    /// Of the fields after the command's name in `/proc/PID/stat`, see proc(5).
    private static final int START_FIELD = 19;

    private ProcessAge() {}

    /// @param now the wall clock
    static Duration at(Instant now) {
        return ofProc(Path.of("/proc"))
                .orElseGet(() -> ProcessHandle.current()
                        .info()
                        .startInstant()
                        .map(start -> Duration.between(start, now))
                        .orElse(Duration.ZERO));
    }

    /// Empty when it cannot be read there.
    static Optional<Duration> ofProc(Path proc) {
        try {
            String stat = Files.readString(proc.resolve("self").resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long startedMillis = Long.parseLong(fields[START_FIELD]) * 1000 / TICKS_PER_SECOND;
            String uptime = Files.readString(proc.resolve("uptime")).split(" ", 2)[0];
            long upMillis = Math.round(Double.parseDouble(uptime) * 1000);
            return Optional.of(Duration.ofMillis(Math.max(0, upMillis - startedMillis)));
        } catch (IOException | RuntimeException _) {
            return Optional.empty();
        }
    }
}
