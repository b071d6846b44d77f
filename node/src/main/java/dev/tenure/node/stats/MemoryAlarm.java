package dev.tenure.node.stats;

import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.loop.Published;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;

/// Lets the kernel tell at once when memory gets short, instead of looking every ten seconds. Two ways:
/// pressure stall information (tasks wait for memory), and on version 1 of control groups a threshold of
/// use. Each has a thread of its own that sleeps in the kernel.
///
/// Whoever has the right to (`CAP_SYS_RESOURCE`) is told of stalls within 50 ms, everybody else only every
/// two seconds. Where neither way is quick enough, [MemoryWatch] looks by itself.
public final class MemoryAlarm implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(MemoryAlarm.class.getPackageName());
    private static final String STALL_AT_ONCE = "some 50000 500000";
    private static final String STALL = "some 100000 2000000";
    private static final int WAIT_MILLIS = 10_000;

    private final EventFiles kernel;
    private final Runnable onAlarm;
    private final Published<Boolean> closed = new Published<>(false);

    /// @param onAlarm called from a thread of its own; returns at once
    public MemoryAlarm(Runnable onAlarm) {
        this(onAlarm, new Libc());
    }

    MemoryAlarm(Runnable onAlarm, EventFiles kernel) {
        this.onAlarm = onAlarm;
        this.kernel = kernel;
    }

    /// Begins to wait for stalls.
    ///
    /// @param file for example `/proc/pressure/memory`, or `memory.pressure` of a group
    /// @return how quick the kernel does that
    public Stall onStall(Path file) {
        if (!Files.isWritable(file)) {
            return Stall.NOT;
        }
        return listens(file, STALL_AT_ONCE) ? Stall.AT_ONCE : listens(file, STALL) ? Stall.LATE : Stall.NOT;
    }

    /// How the kernel tells of stalls.
    public enum Stall {
        /// Within 50 ms.
        AT_ONCE,
        /// Within two seconds.
        LATE,
        /// Not at all.
        NOT
    }

    private boolean listens(Path file, String stall) {
        int descriptor;
        try {
            descriptor = kernel.open(file.toString(), Libc.READ_WRITE | Libc.NON_BLOCKING);
        } catch (IOException _) {
            return false;
        }
        try {
            kernel.write(descriptor, stall);
        } catch (IOException e) {
            kernel.close(descriptor);
            LOG.log(System.Logger.Level.DEBUG, "{0}: {1}", file, e.getMessage());
            return false;
        }
        Background.daemon("memory-stall", () -> await(descriptor, Libc.URGENT, new int[] {descriptor}, closed));
        return true;
    }

    /// Something that is waited for until it is closed.
    public interface Waiting extends AutoCloseable {
        /// Its thread follows within ten seconds.
        @Override
        void close();
    }

    /// Begins to wait until a group of version 1 uses that much.
    ///
    /// @param group folder of the memory controller
    /// @return absent when the kernel does not do that
    public Optional<Waiting> onUse(Path group, long bytes) {
        Path control = group.resolve("cgroup.event_control");
        if (!Files.isWritable(control)) {
            return Optional.empty();
        }
        var opened = new ArrayList<Integer>();
        try {
            int events = kernel.events();
            opened.add(events);
            int usage = kernel.open(group.resolve("memory.usage_in_bytes").toString(), Libc.READ_ONLY);
            opened.add(usage);
            ask(control, events + " " + usage + " " + bytes);
            var over = new Published<>(false);
            Background.daemon("memory-use", () -> await(events, Libc.READABLE, new int[] {events, usage}, over));
            return Optional.of(() -> over.publish(true));
        } catch (IOException e) {
            opened.forEach(kernel::close);
            LOG.log(System.Logger.Level.INFO, "{0}: {1}", group, e.getMessage());
            return Optional.empty();
        }
    }

    private void ask(Path control, String what) throws IOException {
        int writer = kernel.open(control.toString(), Libc.WRITE_ONLY);
        try {
            kernel.write(writer, what);
        } finally {
            kernel.close(writer);
        }
    }

    private void await(int descriptor, short wanted, int[] all, Published<Boolean> over) {
        try {
            while (!closed.get() && !over.get()) {
                short happened = kernel.poll(descriptor, wanted, WAIT_MILLIS);
                if ((happened & Libc.BROKEN) != 0) {
                    return;
                }
                if ((happened & wanted) != 0 && !closed.get() && !over.get()) {
                    if (wanted == Libc.READABLE) {
                        kernel.drain(descriptor);
                    }
                    onAlarm.run();
                }
            }
        } finally {
            for (int each : all) {
                kernel.close(each);
            }
        }
    }

    /// Ends it; threads follow within ten seconds.
    @Override
    public void close() {
        closed.publish(true);
    }
}
