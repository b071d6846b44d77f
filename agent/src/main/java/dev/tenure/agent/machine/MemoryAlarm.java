package dev.tenure.agent.machine;

import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.loop.Published;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Lets the kernel tell at once when memory gets short, instead of looking every ten seconds. Two ways:
/// pressure stall information (tasks wait for memory), and on version 1 of control groups a threshold of
/// use. Each has a thread of its own that sleeps in the kernel.
///
/// The kernel looks at stalls within windows of two seconds, the shortest that it allows everybody; it
/// signals as soon as the stall within a window is reached, not at its end.
public final class MemoryAlarm implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(MemoryAlarm.class.getPackageName());
    private static final String STALL = "some 100000 2000000";
    private static final int WAIT_MILLIS = 10_000;

    private final Libc libc = new Libc();
    private final Runnable onAlarm;
    private final Published<Boolean> closed = new Published<>(false);

    /// @param onAlarm called from a thread of its own; returns at once
    public MemoryAlarm(Runnable onAlarm) {
        this.onAlarm = onAlarm;
    }

    /// Begins to wait for stalls.
    ///
    /// @param file for example `/proc/pressure/memory`, or `memory.pressure` of a group
    /// @return whether the kernel does that
    public boolean onStall(Path file) {
        if (!Files.isWritable(file)) {
            return false;
        }
        int descriptor;
        try {
            descriptor = libc.open(file.toString(), Libc.READ_WRITE | Libc.NON_BLOCKING);
        } catch (IOException _) {
            return false;
        }
        try {
            libc.write(descriptor, STALL);
        } catch (IOException e) {
            libc.close(descriptor);
            LOG.log(System.Logger.Level.INFO, "{0}: {1}", file, e.getMessage());
            return false;
        }
        Background.daemon("memory-stall", () -> await(descriptor, Libc.URGENT, new int[] {descriptor}));
        return true;
    }

    /// Begins to wait until a group of version 1 uses that much.
    ///
    /// @param group folder of the memory controller
    /// @return whether the kernel does that
    public boolean onUse(Path group, long bytes) {
        Path control = group.resolve("cgroup.event_control");
        if (!Files.isWritable(control)) {
            return false;
        }
        try {
            int events = libc.events();
            int usage = libc.open(group.resolve("memory.usage_in_bytes").toString(), Libc.READ_ONLY);
            int writer = libc.open(control.toString(), Libc.WRITE_ONLY);
            try {
                libc.write(writer, events + " " + usage + " " + bytes);
            } finally {
                libc.close(writer);
            }
            Background.daemon("memory-use", () -> await(events, Libc.READABLE, new int[] {events, usage}));
            return true;
        } catch (IOException e) {
            LOG.log(System.Logger.Level.INFO, "{0}: {1}", group, e.getMessage());
            return false;
        }
    }

    private void await(int descriptor, short wanted, int[] all) {
        try {
            while (!closed.get()) {
                short happened = libc.poll(descriptor, wanted, WAIT_MILLIS);
                if ((happened & Libc.BROKEN) != 0) {
                    return;
                }
                if ((happened & wanted) != 0 && !closed.get()) {
                    if (wanted == Libc.READABLE) {
                        libc.drain(descriptor);
                    }
                    onAlarm.run();
                }
            }
        } finally {
            for (int each : all) {
                libc.close(each);
            }
        }
    }

    /// Ends it; threads follow within ten seconds.
    @Override
    public void close() {
        closed.publish(true);
    }
}
