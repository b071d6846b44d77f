package dev.tenure.checks.attack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What the kernel tells of one process of this user.
///
/// @param residentKilobytes the memory that it has
/// @param peakKilobytes the most that it ever had
/// @param ticks of processors that it has used, hundredths of a second
record ProcessFigures(long residentKilobytes, long peakKilobytes, long descriptors, long ticks) {
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;

    static ProcessFigures of(long pid) throws IOException {
        Path folder = Path.of("/proc", String.valueOf(pid));
        List<String> status = Files.readAllLines(folder.resolve("status"));
        String stat = Files.readString(folder.resolve("stat"));
        // the name of the program stands in brackets and may have spaces
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        try (var files = Files.list(folder.resolve("fd"))) {
            return new ProcessFigures(
                    kilobytes(status, "VmRSS"),
                    kilobytes(status, "VmHWM"),
                    files.count(),
                    Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]));
        }
    }

    private static long kilobytes(List<String> status, String field) {
        return status.stream()
                .filter(line -> line.startsWith(field + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElse(0);
    }
}
