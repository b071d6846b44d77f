package dev.tenure.runtime.time;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// The wall clock of the machine, or for trials of what happens when it is set, one that a file sets: where
/// the environment names one by `TENURE_CLOCK_FILE`, the seconds that stand in it are added to the machine's
/// time. Safe for use by several threads.
final class MachineClock implements InstantSource {
    private static final String FILE = "TENURE_CLOCK_FILE";
    private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();

    /// @param looked when the file was read, on the monotonic clock
    private record Setting(long looked, Duration offset) {}

    private final Path file;
    private final AtomicReference<Setting> setting;

    MachineClock(Path file) {
        this.file = file;
        this.setting = new AtomicReference<>(new Setting(System.nanoTime(), read(file, Duration.ZERO)));
    }

    /// That of this process.
    static InstantSource ofProcess() {
        return Optional.ofNullable(System.getenv(FILE))
                .filter(name -> !name.isEmpty())
                .<InstantSource>map(name -> new MachineClock(Path.of(name)))
                .orElse(InstantSource.system());
    }

    @Override
    public Instant instant() {
        Setting known = setting.get();
        long now = System.nanoTime();
        if (now - known.looked >= LOOK_NANOS) {
            var fresh = new Setting(now, read(file, known.offset));
            known = setting.compareAndSet(known, fresh) ? fresh : setting.get();
        }
        return Instant.now().plus(known.offset);
    }

    /// @param otherwise what counts where there is no number, or no file
    private static Duration read(Path file, Duration otherwise) {
        try {
            return Files.exists(file)
                    ? Duration.ofSeconds(Long.parseLong(Files.readString(file).strip()))
                    : otherwise;
        } catch (IOException | NumberFormatException _) {
            return otherwise;
        }
    }
}
