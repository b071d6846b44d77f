package dev.tenure.bench.api;

import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.Optional;

/// What this process, and a server on the same machine, have spent so far.
record CpuTime(Duration client, Optional<Duration> server) {
    private static final double NANOS_PER_MICRO = 1e3;

    /// @param serverPid 0 when it is not known
    static CpuTime now(long serverPid) {
        Duration own = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
        return new CpuTime(
                own, ProcessHandle.of(serverPid).flatMap(p -> p.info().totalCpuDuration()));
    }

    /// Adds what each has spent since `before` on each of so many things, in µs.
    void summarise(ObjectNode summary, CpuTime before, int things) {
        ObjectNode spent = summary.putObject("cpu_us_each");
        spent.put("client", micros(client.minus(before.client()), things));
        server.ifPresent(s -> spent.put("server", micros(s.minus(before.server().orElse(s)), things)));
    }

    private static double micros(Duration spent, int things) {
        return MeasuredTimes.round(spent.toNanos() / NANOS_PER_MICRO / Math.max(1, things));
    }
}
