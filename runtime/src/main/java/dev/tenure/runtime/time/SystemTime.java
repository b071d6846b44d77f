package dev.tenure.runtime.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/// The clocks of the machine, and how the one was stepped against the other since this was made, as far as
/// somebody has asked for the time. While a machine sleeps, its monotonic clock stands still and the other
/// one goes on: when it wakes that is a step as well.
public final class SystemTime implements TimeSource {
    private static final Duration STEP_MIN = Duration.ofSeconds(1);
    private static final Duration STEP_BACK_MIN = Duration.ofSeconds(-1);
    private static final Duration LOOK_MAX = Duration.ofMillis(50);

    /// @param wall what the wall clock showed at `at`, when it was last set
    private record Course(Instant wall, Tick at, WallSteps steps) {
        /// How far the wall clock is from where it would be.
        Duration off(Instant shows, Tick now) {
            return Duration.between(wall.plus(now.since(at)), shows);
        }

        Course seen(Instant shows, Tick now) {
            return new Course(shows, now, steps.with(new WallSteps.Step(wall.plus(now.since(at)), shows)));
        }
    }

    private final InstantSource clock;
    private final AtomicReference<Course> course;

    public SystemTime() {
        this(MachineClock.ofProcess());
    }

    SystemTime(InstantSource clock) {
        this.clock = clock;
        this.course = new AtomicReference<>(new Course(clock.instant(), tick(), WallSteps.NONE));
    }

    @Override
    public Instant wall() {
        Instant wall = clock.instant();
        if (stepped(course.get().off(wall, tick()))) {
            look();
        }
        return wall;
    }

    @Override
    public Tick now() {
        return tick();
    }

    @Override
    public WallSteps steps() {
        wall();
        return course.get().steps();
    }

    /// Looks at both clocks once more; a look between whose halves this thread stood still tells nothing.
    private void look() {
        Course before = course.get();
        Tick begun = tick();
        Instant wall = clock.instant();
        Tick ended = tick();
        boolean quick = ended.since(begun).compareTo(LOOK_MAX) < 0;
        if (quick && stepped(before.off(wall, ended))) {
            course.compareAndSet(before, before.seen(wall, ended));
        }
    }

    private static boolean stepped(Duration off) {
        // Not by abs(), which takes the way over decimal fractions, for this is asked with each look at the
        // clock.
        return off.compareTo(STEP_MIN) >= 0 || off.compareTo(STEP_BACK_MIN) <= 0;
    }

    private static Tick tick() {
        return new Tick(System.nanoTime());
    }
}
