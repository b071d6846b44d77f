package dev.tenure.runtime.io;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.logging.Handler;
import java.util.logging.LogRecord;

/// Keeps the file that standard error of a background process goes to within bounds: when it has grown too
/// long it is copied beside itself, in place of the copy before, and begins anew. Writes nothing itself.
public final class BoundedLog extends Handler {
    static final long BYTES_MAX = 10L << 20;

    /// The file is looked at once in so many records.
    private static final int RECORDS_BETWEEN = 200;

    private final Path file;
    private int records;

    public BoundedLog(Path file) {
        this.file = file;
    }

    @Override
    public synchronized void publish(LogRecord record) {
        if (++records % RECORDS_BETWEEN == 0) {
            rotate(file, BYTES_MAX);
        }
    }

    /// Copies the file beside itself and empties it, when it is longer than `bytesMax`.
    public static void rotate(Path file, long bytesMax) {
        try {
            if (!Files.exists(file) || Files.size(file) <= bytesMax) {
                return;
            }
            Path older = file.resolveSibling(file.getFileName() + ".1");
            Files.copy(file, older, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(0);
            }
        } catch (IOException _) {
            return; // a log that cannot be shortened is longer for a while
        }
    }

    @Override
    public void flush() {
        // nothing is kept back
    }

    @Override
    public void close() {
        // nothing is open
    }
}
