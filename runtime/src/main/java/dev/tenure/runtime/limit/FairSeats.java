package dev.tenure.runtime.limit;

import dev.tenure.runtime.loop.WakeUp;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Seats for requests, on levels of which none can take another's own. Who finds no seat waits with his flow,
/// which is what one user or namespace asks for: flows of a level take turns, however much each of them
/// wants. What a level does not use of the seats that it may lend, others use meanwhile; it has its own back
/// at once, so that for a moment a few more requests than seats may be under way. Levels come, go and change
/// their sizes while requests are under way; one that goes takes nobody in any more, and who waits there is
/// still served. Safe for use by several threads.
///
/// Upstream deals each flow a hand of queues and picks the shortest; here a flow has a queue of its own while
/// it waits, which is the same without collisions, and as bounded:
/// apiserver/pkg/util/flowcontrol/fairqueuing/queueset.
public final class FairSeats {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Level> levels = new LinkedHashMap<>();
    /// Of the sizes.
    private volatile long version;

    /// @param seats where there are none, one request is served at a time, and what others lend
    /// @param lendable of them
    /// @param borrowing how many of other levels it may have besides, or [#UNLIMITED]
    /// @param waiting how many requests may wait at a time; 0: nobody waits
    /// @param waitingOfFlow how many of one flow
    public record Size(int seats, int lendable, int borrowing, int waiting, int waitingOfFlow) {
        /// Every request has its seat, whether there is one or not.
        public static final int UNLIMITED = Integer.MAX_VALUE;
    }

    /// What became of a request.
    public sealed interface Entry {
        /// It has its seats, until they are left once.
        record Seated(Runnable leave) implements Entry {}

        /// It has none.
        record Refused(Reason reason) implements Entry {}

        /// There is no such level, or not any more.
        record Gone() implements Entry {}
    }

    /// Why there is no seat.
    public enum Reason {
        /// Nobody waits on this level, and all seats are taken.
        CONCURRENCY_LIMIT,
        /// Too many wait already.
        QUEUE_FULL,
        /// It has waited for too long.
        TIME_OUT
    }

    /// What a level is doing.
    ///
    /// @param waiting requests
    /// @param seats that are taken
    /// @param requests that have seats
    record Use(int waiting, int seats, int requests) {}

    private static final class Waiter {
        private final int width;
        private final WakeUp signal = new WakeUp();
        private boolean seated;
        private boolean ousted;

        Waiter(int width) {
            this.width = width;
        }
    }

    private static final class Level {
        private Size size;
        private boolean gone;
        private final LinkedHashMap<String, ArrayDeque<Waiter>> flows = new LinkedHashMap<>();
        private int waiting;
        private int used;
        private int requests;

        Level(Size size) {
            this.size = size;
        }

        boolean isUnlimited() {
            return size.borrowing() == Size.UNLIMITED;
        }

        /// How many seats of others it would have with so many more.
        int overdraft(int more) {
            return isUnlimited() ? 0 : Math.max(0, used + more - size.seats());
        }

        boolean isOver() {
            return gone && waiting == 0 && requests == 0;
        }

        int spare() {
            return Math.max(0, Math.min(size.lendable(), size.seats() - used));
        }
    }

    /// @param sizes by the names of the levels
    public FairSeats(Map<String, Size> sizes) {
        sizes.forEach((name, size) -> levels.put(name, new Level(size)));
    }

    /// Gives levels other sizes, unless those of this version or a later one are there. Levels that are not
    /// named any more end with their last request.
    ///
    /// @param number of the version; the first sizes are older than all
    /// @param sizes by the names of all levels; asked for when they are new
    public void resize(long number, Supplier<Map<String, Size>> sizes) {
        if (number <= version) {
            return;
        }
        Map<String, Size> next = sizes.get();
        lock.lock();
        try {
            if (number > version) {
                version = number;
                levels.forEach((name, level) -> level.gone = !next.containsKey(name));
                next.forEach((name, size) -> levels.computeIfAbsent(name, _ -> new Level(size)).size = size);
                settle();
            }
        } finally {
            lock.unlock();
        }
    }

    /// After seats have become free, or levels are no longer what they were.
    private void settle() {
        levels.values().forEach(this::dispatch);
        levels.values().removeIf(Level::isOver);
    }

    /// Waits for seats, at most so long.
    ///
    /// @param width how many seats are wanted; a level has all of its seats to give at most
    public Entry enter(String level, String flow, int width, Duration waitMax) {
        Level at;
        Waiter waiter;
        lock.lock();
        try {
            at = levels.get(level);
            if (at == null || at.gone) {
                return new Entry.Gone();
            }
            waiter = new Waiter(at.isUnlimited() ? width : Math.clamp(width, 1, Math.max(1, at.size.seats())));
            if (at.waiting == 0 && fits(at, waiter.width)) {
                seat(at, waiter);
                return new Entry.Seated(() -> leave(at, waiter.width));
            }
            if (at.size.waiting() == 0) {
                return new Entry.Refused(Reason.CONCURRENCY_LIMIT);
            }
            if (!enqueue(at, flow, waiter)) {
                return new Entry.Refused(Reason.QUEUE_FULL);
            }
        } finally {
            lock.unlock();
        }
        return await(at, flow, waiter, waitMax);
    }

    private Entry await(Level at, String flow, Waiter waiter, Duration waitMax) {
        boolean interrupted = false;
        try {
            waiter.signal.await(waitMax);
        } catch (InterruptedException _) {
            interrupted = true;
        }
        lock.lock();
        try {
            if (waiter.seated) {
                return new Entry.Seated(() -> leave(at, waiter.width));
            }
            if (waiter.ousted) {
                return new Entry.Refused(Reason.QUEUE_FULL);
            }
            forget(at, flow, waiter);
            settle();
            return new Entry.Refused(Reason.TIME_OUT);
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Whether there are so many seats, of its own or of those that others lend.
    private boolean fits(Level at, int width) {
        if (at.isUnlimited() || at.used + width <= Math.max(1, at.size.seats())) {
            return true;
        }
        if (at.overdraft(width) > at.size.borrowing()) {
            return false;
        }
        int lent = 0;
        int spare = 0;
        for (Level one : levels.values()) {
            lent += one.overdraft(one == at ? width : 0);
            spare += one == at ? 0 : one.spare();
        }
        return lent <= spare;
    }

    private static void seat(Level at, Waiter waiter) {
        at.used += waiter.width;
        at.requests++;
        waiter.seated = true;
    }

    /// @return false when it may not wait
    private static boolean enqueue(Level at, String flow, Waiter waiter) {
        ArrayDeque<Waiter> queue = at.flows.get(flow);
        int mine = queue == null ? 0 : queue.size();
        if (mine >= at.size.waitingOfFlow() || (at.waiting >= at.size.waiting() && !oust(at, mine))) {
            return false;
        }
        at.flows.computeIfAbsent(flow, _ -> new ArrayDeque<>()).add(waiter);
        at.waiting++;
        return true;
    }

    /// Makes room at the cost of the flow that waits for most, when that is for more than what would be
    /// waited for.
    private static boolean oust(Level at, int mine) {
        ArrayDeque<Waiter> longest = at.flows.values().stream()
                .max(Comparator.comparingInt(ArrayDeque::size))
                .orElseThrow();
        if (longest.size() <= mine + 1) {
            return false;
        }
        Waiter last = longest.removeLast();
        at.waiting--;
        last.ousted = true;
        last.signal.raise();
        return true;
    }

    private static void forget(Level at, String flow, Waiter waiter) {
        ArrayDeque<Waiter> queue = at.flows.get(flow);
        if (queue != null && queue.remove(waiter)) {
            at.waiting--;
            if (queue.isEmpty()) {
                at.flows.remove(flow);
            }
        }
    }

    private void leave(Level at, int width) {
        lock.lock();
        try {
            at.used -= width;
            at.requests--;
            settle();
        } finally {
            lock.unlock();
        }
    }

    /// Seats those who wait, a request of each flow in turn.
    private void dispatch(Level at) {
        while (at.waiting > 0) {
            var first = at.flows.firstEntry();
            ArrayDeque<Waiter> queue = first.getValue();
            if (!fits(at, queue.getFirst().width)) {
                return;
            }
            Waiter next = queue.removeFirst();
            at.waiting--;
            at.flows.remove(first.getKey());
            if (!queue.isEmpty()) {
                at.flows.put(first.getKey(), queue);
            }
            seat(at, next);
            next.signal.raise();
        }
    }

    /// What a level is doing; one that is not there does nothing.
    Use use(String level) {
        lock.lock();
        try {
            Level one = levels.get(level);
            return one == null ? new Use(0, 0, 0) : new Use(one.waiting, one.used, one.requests);
        } finally {
            lock.unlock();
        }
    }
}
