package dev.tenure.plan.timeline;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.WorldKinds;
import dev.tenure.plan.timeline.ObservedEviction.Since;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Who left according to the records of nodes, in which Tenure keeps it for a week: longer than Events last,
/// and with the taint. Of other clusters there are none. Immutable.
final class RecordedEvictions {
    /// An Event comes a moment before or after the deletion that it is about.
    private static final Duration APART_MAX = Duration.ofSeconds(5);

    private final List<Entry> entries;
    private final Map<String, List<Entry>> byUid;
    private final Map<String, List<Entry>> byName;

    private RecordedEvictions(List<Entry> entries) {
        this.entries = List.copyOf(entries);
        this.byUid = entries.stream().collect(Collectors.groupingBy(Entry::uid));
        this.byName = entries.stream()
                .collect(Collectors.groupingBy(each ->
                        name(each.eviction().namespace(), each.eviction().name())));
    }

    private static String name(String namespace, String name) {
        return namespace + "/" + name;
    }

    List<Entry> entries() {
        return entries;
    }

    /// One of them, as of a pod that is gone.
    record Entry(String uid, ObservedEviction eviction) {}

    static RecordedEvictions of(ClusterDump dump) {
        return new RecordedEvictions(dump.all(ResourceTypes.CONFIG_MAPS)
                .filter(map -> map.key().name().startsWith(WorldKinds.RECORD))
                .flatMap(map -> entries(Json.readObject(map.json()).path("data")))
                .toList());
    }

    /// Others, of which these do not tell already.
    RecordedEvictions without(List<Entry> others) {
        return new RecordedEvictions(
                others.stream().filter(each -> !byUid.containsKey(each.uid())).toList());
    }

    /// What somebody has edited beyond recognition counts as absent.
    private static Stream<Entry> entries(JsonNode record) {
        String node = record.path("node").asText();
        try {
            JsonNode list = Json.read(record.path("evictions").asText("[]").getBytes(StandardCharsets.UTF_8));
            return StreamSupport.stream(list.spliterator(), false)
                    .flatMap(entry -> time(entry).stream().map(at -> entry(node, entry, at)));
        } catch (JsonSyntaxException _) {
            return Stream.of();
        }
    }

    private static Entry entry(String node, JsonNode entry, Instant at) {
        String why = entry.has("taint")
                ? entry.path("taint").asText()
                : entry.path("message").asText();
        return new Entry(
                entry.path("uid").asText(),
                new ObservedEviction(
                        at.truncatedTo(ChronoUnit.SECONDS),
                        entry.path("namespace").asText(),
                        entry.path("pod").asText(),
                        node,
                        entry.path("cause").asText("taint"),
                        why,
                        Since.GONE));
    }

    private static Optional<Instant> time(JsonNode entry) {
        try {
            return Optional.of(Instant.parse(entry.path("at").asText()));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /// What a pod that is still there tells, with the taint where the records know it: its condition names
    /// none.
    ObservedEviction explained(String uid, ObservedEviction told) {
        return byUid.getOrDefault(uid, List.of()).stream()
                .map(Entry::eviction)
                .filter(each -> each.cause().equals(told.cause()) && !each.why().isEmpty())
                .findFirst()
                .map(each -> new ObservedEviction(
                        told.at(), told.namespace(), told.name(), told.node(), told.cause(), each.why(), told.since()))
                .orElse(told);
    }

    /// Whether an Event is about one of them.
    boolean tell(PodEvent event) {
        return byName.getOrDefault(name(event.namespace(), event.name()), List.of()).stream()
                .anyMatch(each -> event.uid().isEmpty()
                        ? Duration.between(each.eviction().at(), event.at())
                                        .abs()
                                        .compareTo(APART_MAX)
                                <= 0
                        : event.uid().equals(each.uid()));
    }
}
