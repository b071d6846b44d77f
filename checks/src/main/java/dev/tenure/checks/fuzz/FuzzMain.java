package dev.tenure.checks.fuzz;

import dev.tenure.checks.attack.Victim;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;

/// `FuzzMain PORT REQUESTS SEED PID`: fuzzes the server on this port of loopback, whose process has this
/// number and whose tokens are `admin`, `kubelet` and `ann`, and tells what came of it and how much memory it
/// took. The system property `tenure.root` names the project's folder.
public final class FuzzMain {
    private static final int PARTS = 10;
    private static final long GROWTH_BYTES_MAX = 32L << 20;

    /// Labels are bounded, but it takes many requests until all were seen: what grows without end doubles in
    /// the second half.
    private static final double METRICS_GROWTH_MAX = 1.5;

    private FuzzMain() {}

    /// What a server holds once the requests of a part are over.
    private record Left(long liveBytes, long metricsBytes, long descriptors) {
        static Left of(FuzzedServer server) throws IOException {
            return new Left(server.liveBytes(), server.metricsBytes(), server.descriptors());
        }

        /// What has grown; empty when nothing has.
        ///
        /// @param first after the first part
        /// @param half after half of them
        String grown(Left first, Left half) {
            if (liveBytes - first.liveBytes > GROWTH_BYTES_MAX) {
                return "what is live grew by %d MB since the first part".formatted((liveBytes - first.liveBytes) >> 20);
            }
            return metricsBytes > half.metricsBytes * METRICS_GROWTH_MAX
                    ? "/metrics grew from %d to %d bytes in the second half".formatted(half.metricsBytes, metricsBytes)
                    : "";
        }
    }

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws IOException {
        var victim = new Victim(Integer.parseInt(arguments[0]), "admin", "kubelet", "ann");
        long requests = Long.parseLong(arguments[1]);
        long seed = Long.parseLong(arguments[2]);
        var server = new FuzzedServer(victim, Long.parseLong(arguments[3]));
        Path golden = Path.of(System.getProperty("tenure.root", "."), "checks", "golden", "api");
        var collections = RecordedRequests.read(golden).collections();
        var time = new SystemTime();
        Tick begun = time.now();
        boolean good = true;
        var sent = new TreeMap<String, Long>();
        Optional<Left> first = Optional.empty();
        Optional<Left> half = Optional.empty();
        String grown = "";
        for (int part = 0; part < PARTS; part++) {
            FuzzRun.Outcome outcome =
                    FuzzRun.run(victim, new FuzzRun.Plan(requests / PARTS, seed * PARTS + part, golden), time);
            good &= outcome.good();
            outcome.sent().forEach((way, count) -> sent.merge(way, count, Long::sum));
            server.sweep(collections);
            Left left = Left.of(server);
            grown = left.grown(first.orElse(left), half.orElse(left));
            first = first.or(() -> Optional.of(left));
            half = part < PARTS / 2 ? Optional.of(left) : half;
            System.out.printf(
                    "after %d of %d s, %d MB live, %s, /metrics %d bytes, %d descriptors: %s%n",
                    requests / PARTS * (part + 1),
                    time.now().since(begun).toSeconds(),
                    left.liveBytes() >> 20,
                    server.resident(),
                    left.metricsBytes(),
                    left.descriptors(),
                    outcome.report());
        }
        System.out.println("sent in all: " + sent + (grown.isEmpty() ? "" : "\n" + grown));
        System.exit(good && grown.isEmpty() ? 0 : 1);
    }
}
