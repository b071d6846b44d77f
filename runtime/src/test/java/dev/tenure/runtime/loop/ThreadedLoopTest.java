package dev.tenure.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.time.SystemTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ThreadedLoopTest {
    private static final int WORKERS = 4;

    private final SystemTime time = new SystemTime();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    private ThreadedLoop loop(Duration rest) {
        return new ThreadedLoop("test", time, WORKERS, (_, cause) -> failures.add(cause), rest);
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
                    new Signal().await(Duration.ofMillis(1));
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
    void closingDoesNotWaitForTheEndOfARest() {
        var loop = loop(Duration.ofDays(1));
        loop.post("never", () -> failures.add(new AssertionError("a day has not passed")));
        loop.close();
        assertThat(failures).isEmpty();
    }
}
