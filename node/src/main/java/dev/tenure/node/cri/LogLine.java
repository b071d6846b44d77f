package dev.tenure.node.cri;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Optional;

/// One line of a container's log file: `<time> <stdout|stderr> <F|P> <text>`. P stands for a part of a line.
///
/// @param time as it stands in the file
/// @param text bytes, without the end of the line
public record LogLine(String time, String stream, boolean partial, byte[] text) {
    /// Absent when the bytes are no such line.
    public static Optional<LogLine> parse(byte[] line) {
        int first = indexOfBlank(line, 0);
        int second = first < 0 ? -1 : indexOfBlank(line, first + 1);
        int third = second < 0 ? -1 : indexOfBlank(line, second + 1);
        if (third < 0) {
            return Optional.empty();
        }
        String tag = text(line, second + 1, third);
        return Optional.of(new LogLine(
                text(line, 0, first),
                text(line, first + 1, second),
                tag.startsWith("P"),
                Arrays.copyOfRange(line, third + 1, line.length)));
    }

    /// Whether it was not written before a moment; a line whose time cannot be read counts as later.
    public boolean notBefore(Instant since) {
        try {
            return !Instant.parse(time).isBefore(since);
        } catch (DateTimeParseException _) {
            return true;
        }
    }

    private static String text(byte[] line, int from, int to) {
        return new String(line, from, to - from, StandardCharsets.UTF_8);
    }

    private static int indexOfBlank(byte[] line, int from) {
        for (int i = from; i < line.length; i++) {
            if (line[i] == ' ') {
                return i;
            }
        }
        return -1;
    }
}
