package dev.tenure.client.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.PassingLoop;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class ReconcileQueueTest {
    private static final Callable<Boolean> SUCCESS = () -> true;
    private static final Callable<Boolean> FAILURE = () -> false;

    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final SimulatedWorld.SimulatedLoop loop = world.loop("queue");
    private final List<String> planned = new ArrayList<>();
    private Function<String, Optional<Callable<Boolean>>> plan = _ -> Optional.empty();

    private ReconcileQueue<String> queue(int workers) {
        return new ReconcileQueue<>(loop, "queue", workers, key -> {
            planned.add(key);
            return plan.apply(key);
        });
    }

    private ReconcileQueue<String> running(int workers) {
        ReconcileQueue<String> queue = queue(workers);
        loop.post("start", queue::start);
        world.settle();
        return queue;
    }

    private void add(ReconcileQueue<String> queue, String... keys) {
        loop.post("add", () -> List.of(keys).forEach(queue::add));
    }

    /// The moments, in milliseconds, at which something was planned.
    private List<Long> moments() {
        var moments = new ArrayList<Long>();
        Function<String, Optional<Callable<Boolean>>> before = plan;
        plan = key -> {
            moments.add(world.now().nanos() / 1_000_000);
            return before.apply(key);
        };
        return moments;
    }

    @Test
    void keysGatherUntilItStarts() {
        ReconcileQueue<String> queue = queue(1);
        add(queue, "a", "b");
        world.advance(Duration.ofMinutes(1));
        assertThat(planned).isEmpty();
        assertThat(queue.size()).isEqualTo(2);
        loop.post("start", queue::start);
        world.settle();
        assertThat(planned).containsExactly("a", "b");
        assertThat(queue.size()).isZero();
    }

    @Test
    void aKeyWaitsOnceHoweverOftenItIsAdded() {
        ReconcileQueue<String> queue = running(1);
        add(queue, "a", "b", "a", "a");
        world.settle();
        assertThat(planned).containsExactly("a", "b");
    }

    @Test
    void soManyAreWorkedOnAtOnceAndAKeyByOneAtATime() {
        world.latency((_, _, _) -> Duration.ofSeconds(1));
        plan = _ -> Optional.of(SUCCESS);
        ReconcileQueue<String> queue = running(2);
        add(queue, "a", "b", "c");
        world.settle();
        assertThat(planned).containsExactly("a", "b");
        add(queue, "a", "a");
        world.advance(Duration.ofSeconds(1));
        assertThat(planned).containsExactly("a", "b");
        world.advance(Duration.ofSeconds(1));
        assertThat(planned).as("a comes once more, after who waited longer").containsExactly("a", "b", "c", "a");
    }

    @Test
    void aKeyThatFailsComesAgainLaterAndLater() {
        plan = _ -> Optional.of(FAILURE);
        List<Long> moments = moments();
        add(running(1), "a");
        world.advance(Duration.ofMillis(5 * 31));
        assertThat(moments).containsExactly(0L, 5L, 15L, 35L, 75L, 155L);
        world.advance(Duration.ofHours(3));
        int count = moments.size();
        assertThat(moments.get(count - 1) - moments.get(count - 2))
                .as("a thousand seconds at most")
                .isEqualTo(1_000_000);
    }

    @Test
    void successMakesTheNextFailureTheFirst() {
        plan = _ -> Optional.of(FAILURE);
        ReconcileQueue<String> queue = running(1);
        add(queue, "a");
        world.advance(Duration.ofMillis(20));
        plan = _ -> Optional.of(SUCCESS);
        world.advance(Duration.ofSeconds(1));
        plan = _ -> Optional.of(FAILURE);
        List<Long> moments = moments();
        long begin = world.now().nanos() / 1_000_000;
        add(queue, "a");
        world.advance(Duration.ofMillis(5));
        assertThat(moments).containsExactly(begin, begin + 5);
    }

    @Test
    void aKeyAtWhichTheReconcilerThrowsIsSetAsideAndTheOthersGoOn() {
        var faults = new ArrayList<String>();
        world.reportFaultsTo((component, about, _) -> {
            faults.add(component + ": " + about);
            return "id";
        });
        plan = key -> {
            if (key.equals("bad")) {
                throw new IllegalStateException("planted");
            }
            return Optional.empty();
        };
        ReconcileQueue<String> queue = running(1);
        add(queue, "bad", "good");
        world.settle();
        assertThat(planned).containsExactly("bad", "good");
        world.advance(Duration.ofMillis(15));
        assertThat(planned).containsExactly("bad", "good", "bad", "bad");
        assertThat(faults).hasSize(3).containsOnly("queue: queue bad");
        plan = _ -> Optional.empty();
        world.advance(Duration.ofHours(1));
        assertThat(planned).as("taken at last, and then at rest").containsExactly("bad", "good", "bad", "bad", "bad");
    }

    @Test
    void workThatThrowsIsAFailureLikeAnyOther() {
        plan = _ -> Optional.of(() -> {
            throw new IllegalStateException("planted");
        });
        add(running(1), "a");
        world.advance(Duration.ofMillis(5));
        assertThat(planned).containsExactly("a", "a");
    }

    @Test
    void ofSeveralDelaysTheSoonestCountsAndOnce() {
        List<Long> moments = moments();
        ReconcileQueue<String> queue = running(1);
        loop.post("later", () -> {
            queue.addAfter("a", Duration.ofMillis(50));
            queue.addAfter("a", Duration.ofMillis(20));
            queue.addAfter("a", Duration.ofMillis(80));
            queue.addAfter("b", Duration.ZERO);
        });
        world.advance(Duration.ofSeconds(1));
        assertThat(planned).containsExactly("b", "a");
        assertThat(moments).containsExactly(0L, 20L);
    }

    @Test
    void othersOnTheLoopHaveTheirTurnBetweenManyKeys() {
        ReconcileQueue<String> queue = running(1);
        var seen = new ArrayList<Integer>();
        loop.post("add", () -> {
            for (int i = 0; i < 1_000; i++) {
                queue.add("key " + i);
            }
            loop.post("other", () -> {
                seen.add(planned.size());
                loop.post("another", () -> seen.add(planned.size()));
            });
        });
        world.settle();
        assertThat(planned).hasSize(1_000);
        assertThat(seen).containsExactly(256, 512);
    }

    /// A loop on which each look at a key takes a while.
    private static final class Toiling extends PassingLoop {
        private final TimeSource to;
        private final Duration[] worked;

        Toiling(EventLoop to, Duration[] worked) {
            super(to);
            this.to = to.time();
            this.worked = worked;
        }

        @Override
        public TimeSource time() {
            return new TimeSource() {
                @Override
                public Instant wall() {
                    return to.wall();
                }

                @Override
                public Tick now() {
                    return to.now().plus(worked[0]);
                }
            };
        }
    }

    @Test
    void othersOnTheLoopHaveTheirTurnBetweenKeysThatTakeLong() {
        Duration[] worked = {Duration.ZERO};
        var toiling = new Toiling(loop, worked);
        var queue = new ReconcileQueue<String>(toiling, "queue", 1, key -> {
            planned.add(key);
            worked[0] = worked[0].plusMillis(4);
            return Optional.empty();
        });
        var seen = new ArrayList<Integer>();
        loop.post("start", () -> {
            queue.start();
            for (int i = 0; i < 10; i++) {
                queue.add("key " + i);
            }
            loop.post("other", () -> {
                seen.add(planned.size());
                loop.post("another", () -> seen.add(planned.size()));
            });
        });
        world.settle();
        assertThat(planned).hasSize(10);
        assertThat(seen).containsExactly(3, 6);
    }

    @Test
    void onePlanOfSeveralCallsMakesAllAndSucceedsWhenAllDo() throws Exception {
        var made = new ArrayList<String>();
        Callable<Boolean> first = () -> {
            made.add("first");
            return false;
        };
        Callable<Boolean> second = () -> made.add("second");
        assertThat(ReconcileQueue.allOf(List.of(first, second)).orElseThrow().call())
                .isFalse();
        assertThat(made).containsExactly("first", "second");
        assertThat(ReconcileQueue.allOf(List.of(second)).orElseThrow().call()).isTrue();
        assertThat(ReconcileQueue.allOf(List.of())).isEmpty();
    }
}
