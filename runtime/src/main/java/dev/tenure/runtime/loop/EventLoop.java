package dev.tenure.runtime.loop;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/// Runs events one at a time, in the order in which they were posted. State that only events of one loop touch needs no
/// lock. An event that throws stops its loop: a broken invariant is reported, not limped on with. What goes wrong with
/// one object is no such thing: whoever handles objects one by one catches that and tells it by [#setAside].
public interface EventLoop {
    /// Appends an event. May be called from any thread; returns at once.
    void post(String name, Runnable event);

    /// Wakes once at `due`, replacing any alarm already set under this name. To be called on the loop only.
    void alarm(String name, Tick due, Runnable event);

    /// Takes back an alarm, if it is set. To be called on the loop only.
    void cancel(String name);

    /// Runs `blocking` away from the loop (an HTTP call, a commit) and posts its outcome back to it. At most a bounded
    /// number runs at once; the others wait in order. To be called on the loop only.
    <T> void work(String name, Callable<T> blocking, Consumer<Outcome<T>> done);

    /// Tells that an object could not be handled, while the loop goes on with the others. In production it is logged;
    /// in
    /// a simulated world it is thrown, for there it is a finding.
    ///
    /// @param object for people, for example `/apps/deployments/default/web`
    default void setAside(String object, Throwable fault) {
        throw new IllegalStateException("%s could not be handled".formatted(object), fault);
    }

    /// The clocks that this loop lives by.
    TimeSource time();
}
