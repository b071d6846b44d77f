package dev.tenure.plan.timeline;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.WorldKinds;
import dev.tenure.rules.pod.EvictionLoopRule.Failure;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// What a cluster remembers of failed pods that a retention had removed. Immutable.
///
/// @param entries as the record has them, those that failed last come last
public record RemovedRecord(List<JsonNode> entries) {
    private static final String NAMESPACE = "kube-system";
    private static final String NAME = WorldKinds.REMOVED;
    private static final String EVICTED = "Evicted";

    public RemovedRecord {
        entries = List.copyOf(entries);
    }

    /// Empty where there is none, or the caller may not read it.
    public static RemovedRecord of(ClusterClient client) {
        return client.get(ResourceTypes.CONFIG_MAPS, NAMESPACE, NAME)
                        instanceof ApiReply.One(var _, StoredObject map, var _)
                ? of(Json.readObject(map.json()))
                : new RemovedRecord(List.of());
    }

    /// Of a dump.
    static RemovedRecord of(ClusterDump dump) {
        return dump.all(ResourceTypes.CONFIG_MAPS)
                .filter(map -> map.key().namespace().equals(NAMESPACE)
                        && map.key().name().equals(NAME))
                .findFirst()
                .map(map -> of(Json.readObject(map.json())))
                .orElseGet(() -> new RemovedRecord(List.of()));
    }

    /// Those that their nodes evicted, with the uid of the pod, or of the last of several that are told
    /// together.
    List<RecordedEvictions.Entry> evicted() {
        return entries.stream()
                .filter(entry -> entry.path("failure").asText().equals(EVICTED))
                .map(RemovedRecord::eviction)
                .toList();
    }

    private static RecordedEvictions.Entry eviction(JsonNode entry) {
        int others = entry.path("pods").asInt(1) - 1;
        return new RecordedEvictions.Entry(
                entry.path("uid").asText(),
                new ObservedEviction(
                        Instant.parse(entry.path("last").asText()).truncatedTo(ChronoUnit.SECONDS),
                        entry.path("namespace").asText(),
                        entry.path("pod").asText() + (others == 0 ? "" : " and %d more".formatted(others)),
                        entry.path("node").asText(),
                        PastEvictionRule.causeOfReason(entry.path("reason").asText()),
                        entry.path("message").asText(),
                        ObservedEviction.Since.GONE));
    }

    /// What cannot be read (somebody edited it) counts as absent.
    public static RemovedRecord of(JsonNode map) {
        var entries = new ArrayList<JsonNode>();
        try {
            String text = map.path("data").path("removed").asText("[]");
            for (JsonNode entry : Json.read(text.getBytes(StandardCharsets.UTF_8))) {
                Instant.parse(entry.path("first").asText());
                Instant.parse(entry.path("last").asText());
                entries.add(entry);
            }
        } catch (JsonSyntaxException | DateTimeException _) {
            entries.clear();
        }
        return new RemovedRecord(entries);
    }

    /// Those entries of which a condition is true.
    public RemovedRecord where(Predicate<JsonNode> wanted) {
        return new RemovedRecord(entries.stream().filter(wanted).toList());
    }

    /// The last of them.
    public RemovedRecord last(int count) {
        return new RemovedRecord(entries.subList(Math.max(0, entries.size() - count), entries.size()));
    }

    /// As a list for programs.
    public ArrayNode json() {
        ArrayNode list = Json.array();
        entries.forEach(list::add);
        return list;
    }

    /// An entry as pods that failed.
    public static Failure failure(JsonNode entry) {
        return new Failure(
                entry.path("owner").asText(),
                entry.path("node").asText(),
                entry.path("reason").asText(),
                entry.path("message").asText(),
                entry.path("pods").asInt(1),
                Instant.parse(entry.path("first").asText()),
                Instant.parse(entry.path("last").asText()));
    }

    /// The entries that are not about pods of which a page of `/tenure/v1/taint-eviction` tells already.
    public RemovedRecord beside(JsonNode page) {
        Set<String> told = StreamSupport.stream(page.path("past").spliterator(), false)
                .map(each -> each.path("uid").asText())
                .collect(Collectors.toUnmodifiableSet());
        return where(entry -> entry.path("pods").asInt(1) > 1
                || !told.contains(entry.path("uid").asText()));
    }
}
