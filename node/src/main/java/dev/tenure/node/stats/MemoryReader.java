package dev.tenure.node.stats;

import dev.tenure.kubelet.stats.MemoryStats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Memory of the machine and of groups, as the kernel counts it, on version 1 and version 2 of control
/// groups. What is used is what cannot be taken back at once: pages of files that nobody looked at for a
/// while are not counted. Waits for nothing but the kernel. Upstream: cadvisor's container memory,
/// opencontainers/cgroups.
public final class MemoryReader {
    private static final long UNLIMITED_ABOVE = 1L << 62;

    private final MachineReader machine;
    private final Path groups;

    /// @param groups `/sys/fs/cgroup`, or another folder in tests
    public MemoryReader(MachineReader machine, Path groups) {
        this.machine = machine;
        this.groups = groups;
    }

    private record Use(long bytes, long inactiveFileBytes) {
        long workingSet() {
            return Math.max(0, bytes - inactiveFileBytes);
        }
    }

    /// The machine as a whole. The root of version 2 tells no use; it is made of anonymous and file pages.
    ///
    /// @throws IOException when the kernel does not tell
    public MemoryStats node(Instant now) throws IOException {
        long total = machine.memoryBytes("MemTotal");
        Path first = groups.resolve("memory");
        Use use = Files.isDirectory(first) ? use(first).orElse(new Use(0, 0)) : unifiedRoot();
        long available = Math.max(0, total - use.workingSet());
        return new MemoryStats(
                Optional.of(now),
                OptionalLong.of(available),
                OptionalLong.of(use.workingSet()),
                OptionalLong.of(use.bytes()));
    }

    private Use unifiedRoot() throws IOException {
        Map<String, Long> stat = stat(groups.resolve("memory.stat"));
        return new Use(
                stat.getOrDefault("anon", 0L) + stat.getOrDefault("file", 0L), stat.getOrDefault("inactive_file", 0L));
    }

    /// A group with a limit; absent without one, or when the group is not there.
    public Optional<MemoryStats> limited(Path folder, Instant now) {
        Optional<Use> use = use(folder);
        OptionalLong limit = limit(folder);
        if (use.isEmpty() || limit.isEmpty()) {
            return Optional.empty();
        }
        long set = use.get().workingSet();
        return Optional.of(new MemoryStats(
                Optional.of(now),
                OptionalLong.of(Math.max(0, limit.getAsLong() - set)),
                OptionalLong.of(set),
                OptionalLong.of(use.get().bytes())));
    }

    /// What a group uses; absent when it is not there.
    public OptionalLong workingSet(Path folder) {
        return use(folder).map(use -> OptionalLong.of(use.workingSet())).orElse(OptionalLong.empty());
    }

    /// Swap of the machine as a whole; absent when the kernel does not count it.
    public OptionalLong nodeSwap() {
        Path first = groups.resolve("memory");
        if (Files.isDirectory(first)) {
            return swap(first);
        }
        try {
            return OptionalLong.of(machine.memoryBytes("SwapTotal") - machine.memoryBytes("SwapFree"));
        } catch (IOException _) {
            return OptionalLong.empty();
        }
    }

    /// Swap that a group uses; absent when it is not there or the kernel does not count it.
    public OptionalLong swap(Path folder) {
        if (!first(folder)) {
            String used = text(folder.resolve("memory.swap.current"));
            return used.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(used));
        }
        try {
            Long used = stat(folder.resolve("memory.stat")).get("total_swap");
            return used == null ? OptionalLong.empty() : OptionalLong.of(used);
        } catch (IOException _) {
            return OptionalLong.empty();
        }
    }

    private static OptionalLong limit(Path folder) {
        String text = text(folder.resolve(first(folder) ? "memory.limit_in_bytes" : "memory.max"));
        if (text.isEmpty() || text.equals("max")) {
            return OptionalLong.empty();
        }
        long limit = Long.parseLong(text);
        return limit > UNLIMITED_ABOVE ? OptionalLong.empty() : OptionalLong.of(limit);
    }

    private static boolean first(Path folder) {
        return Files.exists(folder.resolve("memory.usage_in_bytes"));
    }

    private static Optional<Use> use(Path folder) {
        boolean first = first(folder);
        String usage = text(folder.resolve(first ? "memory.usage_in_bytes" : "memory.current"));
        if (usage.isEmpty()) {
            return Optional.empty();
        }
        try {
            long inactive = stat(folder.resolve("memory.stat"))
                    .getOrDefault(first ? "total_inactive_file" : "inactive_file", 0L);
            return Optional.of(new Use(Long.parseLong(usage), inactive));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static Map<String, Long> stat(Path file) throws IOException {
        var stat = new HashMap<String, Long>();
        for (String line : Files.readAllLines(file)) {
            int blank = line.indexOf(' ');
            if (blank > 0) {
                stat.put(
                        line.substring(0, blank),
                        Long.parseLong(line.substring(blank + 1).strip()));
            }
        }
        return stat;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException _) {
            return "";
        }
    }
}
