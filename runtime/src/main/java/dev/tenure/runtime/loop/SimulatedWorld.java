package dev.tenure.runtime.loop;

import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.runtime.time.WallSteps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Virtual time for any number of loops on the caller's thread: the next event runs as soon as the one before
/// has ended, and the clock jumps from event to event. Events of one moment run in the order in which they
/// were set, so a run is the same every time. Confined to one thread, but for its clocks, which any thread
/// may read.
public final class SimulatedWorld implements TimeSource {
    private record Event(Tick due, long order, SimulatedLoop loop, String name, Runnable body)
            implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byMoment = Long.compare(due.nanos(), other.due.nanos());
            return byMoment != 0 ? byMoment : Long.compare(order, other.order);
        }
    }

    private static final Duration NOTICED_MIN = Duration.ofSeconds(1);

    private final Instant epoch;
    private final PriorityQueue<Event> agenda = new PriorityQueue<>();
    /// What was set for the very moment at which it was set, in order; most events are. Time passes once it
    /// is empty.
    private final ArrayDeque<Event> atOnce = new ArrayDeque<>();
    private volatile Tick now = new Tick(0);
    private long order;
    private volatile Duration wallOffset = Duration.ZERO;
    private WallSteps steps = WallSteps.NONE;
    private int stepCount;
    private Runnable afterEvent = () -> {};
    private Runnable arrivals = () -> {};
    private FaultReporter faults = this::found;
    private Optional<IllegalStateException> finding = Optional.empty();
    private Latency latency = (_, _, _) -> Duration.ZERO;

    /// How long a message takes on its way. Asked once for the way of a piece of work to where it is
    /// carried out, and once, with the same arguments but for the moment, for the way of its outcome
    /// back.
    public interface Latency {
        /// @return never negative
        Duration of(String loop, String task, Tick now);
    }

    /// @param epoch what the wall clock shows when the world begins
    public SimulatedWorld(Instant epoch) {
        this.epoch = epoch;
    }

    /// A loop of this world. Its name only serves messages.
    public SimulatedLoop loop(String name) {
        return new SimulatedLoop(name);
    }

    @Override
    public Instant wall() {
        return epoch.plusNanos(now.nanos()).plus(wallOffset);
    }

    @Override
    public Tick now() {
        return now;
    }

    /// Steps the wall clock; deadlines are not moved. Each loop knows the steps since it was made that a
    /// process would notice.
    public void stepWallClock(Duration by) {
        Instant would = wall();
        wallOffset = wallOffset.plus(by);
        if (by.abs().compareTo(NOTICED_MIN) >= 0) {
            steps = steps.with(new WallSteps.Step(would, wall()));
            stepCount++;
        }
    }

    @Override
    public WallSteps steps() {
        return steps;
    }

    /// From now on work and its outcomes take so long on their way; none at first.
    public void latency(Latency chosen) {
        latency = chosen;
    }

    /// Who hears of the faults in this world; at first each is a finding, thrown after the event.
    public FaultReporter faults() {
        return (component, about, fault) -> faults.report(component, about, fault);
    }

    /// From now on, `others` hears of faults, and the world goes on.
    public void reportFaultsTo(FaultReporter others) {
        faults = others;
    }

    private String found(String component, String about, Throwable fault) {
        finding = finding.or(() -> Optional.of(new IllegalStateException("%s: %s".formatted(component, about), fault)));
        return "00000000";
    }

    private void throwFinding() {
        Optional<IllegalStateException> found = finding;
        finding = Optional.empty();
        if (found.isPresent()) {
            throw found.get();
        }
    }

    /// Runs `check` after every event, for invariants.
    public void afterEachEvent(Runnable check) {
        afterEvent = check;
    }

    /// Looks with `look` after every event for what has come from outside meanwhile, so that loops which keep
    /// each other busy without letting time pass hear of it.
    void lookOutside(Runnable look) {
        arrivals = look;
    }

    /// Runs everything that is due within `span`, then lets the clock show its end.
    public void advance(Duration span) {
        Tick end = now.plus(span);
        while (runNext(end)) {
            // each turn runs one event
        }
        now = end;
    }

    /// When something is due next. An alarm that was taken back or replaced counts as long as its moment has
    /// not come.
    ///
    /// @return empty when nothing is planned at all
    public Optional<Tick> nextDue() {
        return atOnce.isEmpty() ? Optional.ofNullable(agenda.peek()).map(Event::due) : Optional.of(now);
    }

    /// Runs everything that is due now, without letting time pass.
    public void settle() {
        advance(Duration.ZERO);
    }

    private boolean runNext(Tick end) {
        Event next = takeNext(end);
        if (next == null) {
            return false;
        }
        if (next.loop().putsOff(next)) {
            return true;
        }
        if (next.loop().expects(next)) {
            passTo(next.due());
            next.body().run();
            throwFinding();
            afterEvent.run();
            arrivals.run();
        }
        return true;
    }

    /// Only a moment that has not come yet is written: most events share theirs with others.
    private void passTo(Tick due) {
        if (due.isAfter(now)) {
            now = due;
        }
    }

    private void set(Event event) {
        (event.due().isAfter(now) ? agenda : atOnce).add(event);
    }

    private @Nullable Event takeNext(Tick end) {
        Event planned = agenda.peek();
        Event immediate = atOnce.peek();
        if (immediate != null && (planned == null || immediate.compareTo(planned) < 0)) {
            return immediate.due().isAfter(end) ? null : atOnce.poll();
        }
        return planned == null || planned.due().isAfter(end) ? null : agenda.poll();
    }

    /// The clocks as a process sees them that began after so many steps.
    private final class LoopTime implements TimeSource {
        private final int before;

        LoopTime(int before) {
            this.before = before;
        }

        @Override
        public Instant wall() {
            return SimulatedWorld.this.wall();
        }

        @Override
        public Tick now() {
            return now;
        }

        @Override
        public WallSteps steps() {
            return stepCount == before ? WallSteps.NONE : stepsSince();
        }

        private WallSteps stepsSince() {
            return steps.after(Math.max(0, steps.steps().size() - (stepCount - before)));
        }
    }

    /// One loop of a simulated world. Work runs as an event of its own, so another loop's event may
    /// come between its request and its outcome, and a crash too.
    public final class SimulatedLoop implements EventLoop {
        private final String name;
        private final Map<String, Event> alarms = new HashMap<>();
        private final LoopTime time = new LoopTime(stepCount);
        private boolean crashed;
        private Tick heldUntil = now;

        private SimulatedLoop(String name) {
            this.name = name;
        }

        @Override
        public void post(String event, Runnable body) {
            set(new Event(now, order++, this, "", body));
        }

        private void send(String task, Runnable body) {
            Tick due = now.plus(latency.of(name, task, now));
            set(new Event(due, order++, this, "", body));
        }

        @Override
        public void alarm(String alarm, Tick due, Runnable event) {
            var made = new Event(due.isAfter(now) ? due : now, order++, this, alarm, event);
            alarms.put(alarm, made);
            set(made);
        }

        @Override
        public void cancel(String alarm) {
            alarms.remove(alarm);
        }

        @Override
        public <T> void work(String task, Callable<T> blocking, Consumer<Outcome<T>> done) {
            send(task, () -> {
                Outcome<T> outcome = carryOut(blocking);
                send(task, () -> done.accept(outcome));
            });
        }

        @Override
        public <T> void hardWork(String task, Callable<T> busy, Consumer<Outcome<T>> done) {
            work(task, busy, done);
        }

        private static <T> Outcome<T> carryOut(Callable<T> blocking) {
            try {
                return new Outcome.Done<>(blocking.call());
            } catch (Exception e) {
                return new Outcome.Failed<>(e);
            } catch (StackOverflowError e) {
                return new Outcome.Failed<>(new IllegalStateException(e));
            }
        }

        @Override
        public Supervision supervision() {
            return new Unsupervised(name, faults());
        }

        @Override
        public TimeSource time() {
            return time;
        }

        /// Drops everything that this loop still has to do, for good: a crash of its component.
        public void crash() {
            crashed = true;
            alarms.clear();
        }

        /// Holds it for a while, as a process that is stopped or a machine that sleeps: what falls due
        /// meanwhile, work under way too, comes at the end of it, in its order.
        public void hold(Duration span) {
            heldUntil = now.plus(span);
        }

        private boolean putsOff(Event event) {
            if (!heldUntil.isAfter(event.due())) {
                return false;
            }
            var later = new Event(heldUntil, order++, this, event.name(), event.body());
            if (event.name().isEmpty() || alarms.replace(event.name(), event, later)) {
                set(later);
            }
            return true;
        }

        private boolean expects(Event event) {
            if (crashed) {
                return false;
            }
            return event.name().isEmpty() || alarms.remove(event.name(), event);
        }

        @Override
        public String toString() {
            return "loop " + name;
        }
    }
}
