package dev.tenure.checks.crash;

import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/// `KillMain FOLDER KILLS SEED TENURE [ETCD]`: starts a server in the folder with the launcher TENURE, kills
/// it so many times while four clients write, now and then while it starts, and holds after each new start
/// what it shows against what it has acknowledged. With etcd, half of the kills take that too.
public final class KillMain {
    private static final int WRITERS = 4;
    private static final int WRITES_MAX = 120;
    private static final Duration LOAD_MAX = Duration.ofSeconds(20);
    private static final Duration LOOK_EVERY = Duration.ofMillis(5);
    private static final int START_MILLIS_MAX = 1_500;
    private static final int ONE_START_IN = 5;
    private static final int TOLD_EVERY = 25;

    private final KilledServer server;
    private final SystemTime time = new SystemTime();
    private final Random random;
    private final List<WritingClient> writers;
    private final LongAdder acknowledged = new LongAdder();
    private final ConcurrentLinkedQueue<String> broken = new ConcurrentLinkedQueue<>();
    private int whileStarting;

    private KillMain(Path folder, long seed, String tenure, Optional<String> etcd) throws IOException {
        server = KilledServer.in(folder, time, tenure, etcd);
        random = new Random(seed);
        writers = IntStream.range(0, WRITERS)
                .mapToObj(i -> new WritingClient(i, seed * WRITERS + i, acknowledged::increment))
                .toList();
    }

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int kills = Integer.parseInt(arguments[1]);
        var run = new KillMain(
                Path.of(arguments[0]),
                Long.parseLong(arguments[2]),
                arguments[3],
                arguments.length > 4 ? Optional.of(arguments[4]) : Optional.empty());
        boolean good;
        try (run.server) {
            good = run.all(kills);
        }
        System.exit(good ? 0 : 1);
    }

    /// @return whether nothing was lost
    @SuppressWarnings("SystemOut")
    private boolean all(int kills) throws IOException, InterruptedException {
        Tick begun = time.now();
        for (int kill = 1; kill <= kills; kill++) {
            List<String> wrong = once(kill % 2 == 0);
            if (!wrong.isEmpty()) {
                System.out.println("after kill %d: %s".formatted(kill - 1, String.join("\n", wrong)));
                return false;
            }
            if (kill % TOLD_EVERY == 0 || kill == kills) {
                System.out.printf(
                        "%d kills (%d of them while it started), %d acknowledged writes, none lost, after %d s%n",
                        kill,
                        whileStarting,
                        acknowledged.sum(),
                        time.now().since(begun).toSeconds());
            }
        }
        server.start();
        try (HttpEndpoint endpoint = server.await()) {
            List<String> wrong = check(endpoint);
            wrong.forEach(System.out::println);
            return wrong.isEmpty();
        }
    }

    /// One start, a look at what is there, some load, and the end.
    private List<String> once(boolean both) throws IOException, InterruptedException {
        server.start();
        if (random.nextInt(ONE_START_IN) == 0) {
            whileStarting++;
            pause(START_MILLIS_MAX);
            server.kill(both);
            return List.of();
        }
        try (HttpEndpoint endpoint = server.await()) {
            List<String> wrong = check(endpoint);
            if (!wrong.isEmpty()) {
                return wrong;
            }
            var running = new AtomicInteger(WRITERS);
            for (WritingClient writer : writers) {
                Background.run("writer", () -> {
                    try {
                        writer.write(endpoint);
                    } catch (RuntimeException e) {
                        broken.add("a writer has ended by itself: " + e);
                    } finally {
                        running.decrementAndGet();
                    }
                });
            }
            awaitWrites();
            server.kill(both);
            while (running.get() > 0) {
                Pause.of(LOOK_EVERY, time);
            }
            return List.copyOf(broken);
        }
    }

    private List<String> check(HttpEndpoint endpoint) {
        return writers.stream()
                .flatMap(writer -> writer.check(endpoint).stream())
                .toList();
    }

    /// Returns when some writes more have been acknowledged: in the middle of others.
    private void awaitWrites() {
        long until = acknowledged.sum() + random.nextInt(WRITES_MAX);
        Tick end = time.now().plus(LOAD_MAX);
        while (acknowledged.sum() < until && end.isAfter(time.now())) {
            Pause.of(LOOK_EVERY, time);
        }
    }

    private void pause(int millisMax) {
        Pause.of(Duration.ofMillis(random.nextInt(millisMax) + 20L), time);
    }
}
