package dev.tenure.runtime.loop;

import dev.tenure.runtime.io.ThreadEnd;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// A loop on a thread of its own, on real time. Blocking work runs on virtual threads, a bounded number at
/// once.
public final class ThreadedLoop implements EventLoop, AutoCloseable {
    /// Alarms are looked at after at most this many posted events, so that a flood of events cannot starve
    /// them.
    private static final int EVENTS_BETWEEN_ALARMS = 64;

    private final String name;
    private final TimeSource time;
    private final FaultReporter faults;
    private final Workers workers;
    private final Workers hardWorkers;
    private final ConcurrentLinkedQueue<Runnable> posted = new ConcurrentLinkedQueue<>();
    private final Alarms alarms = new Alarms();
    private final long restNanos;
    private final Thread thread;
    private volatile boolean parked;
    private volatile boolean closed;

    /// Starts a loop that never rests.
    ///
    /// @param workersMax how many pieces of blocking work may run at once
    /// @param faults notified, with this loop's name, when an event has thrown; the loop goes on with the
    ///     next
    public ThreadedLoop(String name, TimeSource time, int workersMax, FaultReporter faults) {
        this(name, time, workersMax, faults, Duration.ZERO);
    }

    /// Starts a loop.
    ///
    /// @param workersMax how many pieces of blocking work may run at once
    /// @param faults notified, with this loop's name, when an event has thrown; the loop goes on with the
    ///     next
    /// @param rest at least this long between running out of events and taking up the next: one that comes
    ///     after a longer pause is taken up at once, many that come one by one are taken up together. Waking
    ///     a thread costs more than most events do
    public ThreadedLoop(String name, TimeSource time, int workersMax, FaultReporter faults, Duration rest) {
        this.name = name;
        this.time = time;
        this.faults = faults;
        this.restNanos = rest.toNanos();
        this.workers = new Workers(name + "-worker", workersMax);
        this.hardWorkers = Workers.ofSystem(name + "-hard-worker");
        this.thread = Thread.ofPlatform().name("loop-" + name).daemon(true).unstarted(this::run);
        thread.start();
    }

    @Override
    public void post(String event, Runnable body) {
        posted.add(body);
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void alarm(String alarm, Tick due, Runnable event) {
        alarms.set(alarm, due, event);
    }

    @Override
    public void cancel(String alarm) {
        alarms.cancel(alarm);
    }

    @Override
    public <T> void work(String task, Callable<T> blocking, Consumer<Outcome<T>> done) {
        workers.carryOut(blocking, outcome -> post(task, () -> done.accept(outcome)));
    }

    @Override
    public <T> void hardWork(String task, Callable<T> busy, Consumer<Outcome<T>> done) {
        hardWorkers.carryOut(busy, outcome -> post(task, () -> done.accept(outcome)));
    }

    @Override
    public Supervision supervision() {
        return new Unsupervised(name, faults);
    }

    /// This loop as one of several components that share its thread sees it: with alarms of its own, whatever
    /// their names, and a number of its own of pieces of blocking work that may run at once.
    ///
    /// @param part unlike that of any other part
    public EventLoop part(String part, int workersMax) {
        return new Part(part, new Workers(part + "-worker", workersMax), Workers.ofSystem(part + "-hard-worker"));
    }

    @Override
    public TimeSource time() {
        return time;
    }

    /// Stops the loop after the event that is running; what is still queued is dropped. Work under way is not
    /// awaited.
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        if (!Thread.currentThread().equals(thread)) {
            ThreadEnd.await(thread);
        }
    }

    private void run() {
        while (!closed) {
            runPosted();
            boolean woke = runAlarms();
            if (!woke && posted.isEmpty()) {
                Tick idleSince = time.now();
                park();
                rest(idleSince);
            }
        }
    }

    private void run(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException | Error e) {
            faults.report(name, "an event", e);
        }
    }

    private void runPosted() {
        for (int i = 0; i < EVENTS_BETWEEN_ALARMS && !closed; i++) {
            Runnable event = posted.poll();
            if (event == null) {
                return;
            }
            run(event);
        }
    }

    private boolean runAlarms() {
        Tick now = time.now();
        boolean any = false;
        for (var due = alarms.takeDue(now); due.isPresent() && !closed; due = alarms.takeDue(now)) {
            run(due.get());
            any = true;
        }
        return any;
    }

    /// Nobody wakes the loop meanwhile but who closes it; something may wake it without a reason.
    private void rest(Tick idleSince) {
        if (restNanos == 0) {
            return;
        }
        long left = restNanos - time.now().since(idleSince).toNanos();
        while (left > 0 && !closed) {
            LockSupport.parkNanos(this, left);
            left = restNanos - time.now().since(idleSince).toNanos();
        }
    }

    private void park() {
        parked = true;
        try {
            if (!posted.isEmpty() || closed) {
                return;
            }
            var earliest = alarms.earliest();
            if (earliest.isEmpty()) {
                LockSupport.park(this);
            } else {
                long nanos = earliest.get().since(time.now()).toNanos();
                if (nanos > 0) {
                    LockSupport.parkNanos(this, nanos);
                }
            }
        } finally {
            parked = false;
        }
    }

    private final class Part implements EventLoop {
        private final String part;
        private final Workers ownWorkers;
        private final Workers ownHardWorkers;

        private Part(String part, Workers ownWorkers, Workers ownHardWorkers) {
            this.part = part;
            this.ownWorkers = ownWorkers;
            this.ownHardWorkers = ownHardWorkers;
        }

        private String own(String alarm) {
            return part + "/" + alarm;
        }

        @Override
        public void post(String event, Runnable body) {
            ThreadedLoop.this.post(event, body);
        }

        @Override
        public void alarm(String alarm, Tick due, Runnable event) {
            ThreadedLoop.this.alarm(own(alarm), due, event);
        }

        @Override
        public void cancel(String alarm) {
            ThreadedLoop.this.cancel(own(alarm));
        }

        @Override
        public <T> void work(String task, Callable<T> blocking, Consumer<Outcome<T>> done) {
            ownWorkers.carryOut(blocking, outcome -> post(task, () -> done.accept(outcome)));
        }

        @Override
        public <T> void hardWork(String task, Callable<T> busy, Consumer<Outcome<T>> done) {
            ownHardWorkers.carryOut(busy, outcome -> post(task, () -> done.accept(outcome)));
        }

        @Override
        public Supervision supervision() {
            return new Unsupervised(part, faults);
        }

        @Override
        public TimeSource time() {
            return time;
        }
    }
}
