package dev.tenure.launch.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where the old generation of the serial collector lies: behind the young one, in the one mapping of the
/// process that is as large as both and has the reservation of the rest of the heap behind it.
///
/// @param low address of its first byte
record OldSpace(long low) {
    private static final Pattern MAPPING =
            Pattern.compile("(\\p{XDigit}+)-(\\p{XDigit}+) (\\S{4}) \\p{XDigit}+ \\S+ (\\d+)\\s*(\\S*)");
    private static final int HEXADECIMAL = 16;

    /// A line of proc_pid_maps(5).
    private record Mapping(long start, long end, String rights, boolean anonymous) {
        static Optional<Mapping> parse(String line) {
            Matcher found = MAPPING.matcher(line);
            if (!found.matches()) {
                return Optional.empty();
            }
            boolean anonymous = found.group(4).equals("0") && found.group(5).isEmpty();
            return Optional.of(new Mapping(
                    Long.parseUnsignedLong(found.group(1), HEXADECIMAL),
                    Long.parseUnsignedLong(found.group(2), HEXADECIMAL),
                    found.group(3),
                    anonymous));
        }

        boolean isIn(String wanted) {
            return anonymous && rights.equals(wanted);
        }
    }

    /// Looks through the mappings of this process.
    ///
    /// @param lines of `/proc/self/maps`, in order of address
    /// @param young bytes of the young generation, which all may be written
    /// @param old bytes of the old one that may be written by now, or fewer
    /// @return nothing where no mapping is like that, or several are
    static Optional<OldSpace> find(List<String> lines, long young, long old) {
        var found = new ArrayList<OldSpace>();
        Mapping before = null;
        for (String line : lines) {
            Mapping next = Mapping.parse(line).orElse(null);
            if (before != null
                    && next != null
                    && before.isIn("rw-p")
                    && before.end() - before.start() >= young + old
                    && next.isIn("---p")
                    && next.start() == before.end()) {
                found.add(new OldSpace(before.start() + young));
            }
            before = next;
        }
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }
}
