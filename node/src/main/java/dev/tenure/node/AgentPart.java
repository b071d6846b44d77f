package dev.tenure.node;

import dev.tenure.kubelet.pod.PodsAside;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.Supervision;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/// The agent's loop as one part of the agent sees it: what throws there, which only a bug does, stands in
/// the log and stops no other part. After a growing pause the part is taken up again, and remembers what it
/// did before. Confined to its loop.
final class AgentPart implements EventLoop {
    private final EventLoop loop;
    private final PodsAside aside;
    private final String part;
    private Runnable again = () -> {};

    /// @param part its name, for people
    AgentPart(EventLoop loop, PodsAside aside, String part) {
        this.loop = loop;
        this.aside = aside;
        this.part = part;
    }

    /// How the part is taken up again, whatever it was at when it threw.
    void takenUpBy(Runnable resume) {
        again = resume;
    }

    /// Runs what belongs to this part, at the call of another one.
    void run(Runnable event) {
        aside.guard(part, name(), event, again);
    }

    /// A call of this part failed with what is a bug and stands in the log.
    void failed() {
        aside.later(part, name(), again);
    }

    private String name() {
        return "the agent's part " + part;
    }

    @Override
    public void post(String name, Runnable event) {
        loop.post(name, () -> run(event));
    }

    @Override
    public void alarm(String name, Tick due, Runnable event) {
        loop.alarm(name, due, () -> run(event));
    }

    @Override
    public void cancel(String name) {
        loop.cancel(name);
    }

    @Override
    public <T> void work(String name, Callable<T> blocking, Consumer<Outcome<T>> done) {
        loop.work(name, blocking, outcome -> run(() -> done.accept(outcome)));
    }

    @Override
    public <T> void hardWork(String name, Callable<T> busy, Consumer<Outcome<T>> done) {
        loop.hardWork(name, busy, outcome -> run(() -> done.accept(outcome)));
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
