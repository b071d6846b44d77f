package dev.tenure.client.events;

import dev.tenure.model.meta.Frozen;
import dev.tenure.runtime.limit.TokenBucket;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Keeps Events few. The same Event again raises the count of the one that stands. The tenth that says
/// something else for the same reason about the same object, and those after it, share one Event that shows
/// the last message. When an object has had 25 Events, one more comes every five minutes. Each memory is
/// bounded, the least used is forgotten first. Upstream: client-go/tools/record/events_cache.go
/// (EventCorrelator). Confined to the loop of its recorder.
final class EventCorrelator {
    static final int REMEMBERED_MAX = 4_096;

    private static final int DIFFERENT_MAX = 10;
    private static final Duration DIFFERENT_WITHIN = Duration.ofMinutes(10);
    private static final int BURST = 25;
    private static final double PER_SECOND = 1 / 300.0;
    private static final String COMBINED = "(combined from similar events): ";

    /// An Event as a component tells it.
    record Told(
            InvolvedObject about,
            EventRecorder.Type type,
            String reason,
            String message,
            Map<String, String> annotations) {
        Told {
            annotations = Frozen.map(annotations);
        }

        Told ofAnyRevision() {
            return new Told(about.ofAnyRevision(), type, reason, message, annotations);
        }
    }

    /// An Event as it is written.
    ///
    /// @param name of the Event object
    /// @param first when it was told for the first time
    /// @param count how often it was told; from 2 on the Event stands already, unless it has expired
    /// @param combined whether it stands for several, so that its message changes
    record Due(Told event, String name, Instant first, int count, boolean combined) {}

    private record Written(String name, Instant first, int count) {}

    private record Similar(InvolvedObject about, EventRecorder.Type type, String reason) {}

    private record Different(Set<String> messages, Tick last) {}

    private final Map<Told, Written> same = new LinkedHashMap<>();
    private final Map<Similar, Written> combined = new LinkedHashMap<>();
    private final Map<Similar, Different> similar = new LinkedHashMap<>();
    private final Map<InvolvedObject, TokenBucket> quiet = new LinkedHashMap<>();

    /// Takes note of an Event.
    ///
    /// @param fresh the name for an Event that does not stand yet
    /// @return what is to be written; empty when its object has had too many
    Optional<Due> tell(Told told, Tick now, Instant wall, Function<InvolvedObject, String> fresh) {
        Told known = told.ofAnyRevision();
        InvolvedObject about = known.about();
        boolean many = isOneOfMany(known, now);
        Written next = many
                ? counted(combined, new Similar(about, told.type(), told.reason()), told, wall, fresh)
                : counted(same, known, told, wall, fresh);
        TokenBucket bucket = quiet.remove(about);
        if (bucket == null) {
            bucket = TokenBucket.full(PER_SECOND, BURST, now);
        }
        remember(quiet, about, bucket);
        if (!bucket.tryTake(now)) {
            return Optional.empty();
        }
        Told event =
                many ? new Told(told.about(), told.type(), told.reason(), COMBINED + told.message(), Map.of()) : told;
        return Optional.of(new Due(event, next.name(), next.first(), next.count(), many));
    }

    private boolean isOneOfMany(Told told, Tick now) {
        var group = new Similar(told.about(), told.type(), told.reason());
        Different before = similar.remove(group);
        Set<String> messages = before == null || now.since(before.last()).compareTo(DIFFERENT_WITHIN) > 0
                ? new HashSet<>()
                : before.messages();
        messages.add(told.message());
        boolean many = messages.size() >= DIFFERENT_MAX;
        if (many) {
            messages.remove(told.message());
        }
        remember(similar, group, new Different(messages, now));
        return many;
    }

    private static <K> Written counted(
            Map<K, Written> counts, K key, Told told, Instant wall, Function<InvolvedObject, String> fresh) {
        Written before = counts.remove(key);
        Written next = before == null
                ? new Written(fresh.apply(told.about()), wall, 1)
                : new Written(before.name(), before.first(), before.count() + 1);
        remember(counts, key, next);
        return next;
    }

    private static <K, V> void remember(Map<K, V> memory, K key, V value) {
        memory.put(key, value);
        if (memory.size() > REMEMBERED_MAX) {
            memory.remove(memory.keySet().iterator().next());
        }
    }
}
