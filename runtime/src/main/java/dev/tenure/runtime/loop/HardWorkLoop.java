package dev.tenure.runtime.loop;

import java.util.concurrent.Callable;
import java.util.function.Consumer;

/// A loop of which all work is hard: for who hands a loop on to what only knows [EventLoop#work].
public final class HardWorkLoop extends PassingLoop {
    private final EventLoop loop;

    private HardWorkLoop(EventLoop loop) {
        super(loop);
        this.loop = loop;
    }

    /// The same loop, seen so.
    public static EventLoop over(EventLoop loop) {
        return new HardWorkLoop(loop);
    }

    @Override
    public <T> void work(String name, Callable<T> busy, Consumer<Outcome<T>> done) {
        loop.hardWork(name, busy, done);
    }
}
