package dev.tenure.checks.fuzz;

import dev.tenure.checks.attack.Victim;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// `FuzzMain PORT REQUESTS SEED PID`: fuzzes the server on this port of loopback, whose process has this number and
/// whose tokens are `admin`, `kubelet` and `ann`, and tells what came of it and how much memory it took.
public final class FuzzMain {
    private FuzzMain() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws IOException {
        var victim = new Victim(Integer.parseInt(arguments[0]), "admin", "kubelet", "ann");
        long requests = Long.parseLong(arguments[1]);
        long seed = Long.parseLong(arguments[2]);
        var time = new SystemTime();
        Tick begun = time.now();
        boolean good = true;
        int parts = 10;
        for (int part = 0; part < parts; part++) {
            FuzzRun.Outcome outcome = FuzzRun.run(victim, requests / parts, seed * parts + part, time);
            good &= outcome.good();
            System.out.printf(
                    "after %d of %d s, %s, %d descriptors: %s%n",
                    requests / parts * (part + 1),
                    time.now().since(begun).toSeconds(),
                    resident(arguments[3]),
                    descriptors(arguments[3]),
                    outcome.told());
        }
        System.exit(good ? 0 : 1);
    }

    private static String resident(String pid) throws IOException {
        try (var lines = Files.lines(Path.of("/proc", pid, "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS"))
                    .findFirst()
                    .orElse("")
                    .replaceAll("\\s+", " ");
        }
    }

    private static long descriptors(String pid) throws IOException {
        try (var files = Files.list(Path.of("/proc", pid, "fd"))) {
            return files.count();
        }
    }
}
