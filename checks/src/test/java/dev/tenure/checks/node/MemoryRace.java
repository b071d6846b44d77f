package dev.tenure.checks.node;

import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Watches from outside, every millisecond, how long it takes from the moment at which the pods use too much
/// memory until the pod that eats it has ended. Version 1 of control groups.
final class MemoryRace {
    private static final Duration LOOK_EVERY = Duration.ofMillis(1);
    private static final int LOOKS_MAX = 60_000;
    private static final int TRIES_MAX = 100;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Path pods;
    private final long usedMax;
    private final TimeSource time = new SystemTime();
    private final List<Double> millis = new ArrayList<>();

    /// @param pods the memory group of all pods
    /// @param usedMax bytes of working set from which on a pod has to go
    MemoryRace(Path pods, long usedMax) {
        this.pods = pods;
        this.usedMax = usedMax;
    }

    /// How often the kernel has killed for want of memory in all pods together.
    long kernelKills() throws IOException {
        for (int i = 0; i < TRIES_MAX; i++) {
            try {
                return kernelKillsNow();
            } catch (NoSuchFileException | UncheckedIOException _) {
                // the group of a pod that has ended went meanwhile
            }
        }
        throw new AssertionError("groups of pods come and go all the time");
    }

    private long kernelKillsNow() throws IOException {
        try (Stream<Path> all = Files.walk(pods)) {
            long sum = 0;
            for (Path file :
                    all.filter(path -> path.endsWith("memory.oom_control")).toList()) {
                sum += number(file, "oom_kill");
            }
            return sum;
        }
    }

    private static long number(Path file, String name) throws IOException {
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith(name + " ")) {
                return Long.parseLong(line.substring(name.length() + 1).strip());
            }
        }
        return 0;
    }

    /// Follows one pod to its end.
    void follow(String podUid) throws IOException, InterruptedException {
        long eater = eater(podUid);
        Optional<Tick> crossed = Optional.empty();
        for (int i = 0; i < LOOKS_MAX; i++) {
            if (crossed.isEmpty() && used() > usedMax) {
                crossed = Optional.of(time.now());
            }
            if (!Files.exists(Path.of("/proc", String.valueOf(eater)))) {
                Tick ended = time.now();
                crossed.ifPresent(from -> millis.add(ended.since(from).toNanos() / NANOS_PER_MILLI));
                return;
            }
            new WakeUp().await(LOOK_EVERY);
        }
        throw new AssertionError("the pod eats on");
    }

    private long used() throws IOException {
        long usage = Long.parseLong(
                Files.readString(pods.resolve("memory.usage_in_bytes")).strip());
        return usage - number(pods.resolve("memory.stat"), "total_inactive_file");
    }

    private long eater(String podUid) throws IOException {
        try (Stream<Path> all = Files.walk(pods)) {
            for (Path file : all.filter(path -> path.toString().contains(podUid) && path.endsWith("cgroup.procs"))
                    .toList()) {
                for (String pid : Files.readAllLines(file)) {
                    if (Files.readString(Path.of("/proc", pid, "cmdline")).contains("/m/$i")) {
                        return Long.parseLong(pid);
                    }
                }
            }
        }
        throw new AssertionError("nobody eats");
    }

    /// From crossing the threshold to the end of the process.
    String report(String what) {
        List<Double> sorted = millis.stream().sorted().toList();
        return sorted.isEmpty()
                ? what + ": the threshold was never seen crossed"
                : "%s: %d rounds, threshold crossed → process gone: p50 %.0f ms, p99 %.0f ms; all by the agent"
                        .formatted(
                                what,
                                sorted.size(),
                                sorted.get(sorted.size() / 2),
                                sorted.get(Math.min(sorted.size() - 1, (int) Math.ceil(sorted.size() * 0.99) - 1)));
    }
}
