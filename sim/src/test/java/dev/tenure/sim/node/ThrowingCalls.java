package dev.tenure.sim.node;

import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.PassingLoop;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.world.Substitutes;
import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/// Throws what only a bug throws in the middle of what the agent of a node does: by chance, wherever its own
/// code asks its loop for something, the time included. Each method of it throws at the first or the second
/// time that it does so, at the other one of the two with the next seed. Other faults than these are
/// findings.
final class ThrowingCalls implements Substitutes {
    private static final String MARK = "planted";
    private static final int FIRST = 2;
    private static final Set<String> ASKS = Set.of("post", "alarm", "cancel", "work", "time");

    private final long seed;
    private final Random random;
    private final Map<String, Integer> visits = new HashMap<>();
    private final Set<String> reached = new TreeSet<>();
    private final List<String> told = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();
    private double odds;

    ThrowingCalls(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
    }

    /// From now on, so many of all calls throw; 0 for none.
    void odds(double chosen) {
        odds = chosen;
    }

    /// The simple names of the classes whose code something was thrown at.
    Set<String> reached() {
        return reached;
    }

    /// What the faults were about that were planted, in order.
    List<String> told() {
        return told;
    }

    List<String> findings() {
        return findings;
    }

    @Override
    public Optional<FaultReporter> faults() {
        return Optional.of((component, about, fault) -> {
            if (String.valueOf(fault.getMessage()).startsWith(MARK)) {
                told.add(about);
            } else {
                findings.add("%s: %s: %s".formatted(component, about, fault));
            }
            return "00000000";
        });
    }

    @Override
    public EventLoop loop(String component, EventLoop loop) {
        return new Loop(loop);
    }

    /// Whose code asks: not that of the loops between, nor of those who set aside, on whom everything rests.
    private static boolean asks(StackFrame frame) {
        String type = frame.getClassName();
        boolean between = type.startsWith(ThrowingCalls.class.getName())
                || type.equals(PassingLoop.class.getName())
                || (type.endsWith(".AgentPart") && ASKS.contains(frame.getMethodName()));
        return type.startsWith("dev.tenure.") && !between;
    }

    /// An agent that cannot be made is made anew by others.
    private static boolean isAgents(StackFrame frame) {
        String type = frame.getClassName();
        return (type.startsWith("dev.tenure.node.") || type.startsWith("dev.tenure.kubelet."))
                && !type.endsWith(".PodsAside")
                && !frame.getMethodName().equals("<init>");
    }

    private void perhaps() {
        if (odds <= 0) {
            return;
        }
        StackWalker.getInstance()
                .walk(frames -> frames.filter(ThrowingCalls::asks).findFirst())
                .filter(ThrowingCalls::isAgents)
                .ifPresent(this::perhapsAt);
    }

    private void perhapsAt(StackFrame frame) {
        String type = frame.getClassName().replaceFirst("\\$.*", "");
        String place = type + "." + frame.getMethodName();
        int visit = visits.merge(place, 1, Integer::sum);
        if (visit == 1 + Math.floorMod(place.hashCode() + seed, FIRST) || random.nextDouble() < odds) {
            reached.add(type.substring(type.lastIndexOf('.') + 1));
            throw random.nextBoolean()
                    ? new IndexOutOfBoundsException(MARK + " at " + place)
                    : new IllegalStateException(MARK + " at " + place);
        }
    }

    private final class Loop extends PassingLoop {
        private Loop(EventLoop loop) {
            super(loop);
        }

        @Override
        public void post(String name, Runnable event) {
            perhaps();
            super.post(name, event);
        }

        @Override
        public void alarm(String name, Tick due, Runnable event) {
            perhaps();
            super.alarm(name, due, event);
        }

        @Override
        public void cancel(String name) {
            perhaps();
            super.cancel(name);
        }

        @Override
        public <T> void work(String name, Callable<T> blocking, Consumer<Outcome<T>> done) {
            perhaps();
            super.work(name, blocking, done);
        }

        @Override
        public TimeSource time() {
            perhaps();
            return super.time();
        }
    }
}
