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

    private ConnectionLimit() {}

    static int connections() {
        long byDescriptors = (max() * 4 / 5 - OTHERS) / DESCRIPTORS_OF_CONNECTION;
        long byMemory = Runtime.getRuntime().maxMemory() / BYTES_OF_CONNECTION;
        return Math.toIntExact(Math.max(CONNECTIONS_MIN, Math.min(byDescriptors, byMemory)));
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
