package dev.tenure.runtime.loop;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/// Passes everything on to another loop; the base of loops that watch or disturb.
public abstract class PassingLoop implements EventLoop {
    private final EventLoop loop;

    protected PassingLoop(EventLoop loop) {
        this.loop = loop;
    }

    @Override
    public void post(String name, Runnable event) {
        loop.post(name, event);
    }

    @Override
    public void alarm(String name, Tick due, Runnable event) {
        loop.alarm(name, due, event);
    }

    @Override
    public void cancel(String name) {
        loop.cancel(name);
    }

    @Override
    public <T> void work(String name, Callable<T> blocking, Consumer<Outcome<T>> done) {
        loop.work(name, blocking, done);
    }

    @Override
    public <T> void hardWork(String name, Callable<T> busy, Consumer<Outcome<T>> done) {
        loop.hardWork(name, busy, done);
    }

    @Override
    public Supervision supervision() {
        return loop.supervision();
    }

    @Override
    public TimeSource time() {
        return loop.time();
    }
}
