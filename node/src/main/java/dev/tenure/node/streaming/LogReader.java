package dev.tenure.node.streaming;

import dev.tenure.node.cri.LogLine;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.TimeSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
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

    /// Writes what is wanted. A file that was set aside is read to its end before the one that takes its
    /// place.
    ///
    /// @param grows whether the container may still write
    void copy(OutputStream out, BooleanSupplier grows) throws IOException {
        var sink = new Sink(out, options.limitBytes().orElse(Long.MAX_VALUE));
        LogFile open = LogFile.open(file);
        try {
            if (options.tailLines().isPresent()) {
                tail(open, sink);
            }
            while (true) {
                boolean mayGrow = options.follow() && grows.getAsBoolean();
                boolean replaced = options.follow() && open.isReplaced();
                open.read(line -> pass(line, sink));
                out.flush();
                if (sink.full() || !(replaced || mayGrow)) {
                    return;
                }
                if (replaced) {
                    open.close();
                    open = LogFile.open(file);
                } else {
                    Pause.of(LOOK_EVERY, time);
                }
            }
        } finally {
            open.close();
        }
    }

    /// The last lines, parts of lines counted with the line that they belong to.
    private void tail(LogFile open, Sink sink) throws IOException {
        var last = new ArrayDeque<LogLine>();
        long wanted = options.tailLines().orElse(0);
        int[] whole = {0};
        open.read(line -> {
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
    }

    private void pass(LogLine line, Sink sink) throws IOException {
        if (fits(line)) {
            sink.write(line, options.timestamps());
        }
    }

    private boolean fits(LogLine line) {
        boolean stream = options.stream().isEmpty() || options.stream().equalsIgnoreCase(line.stream());
        return stream && options.since().map(line::notBefore).orElse(true);
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
