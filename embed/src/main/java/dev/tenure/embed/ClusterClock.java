package dev.tenure.embed;

import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.loop.LiveWorld;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// The clock of an embedded cluster. What is due happens while it is moved, in order and at its moment. Safe
/// for use by several threads.
public final class ClusterClock {
    private static final Duration LOOK = Duration.ofMillis(10);

    private final LiveWorld world;
    private final TimeSource time;
    private final TimeSource machine;

    /// @param time of the world
    /// @param machine the clock by which is waited while the cluster's runs
    ClusterClock(LiveWorld world, TimeSource time, TimeSource machine) {
        this.world = world;
        this.time = time;
        this.machine = machine;
    }

    /// The moment that it shows: creation times and ages go by it.
    public Instant wall() {
        return time.wall();
    }

    /// Lets so much time pass; returns when everything has happened that was due meanwhile.
    public void advance(Duration span) {
        world.advance(span);
    }

    /// Waits until everything has happened that is due now: a write that came over the socket has reached
    /// scheduler and controllers then.
    public void settle() {
        world.ask(() -> true);
    }

    /// Lets time pass until something holds. A clock that stands is moved from one event to the next, so that
    /// it shows the very moment afterwards; one that runs is waited for, and looked at every 10 ms of the
    /// machine.
    ///
    /// @param longest of the time of this clock
    /// @param condition asked on the caller's thread, after each event
    /// @return how much time has passed; absent when it did not hold within that time
    /// @throws IllegalStateException when who waits is interrupted
    public Optional<Duration> await(Duration longest, BooleanSupplier condition) {
        Tick begun = world.ask(time::now);
        Tick end = begun.plus(longest);
        while (!condition.getAsBoolean()) {
            Tick now = time.now();
            if (!end.isAfter(now)) {
                return Optional.empty();
            }
            if (world.runs()) {
                Pause.of(LOOK, machine);
            } else {
                world.step(end.since(now));
            }
        }
        return Optional.of(time.now().since(begun));
    }

    /// Stops it.
    public void stand() {
        world.stand();
    }

    /// Has it run from what it shows.
    ///
    /// @param speed how many seconds pass in one of the machine, more than 0
    public void run(double speed) {
        world.run(speed);
    }
}
