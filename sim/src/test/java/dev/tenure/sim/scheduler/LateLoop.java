package dev.tenure.sim.scheduler;

import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.PassingLoop;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/// A loop whose work is now and then late: it is begun late, or its outcome comes late. Confined to the
/// thread of its world.
final class LateLoop extends PassingLoop {
    /// No work is later than this at either end.
    static final Duration LATENESS_MAX = Duration.ofSeconds(5);

    private static final int ONE_IN = 5;

    private final Random random;
    private Tick decided = new Tick(0);
    private long count;

    LateLoop(EventLoop loop, Random random) {
        super(loop);
        this.random = random;
    }

    /// When the work that runs now was asked for.
    Tick decided() {
        return decided;
    }

    @Override
    public <T> void work(String name, Callable<T> blocking, Consumer<Outcome<T>> done) {
        Tick asked = time().now();
        Callable<T> noting = () -> {
            decided = asked;
            return blocking.call();
        };
        delayed("begin", () -> super.work(name, noting, outcome -> delayed("end", () -> done.accept(outcome))));
    }

    private void delayed(String what, Runnable step) {
        if (random.nextInt(ONE_IN) == 0) {
            Duration by = Duration.ofMillis(random.nextLong(LATENESS_MAX.toMillis()));
            alarm(what + "-" + count++, time().now().plus(by), step);
        } else {
            step.run();
        }
    }
}
