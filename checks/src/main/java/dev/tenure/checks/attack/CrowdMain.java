package dev.tenure.checks.attack;

import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import java.io.IOException;
import java.time.Duration;

/// `CrowdMain PORT SECONDS PID MEGABYTES`: 900 clients list and write at the server on this port of
/// loopback, whose process has that number and may have so much memory, while 100 kubelets renew their
/// leases. Afterwards the server has a minute to come to rest.
public final class CrowdMain {
    private static final int CLIENTS = 900;
    private static final int NODES = 100;
    private static final Duration REST_WITHIN = Duration.ofMinutes(1);
    private static final Duration REST_LOOK = Duration.ofSeconds(5);
    private static final Duration REST_WAIT = Duration.ofMillis(500);

    /// Hundredths of a second of processors that a server at rest uses within such a look.
    private static final long REST_TICKS = 50;

    private static final int REST_DESCRIPTORS = 20;
    private static final long KILOBYTES = 1024;

    private final Victim victim;
    private final long pid;
    private final long idleDescriptors;
    private final SystemTime time = new SystemTime();

    private CrowdMain(Victim victim, long pid) throws IOException {
        this.victim = victim;
        this.pid = pid;
        this.idleDescriptors = ProcessFigures.of(pid).descriptors();
    }

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws IOException {
        var victim = new Victim(Integer.parseInt(arguments[0]), "admin", "kubelet", "ann");
        var main = new CrowdMain(victim, Long.parseLong(arguments[2]));
        Duration length = Duration.ofSeconds(Long.parseLong(arguments[1]));
        long megabytes = Long.parseLong(arguments[3]);
        boolean held = main.crowd(length);
        boolean good = main.rests() && held;
        ProcessFigures last = ProcessFigures.of(main.pid);
        boolean small = last.peakKilobytes() <= megabytes * KILOBYTES;
        System.out.printf(
                "memory: %s, at most %d MB of %d MB, %d MB at last%n",
                small ? "within the limit" : "BEYOND THE LIMIT",
                last.peakKilobytes() / KILOBYTES,
                megabytes,
                last.residentKilobytes() / KILOBYTES);
        System.exit(good && small ? 0 : 1);
    }

    @SuppressWarnings("SystemOut")
    private boolean crowd(Duration length) throws IOException {
        var run = new AttackRun(victim, time);
        try (NodeLeases leases = NodeLeases.begin(victim, NODES, time)) {
            AttackRun.Row row = run.run(new Crowd(CLIENTS, Crowd.Writes.KEPT), length);
            leases.end();
            boolean inTime = leases.late() == 0 && leases.renewals() > 0;
            System.out.println(AttackRun.header());
            System.out.println(row);
            System.out.printf(
                    "leases of %d nodes: %d renewals, %d late, the longest after %d ms%n",
                    NODES, leases.renewals(), leases.late(), leases.longest().toMillis());
            return row.good() && inTime;
        }
    }

    /// Whether the server does nothing any more, holds no connections, and answers as fast as ever.
    @SuppressWarnings("SystemOut")
    private boolean rests() throws IOException {
        Tick begun = time.now();
        var bystanders = new Bystanders(victim, time);
        while (true) {
            ProcessFigures before = ProcessFigures.of(pid);
            Pause.of(REST_LOOK, time);
            ProcessFigures after = ProcessFigures.of(pid);
            Bystanders.Waits waits = bystanders.ask();
            Duration took = time.now().since(begun);
            boolean rests = after.ticks() - before.ticks() <= REST_TICKS
                    && after.descriptors() <= idleDescriptors + REST_DESCRIPTORS
                    && waits.longest().compareTo(REST_WAIT) <= 0;
            boolean late = took.compareTo(REST_WITHIN) > 0;
            if (rests || late) {
                System.out.printf(
                        "rest: %s after %d s: %d ms of processors in %d s, %d descriptors (%d before), the longest wait %d ms%n",
                        rests ? "yes" : "NO",
                        took.toSeconds(),
                        10 * (after.ticks() - before.ticks()),
                        REST_LOOK.toSeconds(),
                        after.descriptors(),
                        idleDescriptors,
                        waits.longest().toMillis());
                return rests && !late;
            }
        }
    }
}
