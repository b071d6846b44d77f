package dev.tenure.kubelet.pod;

import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// How long to wait before something that failed is tried again: 10 s, doubled each time up to 300 s,
/// forgotten after 600 s without failure. Used by one thread at a time. Upstream: flowcontrol/backoff.go.
public final class BackoffState {
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration MAX = Duration.ofMinutes(5);

    /// @param why what failed; empty when nobody asks
    private record Entry(Duration delay, Tick last, String why) {
        boolean forgotten(Tick event) {
            return event.since(last).compareTo(MAX.multipliedBy(2)) > 0;
        }
    }

    private final Map<String, Entry> entries = new HashMap<>();

    /// What is still to be waited.
    public record Wait(Duration whole, Duration left) {}

    /// @param since when the failure was
    public Optional<Wait> left(String key, Tick since, Tick now) {
        Entry entry = entries.get(key);
        if (entry == null || entry.forgotten(since)) {
            return Optional.empty();
        }
        Duration left = entry.delay().minus(now.since(since));
        return left.isPositive() ? Optional.of(new Wait(entry.delay(), left)) : Optional.empty();
    }

    /// Of all keys that begin so only one counts any more: what the others stood for is no longer tried.
    public void only(String begin, String key) {
        entries.keySet().removeIf(other -> other.startsWith(begin) && !other.equals(key));
    }

    /// When it was last tried.
    public Optional<Tick> last(String key) {
        return Optional.ofNullable(entries.get(key)).map(Entry::last);
    }

    /// Why it failed last; empty when that is not known.
    public String why(String key) {
        Entry entry = entries.get(key);
        return entry == null ? "" : entry.why();
    }

    /// It is tried again: the next failure is waited for longer.
    public void tried(String key, Tick since, Tick now) {
        failed(key, since, now, "");
    }

    /// It was tried and has failed: the next failure is waited for longer.
    public void failed(String key, Tick since, Tick now, String why) {
        Entry entry = entries.get(key);
        Duration delay = FIRST;
        if (entry != null && !entry.forgotten(since)) {
            Duration doubled = entry.delay().multipliedBy(2);
            delay = doubled.compareTo(MAX) < 0 ? doubled : MAX;
        }
        entries.put(key, new Entry(delay, now, why));
    }
}
