package dev.tenure.node.streaming;

import dev.tenure.node.cri.LogLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A log file that stays open while it is read, whatever becomes of its name. Used by one thread.
final class LogFile implements AutoCloseable {
    private static final int CHUNK = 64 * 1024;

    private final Path path;
    private final FileChannel channel;
    /// Absent where the file system does not tell files apart.
    private final Optional<Object> key;

    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    /// The line that is not complete yet.
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /// Hears of each line.
    interface Taker {
        void take(LogLine line) throws IOException;
    }

    private LogFile(Path path, FileChannel channel, Optional<Object> key) {
        this.path = path;
        this.channel = channel;
        this.key = key;
    }

    static LogFile open(Path path) throws IOException {
        Optional<Object> key = key(path);
        return new LogFile(path, FileChannel.open(path), key);
    }

    private static Optional<Object> key(Path path) throws IOException {
        @Nullable
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return Optional.ofNullable(key);
    }

    /// Whether the name is another file's by now: nobody writes to this one any more. While the name is
    /// nobody's, the runtime has not begun with the next.
    boolean isReplaced() throws IOException {
        try {
            return !key(path).equals(key);
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    /// Reads on to the end that the file has now. One that was made shorter is read from its beginning.
    ///
    /// @param taker hears of each line that is complete, and is one of a container's log
    void read(Taker taker) throws IOException {
        if (channel.size() < channel.position()) {
            channel.position(0);
            line.reset();
        }
        for (int n = channel.read(chunk.clear()); n >= 0; n = channel.read(chunk.clear())) {
            byte[] bytes = chunk.array();
            int start = 0;
            for (int i = 0; i < n; i++) {
                if (bytes[i] != '\n') {
                    continue;
                }
                line.write(bytes, start, i - start);
                start = i + 1;
                Optional<LogLine> parsed = LogLine.parse(line.toByteArray());
                line.reset();
                if (parsed.isPresent()) {
                    taker.take(parsed.get());
                }
            }
            line.write(bytes, start, n - start);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
