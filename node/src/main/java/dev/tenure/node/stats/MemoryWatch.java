package dev.tenure.node.stats;

import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Looks every 50 ms, by a thread of its own, whether less memory is left than a threshold wants. It stands
/// in for a kernel that does not crosses of that itself: one look reads two or three small files. Tells once
/// when a threshold is crossed, and again when it is crossed anew, at most once a second.
public final class MemoryWatch implements AutoCloseable {
    private static final Duration EVERY = Duration.ofMillis(50);
    private static final Duration REST = Duration.ofSeconds(1);

    /// What is looked at.
    ///
    /// @param group absent: the machine as a whole
    /// @param leftMin bytes
    public record Line(Optional<Path> group, long leftMin) {}

    private final MemoryReader reader;
    private final List<Line> lines;
    private final TimeSource time;
    private final Runnable onAlarm;
    private final Published<Boolean> closed = new Published<>(false);

    /// @param onAlarm called from the thread that looks; returns at once
    public MemoryWatch(MemoryReader reader, List<Line> lines, TimeSource time, Runnable onAlarm) {
        this.reader = reader;
        this.lines = List.copyOf(lines);
        this.time = time;
        this.onAlarm = onAlarm;
    }

    /// Begins.
    public void start() {
        Background.daemon("memory-watch", this::watch);
    }

    private void watch() {
        boolean below = false;
        while (!closed.get()) {
            boolean now = lines.stream().anyMatch(this::crossed);
            boolean crosses = now && !below;
            below = now;
            if (crosses) {
                onAlarm.run();
            }
            Pause.of(crosses ? REST : EVERY, time);
        }
    }

    private boolean crossed(Line line) {
        try {
            Optional<MemoryStats> memory = line.group().isPresent()
                    ? reader.limited(line.group().get(), time.wall())
                    : Optional.of(reader.node(time.wall()));
            return memory.isPresent() && memory.get().availableBytes().orElse(Long.MAX_VALUE) < line.leftMin();
        } catch (IOException _) {
            return false;
        }
    }

    /// Ends it; its thread follows within a second.
    @Override
    public void close() {
        closed.publish(true);
    }
}
