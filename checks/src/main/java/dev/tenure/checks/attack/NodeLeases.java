package dev.tenure.checks.attack;

import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// Kubelets that renew the leases of their nodes every ten seconds, each on a connection of its own that it
/// opens anew when it breaks. Safe for use by several threads.
final class NodeLeases implements AutoCloseable {
    /// As upstream: a quarter of the time for which a lease holds.
    static final Duration EVERY = Duration.ofSeconds(10);

    /// As upstream's kubelet waits after a renewal that failed.
    private static final Duration AGAIN_AFTER = Duration.ofMillis(200);

    /// A MicroTime has six digits behind the seconds, no more and no less.
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private static final int OK = 200;
    private static final int CREATED = 201;

    private final Victim victim;
    private final TimeSource time;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger running = new AtomicInteger();
    private final LongAdder renewals = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final AtomicLong longestNanos = new AtomicLong();

    private NodeLeases(Victim victim, TimeSource time) {
        this.victim = victim;
        this.time = time;
    }

    /// Makes the leases, and begins.
    ///
    /// @param nodes how many; their renewals are spread over the interval
    static NodeLeases begin(Victim victim, int nodes, TimeSource time) throws IOException {
        var leases = new NodeLeases(victim, time);
        for (int node = 0; node < nodes; node++) {
            leases.make(node);
        }
        Tick begun = time.now();
        for (int node = 0; node < nodes; node++) {
            int number = node;
            Tick first = begun.plus(EVERY.multipliedBy(node).dividedBy(nodes));
            leases.running.incrementAndGet();
            Background.run("kubelet", () -> leases.live(number, first));
        }
        return leases;
    }

    private static String name(int node) {
        return "crowded-" + node;
    }

    private void make(int node) throws IOException {
        try (SecretLine line = SecretLine.open(victim, "http/1.1")) {
            line.send(Bystanders.request("POST", Bystanders.LEASES, victim.admin(), """
                {"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"%s","namespace":"kube-node-lease"},
                 "spec":{"holderIdentity":"%1$s","leaseDurationSeconds":40}}\
                """.formatted(name(node))));
            int status = line.status();
            if (status != CREATED) {
                throw new IOException("the lease of a node is not made: " + status);
            }
        }
    }

    private void live(int node, Tick first) {
        Tick due = first;
        try {
            while (!over.get()) {
                due = renewEach(node, due);
            }
        } finally {
            if (time.now().since(due).compareTo(EVERY) > 0) {
                late.increment();
            }
            running.decrementAndGet();
        }
    }

    /// Renews on one connection, until that breaks.
    ///
    /// @return when the next renewal is due
    private Tick renewEach(int node, Tick from) {
        Tick due = from;
        try (SecretLine line = SecretLine.openWithin(victim, Math.toIntExact(EVERY.toMillis()))) {
            while (!over.get()) {
                await(due);
                if (over.get()) {
                    return due;
                }
                line.send(Bystanders.request(
                        "PATCH",
                        Bystanders.LEASES + "/" + name(node),
                        victim.kubelet(),
                        "{\"spec\":{\"renewTime\":\"%s\"}}".formatted(MOMENT.format(time.wall()))));
                if (line.status() == OK) {
                    renewed(time.now().since(due));
                    due = due.plus(EVERY);
                } else {
                    Pause.of(AGAIN_AFTER, time);
                }
            }
        } catch (IOException _) {
            // tried again on another connection; the time that is lost counts
        }
        return due;
    }

    private void await(Tick due) {
        while (!over.get() && due.isAfter(time.now())) {
            Pause.of(Duration.ofMillis(50), time);
        }
    }

    private void renewed(Duration after) {
        renewals.increment();
        longestNanos.accumulateAndGet(after.toNanos(), Math::max);
        if (after.compareTo(EVERY) > 0) {
            late.increment();
        }
    }

    long renewals() {
        return renewals.sum();
    }

    /// How many were done when the next one was due already.
    long late() {
        return late.sum();
    }

    /// How long the longest took from when it was due.
    Duration longest() {
        return Duration.ofNanos(longestNanos.get());
    }

    @Override
    public void close() {
        end();
    }

    /// Returns when no kubelet is at it any more.
    void end() {
        over.set(true);
        while (running.get() > 0) {
            Pause.of(Duration.ofMillis(20), time);
        }
    }
}
