package dev.tenure.runtime.http;

import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/// Counts the connections that were ended without an answer, and tells the log of them: at once when it has
/// told nothing for a while, else together with those that follow. Any thread counts, one at a time tells.
final class Endings {
    private static final System.Logger LOG = System.getLogger(Endings.class.getPackageName());
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

    private final Connections.Limits limits;
    private final Map<ConnectionEnding, LongAdder> counts = new EnumMap<>(ConnectionEnding.class);
    private final Map<ConnectionEnding, Long> told = new EnumMap<>(ConnectionEnding.class);
    private Optional<Tick> spoke = Optional.empty();

    Endings(Connections.Limits limits) {
        this.limits = limits;
        for (ConnectionEnding why : ConnectionEnding.values()) {
            counts.put(why, new LongAdder());
            told.put(why, 0L);
        }
    }

    void count(ConnectionEnding why) {
        counter(why).increment();
    }

    long of(ConnectionEnding why) {
        return counter(why).sum();
    }

    private LongAdder counter(ConnectionEnding why) {
        return counts.getOrDefault(why, new LongAdder());
    }

    void tell(Tick now) {
        if (spoke.filter(then -> now.since(then).compareTo(BETWEEN_LINES) < 0).isPresent()) {
            return;
        }
        for (ConnectionEnding why : ConnectionEnding.values()) {
            long all = of(why);
            long fresh = all - told.getOrDefault(why, 0L);
            if (fresh > 0) {
                LOG.log(System.Logger.Level.WARNING, "connections ended: %d, %s".formatted(fresh, words(why)));
                told.put(why, all);
                spoke = Optional.of(now);
            }
        }
    }

    private String words(ConnectionEnding why) {
        return switch (why) {
            case SILENCE ->
                "which said nothing for %d s before TLS was agreed on"
                        .formatted(limits.silence().toSeconds());
            case HANDSHAKE ->
                "with which TLS was not agreed on within %d s"
                        .formatted(limits.handshake().toSeconds());
            case HEAD ->
                "on which a request began and did not go on within %d s"
                        .formatted(limits.head().toSeconds());
            case FOR_ROOM -> "to let in others: there may be %d at a time".formatted(limits.count());
        };
    }
}
