package dev.tenure.node.streaming;

import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.TimeSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Reads the log file of one container, to its end or as long as it grows. Waits; used by one thread.
/// Upstream: cri-client/pkg/logs.
final class LogReader {
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    private final Path file;
    private final LogOptions options;
    private final TimeSource time;

    LogReader(Path file, LogOptions options, TimeSource time) {
        this.file = file;
        this.options = options;
        this.time = time;
    }

    /// Writes what is wanted.
    ///
    /// @param grows whether the container may still write
    void copy(OutputStream out, BooleanSupplier grows) throws IOException {
        var sink = new Sink(out, options.limitBytes().orElse(Long.MAX_VALUE));
        long position = options.tailLines().isPresent() ? tail(sink) : 0;
        while (true) {
            boolean mayGrow = options.follow() && grows.getAsBoolean();
            position = read(position, sink);
            out.flush();
            if (!mayGrow || sink.full()) {
                return;
            }
            Pause.of(LOOK_EVERY, time);
            if (Files.size(file) < position) {
                position = 0;
            }
        }
    }

    /// The last lines, parts of lines counted with the line that they belong to.
    ///
    /// @return where the first line begins that is not complete yet
    private long tail(Sink sink) throws IOException {
        var last = new ArrayDeque<LogLine>();
        long wanted = options.tailLines().orElse(0);
        int[] whole = {0};
        long end = lines(0, line -> {
            if (!fits(line)) {
                return;
            }
            last.add(line);
            if (!line.partial()) {
                whole[0]++;
            }
            while (whole[0] > wanted) {
                if (!last.removeFirst().partial()) {
                    whole[0]--;
                }
            }
        });
        for (LogLine line : last) {
            sink.write(line, options.timestamps());
        }
        return end;
    }

    private long read(long from, Sink sink) throws IOException {
        return lines(from, line -> {
            if (fits(line)) {
                sink.write(line, options.timestamps());
            }
        });
    }

    private boolean fits(LogLine line) {
        boolean stream = options.stream().isEmpty() || options.stream().equalsIgnoreCase(line.stream());
        return stream && options.since().map(line::notBefore).orElse(true);
    }

    private interface Taker {
        void take(LogLine line) throws IOException;
    }

    /// @return where the first line begins that is not complete yet
    private long lines(long from, Taker taker) throws IOException {
        long position = from;
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(from);
            var line = new ByteArrayOutputStream();
            byte[] chunk = new byte[64 * 1024];
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                int start = 0;
                for (int i = 0; i < n; i++) {
                    if (chunk[i] != '\n') {
                        continue;
                    }
                    line.write(chunk, start, i - start);
                    start = i + 1;
                    position += line.size() + 1;
                    Optional<LogLine> parsed = LogLine.parse(line.toByteArray());
                    line.reset();
                    if (parsed.isPresent()) {
                        taker.take(parsed.get());
                    }
                }
                line.write(chunk, start, n - start);
            }
        }
        return position;
    }

    /// Takes lines until so many bytes are written.
    private static final class Sink {
        private final OutputStream out;
        private long left;
        private boolean within;

        Sink(OutputStream out, long left) {
            this.out = out;
            this.left = left;
        }

        boolean full() {
            return left <= 0;
        }

        /// In one piece, as upstream: what reads a log over a WebSocket gets a message for each piece.
        void write(LogLine line, boolean timestamps) throws IOException {
            var piece = new ByteArrayOutputStream();
            if (timestamps && !within) {
                piece.writeBytes((line.time() + " ").getBytes(StandardCharsets.UTF_8));
            }
            piece.writeBytes(line.text());
            if (!line.partial()) {
                piece.write('\n');
            }
            within = line.partial();
            int length = (int) Math.min(piece.size(), Math.max(0, left));
            out.write(piece.toByteArray(), 0, length);
            left -= length;
        }
    }
}
