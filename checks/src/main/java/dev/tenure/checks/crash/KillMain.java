package dev.tenure.checks.crash;

import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/// `KillMain FOLDER KILLS SEED TENURE [ETCD]`: starts a server in the folder with the launcher TENURE, kills it so many
/// times while four clients write, now and then while it starts, and holds after each new start what it shows against
/// what it has acknowledged. With etcd, half of the kills take that too.
public final class KillMain {
    private static final int WRITERS = 4;
    private static final int LOAD_MILLIS_MAX = 600;
    private static final int START_MILLIS_MAX = 1_500;
    private static final int ONE_START_IN = 5;
    private static final int TOLD_EVERY = 25;

    private final KilledServer server;
    private final SystemTime time = new SystemTime();
    private final Random random;
    private final List<WritingClient> writers;
    private int whileStarting;

    private KillMain(Path folder, long seed, String tenure, Optional<String> etcd) throws IOException {
        server = KilledServer.in(folder, time, tenure, etcd);
        random = new Random(seed);
        writers = IntStream.range(0, WRITERS)
                .mapToObj(i -> new WritingClient(i, seed * WRITERS + i))
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
        Tick begun = run.time.now();
        try (run.server) {
            for (int kill = 1; kill <= kills; kill++) {
                List<String> wrong = run.once(kill % 2 == 0);
                if (!wrong.isEmpty()) {
                    System.out.println("after kill %d: %s".formatted(kill - 1, String.join("\n", wrong)));
                    System.exit(1);
                }
                if (kill % TOLD_EVERY == 0 || kill == kills) {
                    System.out.printf(
                            "%d kills (%d of them while it started), %d acknowledged writes, none lost, after %d s%n",
                            kill,
                            run.whileStarting,
                            run.writers.stream()
                                    .mapToLong(writer -> writer.book().count())
                                    .sum(),
                            run.time.now().since(begun).toSeconds());
                }
            }
            run.server.start();
            try (HttpEndpoint endpoint = run.server.await()) {
                List<String> wrong = run.check(endpoint);
                wrong.forEach(System.out::println);
                System.exit(wrong.isEmpty() ? 0 : 1);
            }
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
            List<Thread> threads = new ArrayList<>();
            for (WritingClient writer : writers) {
                threads.add(Thread.ofPlatform().start(() -> writer.write(endpoint)));
            }
            pause(LOAD_MILLIS_MAX);
            server.kill(both);
            for (Thread thread : threads) {
                thread.join();
            }
            return List.of();
        }
    }

    private List<String> check(HttpEndpoint endpoint) {
        return writers.stream()
                .flatMap(writer -> writer.check(endpoint).stream())
                .toList();
    }

    private void pause(int millisMax) {
        Pause.of(Duration.ofMillis(random.nextInt(millisMax) + 20L), time);
    }
}
