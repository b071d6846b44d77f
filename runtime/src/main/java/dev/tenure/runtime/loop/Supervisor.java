package dev.tenure.runtime.loop;

import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.GrowingPause;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/// Keeps one component alive: when an event of it throws, everything that it still has to do is dropped, and
/// after a pause it is made anew, with nothing remembered, as a new process would; others on the same loop
/// notice nothing. The first pause is 1 s, each further one twice as long, up to 5 min; after 10 min without
/// a fault the next is 1 s again. Confined to its loop, but for the first making.
public final class Supervisor {
    private static final GrowingPause PAUSE = new GrowingPause(Duration.ofSeconds(1), Duration.ofMinutes(5));
    private static final Duration FORGIVEN_AFTER = Duration.ofMinutes(10);

    private final String component;
    private final EventLoop loop;
    private final Making making;
    private Optional<Life> life = Optional.empty();
    /// In a row, none of them forgiven.
    private int faults;

    private Optional<Tick> lastFault = Optional.empty();

    /// Makes a component.
    @FunctionalInterface
    public interface Making {
        /// @param loop for everything that the component does
        /// @return starts it; run on the loop, once
        Runnable make(EventLoop loop);
    }

    /// @param component its name, for messages
    /// @param loop of the component, or a part of one
    public Supervisor(String component, EventLoop loop, Making making) {
        this.component = component;
        this.loop = loop;
        this.making = making;
    }

    /// Makes the component for the first time, on the caller's thread.
    ///
    /// @return starts it; to be run on the loop, once
    public Runnable prepare() {
        var first = new Life();
        life = Optional.of(first);
        Runnable start = making.make(first);
        return () -> first.run("start", start);
    }

    /// Makes the component and has it started. May be called by any thread, once.
    public void start() {
        loop.post("start", prepare());
    }

    /// Ends the component for good. To be called on the loop.
    public void end() {
        life.ifPresent(Life::end);
        life = Optional.empty();
        loop.cancel(alarm());
    }

    private String alarm() {
        return "restart-" + component;
    }

    /// Ends the present life, if `failed` is that, and begins another one after the pause.
    private void beginAnew(Life failed) {
        if (failed.ended) {
            return;
        }
        failed.end();
        Tick now = loop.time().now();
        boolean forgiven = lastFault
                .filter(last -> now.since(last).compareTo(FORGIVEN_AFTER) < 0)
                .isEmpty();
        faults = forgiven ? 1 : Math.addExact(faults, 1);
        lastFault = Optional.of(now);
        loop.alarm(alarm(), now.plus(PAUSE.after(faults)), this::live);
    }

    private void live() {
        var next = new Life();
        life = Optional.of(next);
        next.run("begin anew", () -> making.make(next).run());
    }

    /// One life of the component, from its making to its first fault.
    private final class Life implements EventLoop, Supervision {
        private final List<Runnable> lasts = new ArrayList<>();
        private final Set<String> aside = new HashSet<>();
        private boolean ended;

        private void run(String event, Runnable body) {
            if (ended) {
                return;
            }
            try {
                body.run();
            } catch (RuntimeException | Error e) {
                failed(event, e);
            }
        }

        private void end() {
            ended = true;
            for (Runnable last : lasts) {
                try {
                    last.run();
                } catch (RuntimeException | Error e) {
                    loop.supervision().failed("end", e);
                }
            }
            lasts.clear();
        }

        @Override
        public void post(String name, Runnable event) {
            loop.post(name, () -> run(name, event));
        }

        @Override
        public void alarm(String name, Tick due, Runnable event) {
            if (!ended) {
                loop.alarm(name, due, () -> run(name, event));
            }
        }

        @Override
        public void cancel(String name) {
            if (!ended) {
                loop.cancel(name);
            }
        }

        @Override
        public <T> void work(String name, Callable<T> blocking, Consumer<Outcome<T>> done) {
            loop.work(name, blocking, outcome -> ended(name, outcome, done));
        }

        @Override
        public <T> void hardWork(String name, Callable<T> busy, Consumer<Outcome<T>> done) {
            loop.hardWork(name, busy, outcome -> ended(name, outcome, done));
        }

        private <T> void ended(String name, Outcome<T> outcome, Consumer<Outcome<T>> done) {
            if (outcome instanceof Outcome.Failed<T>(Exception cause) && FaultReporter.unforeseen(cause)) {
                loop.supervision().setAside(name, cause);
            }
            run(name, () -> done.accept(outcome));
        }

        @Override
        public TimeSource time() {
            return loop.time();
        }

        @Override
        public Supervision supervision() {
            return this;
        }

        @Override
        public void setAside(String object, Throwable fault) {
            loop.supervision().setAside(object, fault);
            aside.add(object);
        }

        @Override
        public void regained(String object) {
            if (aside.remove(object)) {
                loop.post("begin anew", () -> beginAnew(this));
            }
        }

        @Override
        public void failed(String event, Throwable fault) {
            loop.supervision().failed(event, fault);
            beginAnew(this);
        }

        @Override
        public void atEnd(Runnable last) {
            lasts.add(last);
        }
    }
}
