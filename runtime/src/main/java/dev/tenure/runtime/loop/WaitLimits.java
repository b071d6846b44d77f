package dev.tenure.runtime.loop;

import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// How long waits may take, for waits that hardly ever take so long: one thread looks at all of them when the
/// first may be over, in place of a timer for each. To set a timer and to take it back costs a virtual thread
/// more than most of such waits: of a server that tells a thousand watchers the same it was a fifth of the
/// work. Safe for use by many threads.
public final class WaitLimits implements AutoCloseable {
    /// How much too late a limit may be noticed.
    public static final Duration LATE_MAX = Duration.ofMillis(50);

    private static final Duration LOOK_AT_LEAST_EVERY = Duration.ofHours(1);
    private static final Tick LOOKING = new Tick(Long.MAX_VALUE);

    private final String name;
    private final TimeSource time;
    private final Set<Limit> limits = ConcurrentHashMap.newKeySet();
    private final WakeUp sooner = new WakeUp();
    private volatile Tick nextLook = LOOKING;
    private volatile boolean closed;

    /// With a thread of its own.
    ///
    /// @param name of that thread
    public WaitLimits(String name) {
        this(name, new SystemTime());
        Background.run(name, this::follow);
    }

    /// Without a thread.
    WaitLimits(String name, TimeSource time) {
        this.name = name;
        this.time = time;
    }

    /// Of one wait, until it is closed.
    public final class Limit implements AutoCloseable {
        private final Tick end;
        private final Runnable over;

        private Limit(Tick end, Runnable over) {
            this.end = end;
            this.over = over;
        }

        /// The wait has ended. What was to be done then may be under way all the same.
        @Override
        public void close() {
            limits.remove(this);
        }
    }

    /// A wait begins.
    ///
    /// @param longest how long it may take
    /// @param over what is done then, once; must not block
    public Limit begin(Duration longest, Runnable over) {
        var limit = new Limit(time.now().plus(longest), over);
        limits.add(limit);
        if (nextLook.isAfter(limit.end)) {
            sooner.raise();
        }
        return limit;
    }

    private void follow() {
        try {
            while (!closed) {
                sooner.await(look());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Ends the waits whose time is over. One thread.
    ///
    /// @return when to look again, unless somebody asks for it
    Duration look() {
        // who begins from here on may be missed below, and asks for another look
        nextLook = LOOKING;
        Tick now = time.now();
        Tick soonest = now.plus(LATE_MAX);
        Tick next = now.plus(LOOK_AT_LEAST_EVERY);
        for (Limit limit : limits) {
            if (!limit.end.isAfter(now)) {
                limit.close();
                end(limit);
            } else if (next.isAfter(limit.end)) {
                next = limit.end;
            }
        }
        Tick chosen = next.isAfter(soonest) ? next : soonest;
        nextLook = chosen;
        return chosen.since(now);
    }

    private void end(Limit limit) {
        try {
            limit.over.run();
        } catch (RuntimeException e) {
            // reported like all that nobody caught; the others go on
            Background.run(name, () -> {
                throw e;
            });
        }
    }

    /// Waits that have begun have no limit any longer.
    @Override
    public void close() {
        closed = true;
        sooner.raise();
    }
}
