package dev.tenure.launch.memory;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where the old generation of the serial collector lies, as the JVM tells it (`jcmd GC.heap_info`).
///
/// @param low address of its first byte
/// @param end address after the last byte that may be written: the space that is committed, not what is used
record OldSpace(long low, long end) {
    private static final Pattern TENURED = Pattern.compile(
            "Tenured\\s+total \\d+K, used \\d+K \\[0x(\\p{XDigit}+), 0x(\\p{XDigit}+), 0x\\p{XDigit}+\\)");
    private static final int HEXADECIMAL = 16;

    /// Reads the JVM's description of its heap.
    ///
    /// @return nothing for another collector
    static Optional<OldSpace> parse(String heapInfo) {
        Matcher tenured = TENURED.matcher(heapInfo);
        return tenured.find()
                ? Optional.of(new OldSpace(
                        Long.parseUnsignedLong(tenured.group(1), HEXADECIMAL),
                        Long.parseUnsignedLong(tenured.group(2), HEXADECIMAL)))
                : Optional.empty();
    }
}
