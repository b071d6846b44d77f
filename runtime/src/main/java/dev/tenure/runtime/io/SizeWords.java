package dev.tenure.runtime.io;

import java.util.List;

/// How large something is, in words for people.
public final class SizeWords {
    private static final double NEXT_UNIT = 1024;
    private static final List<String> UNITS = List.of("KiB", "MiB", "GiB", "TiB", "PiB");

    private SizeWords() {}

    /// In the largest unit of which it is at least one, with one digit behind the point: `612 B`, `37.4 KiB`.
    ///
    /// @param bytes zero or more
    public static String of(long bytes) {
        if (bytes < NEXT_UNIT) {
            return bytes + " B";
        }
        double left = bytes;
        String unit = "B";
        for (String next : UNITS) {
            if (left < NEXT_UNIT) {
                break;
            }
            left /= NEXT_UNIT;
            unit = next;
        }
        return "%.1f %s".formatted(left, unit);
    }
}
