package dev.tenure.agent.runtime.simulated;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// Times with exactly six decimals, as leases carry them.
final class MicroTime {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private MicroTime() {}

    static String text(Instant time) {
        return FORMAT.format(time);
    }
}
