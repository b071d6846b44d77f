package dev.tenure.runtime.loop;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/// Runs events one at a time, in the order in which they were posted. State that only events of one loop
/// touch needs no lock. An event that throws has broken its component, which is made anew, alone
/// ([Supervisor]). What goes wrong with one object breaks nothing: whoever handles objects one by one catches
/// that and tells it ([Supervision#setAside]).
public interface EventLoop {
    /// Appends an event. May be called from any thread; returns at once.
    void post(String name, Runnable event);

    /// Wakes once at `due`, replacing any alarm already set under this name. To be called on the loop only.
    void alarm(String name, Tick due, Runnable event);

    /// Takes back an alarm, if it is set. To be called on the loop only.
    void cancel(String name);

    /// Runs `blocking` away from the loop (an HTTP call, a commit) and posts its outcome back to it. At most
    /// a bounded number runs at once; the others wait in order. To be called on the loop only.
    <T> void work(String name, Callable<T> blocking, Consumer<Outcome<T>> done);

    /// As [#work], for what keeps a processor busy for long: compiling, checking, writing very much. It runs
    /// on a thread of the system, which the kernel has share the processors with all others; what runs on a
    /// virtual thread is never taken off its processor, and a few of that kind would stop everything else in
    /// the process. One piece at a time. To be called on the loop only.
    <T> void hardWork(String name, Callable<T> busy, Consumer<Outcome<T>> done);

    /// Who looks after the component that runs here.
    Supervision supervision();

    /// The clocks that this loop lives by.
    TimeSource time();
}
