package dev.tenure.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.time.SystemTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ThreadedLoopTest {
    private static final int WORKERS = 4;

    private final SystemTime time = new SystemTime();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    private String failed(String component, String about, Throwable cause) {
        failures.add(cause);
        return "";
    }

    private ThreadedLoop loop(Duration rest) {
        return new ThreadedLoop("test", time, WORKERS, this::failed, rest);
    }

    @Test
    void aLoopThatRestsCarriesOutEverythingInOrder() throws InterruptedException {
        List<Integer> seen = new CopyOnWriteArrayList<>();
        var all = new CountDownLatch(2_000);
        try (var loop = loop(Duration.ofMillis(1))) {
            for (int i = 0; i < 2_000; i++) {
                int number = i;
                loop.post("number", () -> {
                    seen.add(number);
                    all.countDown();
                });
                if (i % 50 == 0) {
                    new WakeUp().await(Duration.ofMillis(1));
                }
            }
            all.await();
        }
        assertThat(seen).isEqualTo(IntStream.range(0, 2_000).boxed().toList());
        assertThat(failures).isEmpty();
    }

    @Test
    void manyEventsThatComeDuringARestAreTakenUpTogether() throws InterruptedException {
        var first = new CountDownLatch(1);
        var last = new CountDownLatch(1);
        List<String> rounds = new CopyOnWriteArrayList<>();
        try (var loop = loop(Duration.ofSeconds(1))) {
            loop.post("first", first::countDown);
            first.await();
            for (int i = 0; i < 10; i++) {
                String name = "event " + i;
                loop.post(name, () -> {
                    rounds.add(name);
                    loop.post("next round", () -> rounds.add("round ends"));
                });
            }
            loop.post("last", last::countDown);
            last.await();
        }
        assertThat(rounds.subList(0, 10)).doesNotContain("round ends");
    }

    /// As much of it as there are processors, and more, is under way, and never lets go of its thread.
    @Test
    void hardWorkLeavesTheProcessorsToOthers() throws InterruptedException {
        int pieces = 2 * Runtime.getRuntime().availableProcessors();
        var begun = new CountDownLatch(pieces);
        var ended = new CountDownLatch(pieces);
        List<Boolean> virtual = new CopyOnWriteArrayList<>();
        var enough = new AtomicBoolean();
        try (var loop = loop(Duration.ZERO)) {
            for (int i = 0; i < pieces; i++) {
                EventLoop part = i == 0 ? loop : loop.part("part " + i, WORKERS);
                Callable<Boolean> busy = () -> {
                    begun.countDown();
                    while (!enough.get()) {
                        Thread.onSpinWait();
                    }
                    return Thread.currentThread().isVirtual();
                };
                Consumer<Outcome<Boolean>> done = outcome -> {
                    virtual.add(outcome.equals(new Outcome.Done<>(true)));
                    ended.countDown();
                };
                boolean all = i == 1;
                loop.post("begin", () -> {
                    if (all) {
                        HardWorkLoop.over(part).work("busy", busy, done);
                    } else {
                        part.hardWork("busy", busy, done);
                    }
                });
            }
            begun.await();
            var other = new CountDownLatch(1);
            loop.post("ask", () -> loop.work("blocking", () -> "", _ -> other.countDown()));
            other.await();
            enough.set(true);
            ended.await();
        }
        assertThat(virtual).hasSize(pieces).containsOnly(false);
        assertThat(failures).isEmpty();
    }

    @Test
    void aRestingLoopStillKeepsItsAlarms() throws InterruptedException {
        var rung = new CountDownLatch(3);
        try (var loop = loop(Duration.ofMillis(2))) {
            loop.post("set", () -> again(loop, rung));
            rung.await();
        }
        assertThat(failures).isEmpty();
    }

    private void again(ThreadedLoop loop, CountDownLatch rung) {
        rung.countDown();
        loop.alarm("again", loop.time().now().plus(Duration.ofMillis(1)), () -> again(loop, rung));
    }

    @Test
    void anEventThatThrowsIsReportedAndTheNextOnesRun() throws InterruptedException {
        var after = new CountDownLatch(2);
        try (var loop = loop(Duration.ZERO)) {
            loop.post("bug", () -> {
                throw new StackOverflowError("bug");
            });
            loop.post("set", () -> {
                after.countDown();
                loop.alarm("bug", loop.time().now(), () -> {
                    throw new IllegalStateException("bug");
                });
                loop.alarm("later", loop.time().now(), after::countDown);
            });
            after.await();
        }
        assertThat(failures).hasSize(2);
    }

    @Test
    void closingDoesNotWaitForTheEndOfARest() {
        var loop = loop(Duration.ofDays(1));
        loop.post("never", () -> failures.add(new AssertionError("a day has not passed")));
        loop.close();
        assertThat(failures).isEmpty();
    }

    @Test
    void partsHaveAlarmsOfTheirOwnOnOneThread() throws InterruptedException {
        var rung = new CountDownLatch(2);
        List<Thread> threads = new CopyOnWriteArrayList<>();
        try (var loop = loop(Duration.ZERO)) {
            for (String part : List.of("one", "other")) {
                EventLoop own = loop.part(part, WORKERS);
                own.post(
                        "set",
                        () -> own.alarm("wake", own.time().now().plus(Duration.ofMillis(1)), () -> {
                            threads.add(Thread.currentThread());
                            rung.countDown();
                        }));
            }
            rung.await();
        }
        assertThat(threads).hasSize(2).containsOnly(threads.getFirst());
        assertThat(failures).isEmpty();
    }

    @Test
    void workOfOnePartDoesNotWaitForThatOfAnother() throws InterruptedException {
        var release = new CountDownLatch(1);
        var done = new CountDownLatch(1);
        try (var loop = loop(Duration.ZERO)) {
            EventLoop busy = loop.part("busy", 1);
            EventLoop free = loop.part("free", 1);
            busy.post("begin", () -> {
                busy.work("waits", () -> await(release), _ -> {});
                free.work("short", () -> true, _ -> done.countDown());
            });
            done.await();
            release.countDown();
        }
        assertThat(failures).isEmpty();
    }

    private static boolean await(CountDownLatch latch) throws InterruptedException {
        latch.await();
        return true;
    }
}
