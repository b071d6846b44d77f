package dev.tenure.runtime.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.limit.FairSeats.Entry;
import dev.tenure.runtime.limit.FairSeats.Reason;
import dev.tenure.runtime.limit.FairSeats.Size;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class FairSeatsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<Runnable> leaves = new LinkedBlockingQueue<>();

    /// Asks in the background and returns when it waits.
    private void waiting(FairSeats seats, String flow) {
        int before = seats.use("0").waiting();
        Background.run("ask", () -> {
            if (seats.enter("0", flow, 1, LONG) instanceof Entry.Seated(Runnable leave)) {
                events.add(flow);
                leaves.add(leave);
            } else {
                events.add("not " + flow);
            }
        });
        while (seats.use("0").waiting() == before) {
            Thread.onSpinWait();
        }
    }

    private static Runnable take(FairSeats seats, String level) {
        return ((Entry.Seated) seats.enter(level, "first", 1, LONG)).leave();
    }

    @Test
    void flowsTakeTurnsHoweverMuchOneOfThemWants() throws InterruptedException {
        var seats = of(new Size(1, 0, 100, 100, 50));
        Runnable first = take(seats, "0");
        for (String flow : List.of("a", "a", "a", "a", "b", "c")) {
            waiting(seats, flow);
        }
        first.run();
        var order = new ArrayList<String>();
        for (int i = 0; i < 6; i++) {
            order.add(events.take());
            leaves.take().run();
        }
        assertThat(order).containsExactly("a", "b", "c", "a", "a", "a");
        assertThat(seats.use("0")).isEqualTo(new FairSeats.Use(0, 0, 0));
    }

    @Test
    void oneFlowCannotFillTheQueueOfItsLevel() throws InterruptedException {
        var seats = of(new Size(1, 0, 100, 4, 3));
        Runnable first = take(seats, "0");
        for (int i = 0; i < 3; i++) {
            waiting(seats, "a");
        }
        assertThat(seats.enter("0", "a", 1, LONG)).isEqualTo(new Entry.Refused(Reason.QUEUE_FULL));
        waiting(seats, "b");
        // the level is full now: a flow that waits for less has the place of one that waits for more
        Background.run("ask", () -> seats.enter("0", "c", 1, LONG));
        assertThat(events.take()).isEqualTo("not a");
        assertThat(seats.use("0").waiting()).isEqualTo(4);
        first.run();
    }

    @Test
    void nobodyWaitsWhereThereIsNoQueueOrForLongerThanAllowed() {
        var seats = of(new Size(1, 0, 100, 0, 0), new Size(1, 0, 100, 5, 5));
        take(seats, "0");
        take(seats, "1");
        assertThat(seats.enter("0", "a", 1, LONG)).isEqualTo(new Entry.Refused(Reason.CONCURRENCY_LIMIT));
        assertThat(seats.enter("1", "a", 1, Duration.ofMillis(1))).isEqualTo(new Entry.Refused(Reason.TIME_OUT));
        assertThat(seats.use("1").waiting()).isZero();
    }

    @Test
    void aLevelLendsWhatItMayAndHasItsOwnSeatsAtOnce() {
        var seats = of(new Size(1, 0, 100, 0, 0), new Size(4, 2, 100, 0, 0));
        for (int i = 0; i < 3; i++) {
            take(seats, "0");
        }
        assertThat(seats.enter("0", "a", 1, LONG)).isInstanceOf(Entry.Refused.class);
        for (int i = 0; i < 4; i++) {
            take(seats, "1");
        }
        assertThat(seats.enter("1", "a", 1, LONG)).isInstanceOf(Entry.Refused.class);
    }

    @Test
    void aWideRequestTakesAllSeatsOfItsLevelAtMost() {
        var seats = of(new Size(3, 0, 100, 0, 0));
        Entry wide = seats.enter("0", "a", 10, LONG);
        assertThat(seats.use("0")).isEqualTo(new FairSeats.Use(0, 3, 1));
        ((Entry.Seated) wide).leave().run();
        assertThat(seats.use("0")).isEqualTo(new FairSeats.Use(0, 0, 0));
    }

    @Test
    void aLevelBorrowsNoMoreThanItMay() {
        var seats = of(new Size(1, 0, 1, 0, 0), new Size(4, 4, 100, 0, 0), new Size(0, 0, 100, 0, 0));
        take(seats, "0");
        take(seats, "0");
        assertThat(seats.enter("0", "a", 1, LONG)).isInstanceOf(Entry.Refused.class);
        for (int i = 0; i < 3; i++) {
            take(seats, "2");
        }
        assertThat(seats.enter("2", "a", 1, LONG)).as("nothing is left to lend").isInstanceOf(Entry.Refused.class);
    }

    @Test
    void onAnUnlimitedLevelEverybodyHasASeat() {
        var seats = of(new Size(1, 1, Size.UNLIMITED, 0, 0), new Size(0, 0, 100, 0, 0));
        Runnable last = take(seats, "0");
        for (int i = 0; i < 10; i++) {
            last = take(seats, "0");
        }
        assertThat(seats.use("0").requests()).isEqualTo(11);
        take(seats, "1").run();
        take(seats, "1");
        assertThat(seats.enter("1", "a", 1, LONG))
                .as("one at a time without seats, and none is lent")
                .isInstanceOf(Entry.Refused.class);
        last.run();
        assertThat(seats.use("0").requests()).isEqualTo(10);
    }

    @Test
    void whoWaitsIsServedWhenHisLevelGrowsOrGoes() throws InterruptedException {
        var seats = of(new Size(1, 0, 0, 100, 50));
        Runnable first = take(seats, "0");
        waiting(seats, "a");
        waiting(seats, "b");
        seats.resize(2, () -> Map.of("0", new Size(2, 0, 0, 100, 50)));
        assertThat(events.take()).isEqualTo("a");
        seats.resize(1, () -> Map.of("0", new Size(9, 0, 0, 100, 50)));
        assertThat(seats.use("0").waiting()).as("older sizes come too late").isOne();
        seats.resize(3, Map::of);
        assertThat(seats.enter("0", "c", 1, LONG)).isEqualTo(new Entry.Gone());
        first.run();
        assertThat(events.take()).isEqualTo("b");
        leaves.take().run();
        leaves.take().run();
        seats.resize(4, () -> Map.of("0", new Size(1, 0, 0, 0, 0)));
        take(seats, "0");
        assertThat(seats.enter("0", "c", 1, LONG)).isEqualTo(new Entry.Refused(Reason.CONCURRENCY_LIMIT));
    }

    @Test
    void seatsAreNeverLostNorGivenTwice() throws InterruptedException {
        var seats = of(new Size(3, 1, 100, 40, 5), new Size(2, 2, 100, 40, 5));
        long seed = 20;
        var done = new LinkedBlockingQueue<Boolean>();
        var under = ConcurrentHashMap.<Thread>newKeySet();
        for (int thread = 0; thread < 24; thread++) {
            var random = new Random(seed + thread);
            String level = Integer.toString(thread % 2);
            Background.run("asks", () -> {
                boolean good = true;
                for (int i = 0; i < 400; i++) {
                    Duration most = Duration.ofNanos(random.nextInt(200_000));
                    if (seats.enter(level, "f" + random.nextInt(4), 1 + random.nextInt(2), most)
                            instanceof Entry.Seated(Runnable leave)) {
                        under.add(Thread.currentThread());
                        good &= under.size() <= 5 + 3;
                        Thread.onSpinWait();
                        under.remove(Thread.currentThread());
                        leave.run();
                    }
                }
                done.add(good);
            });
        }
        for (int thread = 0; thread < 24; thread++) {
            assertThat(done.take()).as("seed %d", seed).isTrue();
        }
        for (String level : List.of("0", "1")) {
            assertThat(seats.use(level)).as("seed %d", seed).isEqualTo(new FairSeats.Use(0, 0, 0));
        }
    }

    /// Levels that have their numbers for names.
    private static FairSeats of(Size... sizes) {
        var levels = new TreeMap<String, Size>();
        for (Size size : sizes) {
            levels.put(Integer.toString(levels.size()), size);
        }
        return new FairSeats(levels);
    }
}
