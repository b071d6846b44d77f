package dev.tenure.checks.fuzz;

import dev.tenure.checks.attack.Victim;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import java.io.IOException;
import java.nio.file.Path;

/// `FuzzMain PORT REQUESTS SEED PID`: fuzzes the server on this port of loopback, whose process has this number and
/// whose tokens are `admin`, `kubelet` and `ann`, and tells what came of it and how much memory it took. The system
/// property `tenure.root` names the project's folder.
public final class FuzzMain {
    private static final int PARTS = 10;
    private static final long GROWTH_BYTES_MAX = 32L << 20;

    private FuzzMain() {}

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
        long first = 0;
        long live = 0;
        for (int part = 0; part < PARTS; part++) {
            FuzzRun.Outcome outcome =
                    FuzzRun.run(victim, new FuzzRun.Plan(requests / PARTS, seed * PARTS + part, golden), time);
            good &= outcome.good();
            server.sweep(collections);
            live = server.liveBytes();
            first = part == 0 ? live : first;
            System.out.printf(
                    "after %d of %d s, %d MB live, %s, %d descriptors: %s%n",
                    requests / PARTS * (part + 1),
                    time.now().since(begun).toSeconds(),
                    live >> 20,
                    server.resident(),
                    server.descriptors(),
                    outcome.report());
        }
        if (live - first > GROWTH_BYTES_MAX) {
            good = false;
            System.out.printf("what is live grew by %d MB since the first part%n", (live - first) >> 20);
        }
        System.exit(good ? 0 : 1);
    }
}
