package dev.tenure.apiserver.http.connection;

import com.google.re2j.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// How many connections this process can have: the rest of its file descriptors and its memory are for other
/// things.
final class ConnectionLimit {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final String LINE = "Max open files";
    private static final int UNKNOWN = 10_240;
    private static final int OTHERS = 200;

    /// The socket, and both ends of a pipe that native TLS has for each connection.
    private static final int DESCRIPTORS_OF_CONNECTION = 3;

    private static final int BYTES_OF_CONNECTION = 256 * 1024;
    private static final int CONNECTIONS_MIN = 64;

    /// Without a connection and under load: files of the store and the program, and what runs in the process.
    private static final int OTHERS_MIN = 128;

    private static final int CONNECTIONS_OF_FEW_DESCRIPTORS = 8;

    private ConnectionLimit() {}

    static int connections() {
        return connections(max(), Runtime.getRuntime().maxMemory());
    }

    /// Where there are hardly any descriptors, fewer than are usual at least: a server that takes more than
    /// it has descriptors for cannot choose any more whose connection ends.
    static int connections(long descriptors, long heapBytes) {
        long byDescriptors = (descriptors * 4 / 5 - OTHERS) / DESCRIPTORS_OF_CONNECTION;
        long byMemory = heapBytes / BYTES_OF_CONNECTION;
        long few = Math.max(CONNECTIONS_OF_FEW_DESCRIPTORS, (descriptors - OTHERS_MIN) / DESCRIPTORS_OF_CONNECTION);
        long least = Math.min(CONNECTIONS_MIN, few);
        return Math.toIntExact(Math.max(least, Math.min(byDescriptors, byMemory)));
    }

    /// The JVM has raised the soft limit to the hard one.
    private static long max() {
        if (!Files.isReadable(LIMITS)) {
            return UNKNOWN;
        }
        try {
            return Files.readAllLines(LIMITS).stream()
                    .filter(line -> line.startsWith(LINE))
                    .map(line -> line.substring(LINE.length()).strip().split("\\s+")[0])
                    .filter(NUMBER::matches)
                    .mapToLong(Long::parseLong)
                    .findFirst()
                    .orElse(UNKNOWN);
        } catch (IOException _) {
            return UNKNOWN;
        }
    }
}
