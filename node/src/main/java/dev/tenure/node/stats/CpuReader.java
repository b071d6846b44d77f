package dev.tenure.node.stats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/// Time that the machine and groups have spent on processors, as the kernel counts it, on version 1 and
/// version 2 of control groups. Waits for nothing but the kernel. Upstream: opencontainers/cgroups,
/// fs/cpuacct.go and fs2/cpu.go.
final class CpuReader {
    private static final String FIRST = "cpuacct.usage";
    private static final String SECOND = "usage_usec ";
    private static final long NANOS_PER_MICRO = 1000;

    private final Path groups;

    /// @param groups `/sys/fs/cgroup`, or another folder in tests
    CpuReader(Path groups) {
        this.groups = groups;
    }

    /// Nanoseconds of the machine as a whole; absent when the kernel does not tell.
    OptionalLong node() {
        Path first = groups.resolve("cpuacct");
        return used(Files.isDirectory(first) ? first : groups);
    }

    /// Nanoseconds of a group; absent when it is not there.
    static OptionalLong used(Path folder) {
        try {
            Path first = folder.resolve(FIRST);
            if (Files.exists(first)) {
                return OptionalLong.of(Long.parseLong(Files.readString(first).strip()));
            }
            return Files.readAllLines(folder.resolve("cpu.stat")).stream()
                    .filter(line -> line.startsWith(SECOND))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(SECOND.length()).strip()) * NANOS_PER_MICRO)
                    .findFirst();
        } catch (IOException | NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
