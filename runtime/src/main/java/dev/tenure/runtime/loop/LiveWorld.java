package dev.tenure.runtime.loop;

import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/// A simulated world on a thread of its own, into which any thread may call: requests that come over a
/// socket, or a test that looks on. What is due happens at once. The clock stands until somebody moves it, or
/// runs along with the machine's, as fast or faster; a clock that runs can be moved as well. Safe for use by
/// several threads.
///
/// One write from outside is told to its watchers one after the other, and the world does not wait for the
/// last of them: who has heard of it may answer before the others know. So the world takes in after each
/// event what others have posted. Else a node's new taint that only one of two controllers knows would have
/// one put pods there and the other take them away, at the same moment for ever.
public final class LiveWorld implements AutoCloseable {
    private static final String DUE = "due";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /// Between two slices of a long way, others are heard.
    private static final Duration SLICE = Duration.ofSeconds(1);
    /// Taken in at once, so that who posts faster than it is taken in does not hold up the world.
    private static final int ARRIVALS_MAX = 1_024;

    private final SimulatedWorld world;
    private final TimeSource machine;
    private final ThreadedLoop thread;
    /// What other threads have posted to loops of the world, in the order in which it came.
    private final Queue<Runnable> arrived = new ConcurrentLinkedQueue<>();

    private final Thread own;
    /// How many seconds pass here for one of the machine; 0 while the clock stands. Confined to the thread,
    /// as is `seen`.
    private double speed;
    private Tick seen;
    private volatile boolean closed;

    /// Takes a world over, the clock of which stands.
    ///
    /// @param world used by nobody else from now on
    /// @param machine the clock that a clock which runs goes by
    /// @param faults notified of what is thrown in the world and nobody foresaw
    public LiveWorld(SimulatedWorld world, TimeSource machine, FaultReporter faults) {
        this.world = world;
        this.machine = machine;
        this.seen = machine.now();
        this.thread = new ThreadedLoop("world", machine, 1, faults);
        this.own = ask(Thread::currentThread);
        ask(() -> {
            world.lookOutside(this::takeIn);
            return true;
        });
    }

    /// The same loop for callers on any thread: what others post is passed on to the thread of the world.
    public EventLoop open(EventLoop loop) {
        return new OpenLoop(loop);
    }

    /// Asks on the thread of the world and waits for the answer, at most two minutes. What is due happens
    /// before the question and after it. Not to be called on that thread.
    ///
    /// @throws IllegalStateException when the question failed, after which the world goes on; when nobody
    ///     answers, or who asks is interrupted
    public <T> T ask(Supplier<T> question) {
        if (closed) {
            throw new IllegalStateException("the world is closed");
        }
        return Inquiry.ask(thread, "ask", PATIENCE, () -> {
                    catchUp();
                    T answer = question.get();
                    catchUp();
                    return answer;
                })
                .orElseThrow(() -> new IllegalStateException(
                        Thread.currentThread().isInterrupted()
                                ? "interrupted while waiting for the world"
                                : "the world was closed or has been busy for two minutes"));
    }

    /// Lets so much time pass at once, beside what passes by itself; everything that is due meanwhile
    /// happens. Others are heard after each second of it.
    public void advance(Duration span) {
        for (Duration left = span; left.isPositive(); left = left.minus(SLICE)) {
            Duration slice = left.compareTo(SLICE) < 0 ? left : SLICE;
            ask(() -> {
                world.advance(slice);
                return true;
            });
        }
    }

    /// Lets time pass until the next moment at which something is due, but not longer than this.
    ///
    /// @return how much has passed
    public Duration step(Duration longest) {
        return ask(() -> {
            Duration next = world.nextDue()
                    .map(due -> due.since(world.now()))
                    .filter(due -> due.compareTo(longest) < 0)
                    .orElse(longest);
            world.advance(next);
            return next;
        });
    }

    /// Stops the clock.
    public void stand() {
        go(0);
    }

    /// Has the clock run.
    ///
    /// @param times so many seconds pass in one of the machine, more than 0
    /// @throws IllegalArgumentException when it is no such number
    public void run(double times) {
        // written so that NaN is refused as well
        if (!(times > 0 && Double.isFinite(times))) {
            throw new IllegalArgumentException("a clock cannot run %s times as fast".formatted(times));
        }
        go(times);
    }

    private void go(double times) {
        ask(() -> {
            speed = times;
            return true;
        });
    }

    /// Whether the clock runs.
    public boolean runs() {
        return ask(() -> speed > 0);
    }

    private void arrive(Runnable posting) {
        arrived.add(posting);
        thread.post("arrived", this::catchUp);
    }

    private void takeIn() {
        for (int i = 0; i < ARRIVALS_MAX; i++) {
            Runnable posting = arrived.poll();
            if (posting == null) {
                return;
            }
            posting.run();
        }
    }

    /// Lets as much time pass as has passed outside, and everything happen that is due; what came from
    /// outside while nothing happened comes at the end of that time.
    private void catchUp() {
        Tick now = machine.now();
        Duration passed = Duration.ofNanos(Math.round(now.since(seen).toNanos() * speed));
        seen = now;
        try {
            world.advance(passed);
            takeIn();
            world.settle();
        } finally {
            planNext();
        }
    }

    private void planNext() {
        if (speed == 0) {
            thread.cancel(DUE);
            return;
        }
        world.nextDue().ifPresent(due -> {
            long nanos = Math.round(due.since(world.now()).toNanos() / speed);
            thread.alarm(DUE, machine.now().plus(Duration.ofNanos(Math.max(1, nanos))), this::catchUp);
        });
    }

    /// Stops the world where it is.
    @Override
    public void close() {
        closed = true;
        thread.close();
    }

    private final class OpenLoop extends PassingLoop {
        private OpenLoop(EventLoop loop) {
            super(loop);
        }

        @Override
        public void post(String name, Runnable event) {
            if (Thread.currentThread().equals(own)) {
                super.post(name, event);
            } else {
                arrive(() -> super.post(name, event));
            }
        }

        @Override
        public void alarm(String name, Tick due, Runnable event) {
            if (Thread.currentThread().equals(own)) {
                super.alarm(name, due, event);
            } else {
                arrive(() -> super.alarm(name, due, event));
            }
        }
    }
}
