package dev.tenure.controllers.podgc;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.podgc.retention.OwnerPause;
import dev.tenure.controllers.podgc.retention.RetentionRule.Tally;
import dev.tenure.controllers.podgc.retention.RetentionTypes;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/// Tells in the status of each retention how many pods it keeps and has removed; only what has changed. A
/// write that fails is tried with the next look. Confined to its loop.
final class RetentionStatuses {
    private static final Tally NOTHING = new Tally(0, 0);
    private static final String REMOVED = "removed";
    private static final String OWNERS = "owners";
    private static final String LAST = "lastRemovalTime";
    private static final String ALARM = "retention-statuses";
    private static final Duration SOON = Duration.ofSeconds(1);

    private final EventLoop loop;
    private final ClusterClient client;
    private final Supplier<Collection<StoredObject>> retentions;
    private final Map<String, Long> removed = new HashMap<>();
    private final Map<String, String> last = new HashMap<>();
    private final Set<String> writing = new HashSet<>();
    private final Set<String> changedMeanwhile = new HashSet<>();
    private Map<String, Tally> tallies = Map.of();
    private Map<String, Integer> loops = Map.of();
    private boolean toTell;
    /// The owners that are paused or watched, by retention.
    private final Function<String, List<OwnerPause>> pauses;

    /// @param retentions as they stand in the API
    /// @param pauses the owners that are paused or watched, by retention
    RetentionStatuses(
            EventLoop loop,
            ClusterClient client,
            Supplier<Collection<StoredObject>> retentions,
            Function<String, List<OwnerPause>> pauses) {
        this.pauses = pauses;
        this.loop = loop;
        this.client = client;
        this.retentions = retentions;
    }

    /// A retention stands so in the API: what it has removed counts on.
    void known(StoredObject retention) {
        JsonNode status = Json.readObject(retention.json()).path("status");
        removed.merge(retention.key().name(), status.path(REMOVED).asLong(0), Math::max);
        if (status.has(LAST)) {
            last.putIfAbsent(retention.key().name(), status.path(LAST).asText(""));
        }
    }

    /// The owners that are paused or watched, as a retention in the API tells them.
    static List<OwnerPause> pauses(StoredObject retention) {
        var pauses = new ArrayList<OwnerPause>();
        for (JsonNode each : Json.readObject(retention.json()).path("status").path(OWNERS)) {
            OwnerPause.of(each).ifPresent(pauses::add);
        }
        return pauses;
    }

    void forget(String retention) {
        removed.remove(retention);
        last.remove(retention);
    }

    /// It has removed a pod; of many that go together is told once.
    void removed(String retention, Instant at) {
        removed.computeIfPresent(retention, (_, count) -> count + 1);
        last.put(retention, at.truncatedTo(ChronoUnit.SECONDS).toString());
        soon();
    }

    /// Something is to be told that nobody should wait for.
    void atOnce() {
        toTell = true;
        loop.alarm(ALARM, loop.time().now(), this::tell);
    }

    /// Something is to be told, with what else comes within a second.
    private void soon() {
        if (!toTell) {
            toTell = true;
            loop.alarm(ALARM, loop.time().now().plus(SOON), this::tell);
        }
    }

    /// @param kept what comes of each retention
    /// @param found how many loops there are, by retention
    void tell(Map<String, Tally> kept, Map<String, Integer> found) {
        tallies = kept;
        loops = found;
        tell();
    }

    private void tell() {
        toTell = false;
        for (StoredObject retention : List.copyOf(retentions.get())) {
            String name = retention.key().name();
            ObjectNode tree = Json.readObject(retention.json());
            Tally tally = tallies.getOrDefault(name, NOTHING);
            ObjectNode status = Json.object()
                    .put(
                            "observedGeneration",
                            tree.path("metadata").path("generation").asLong(0))
                    .put("kept", tally.kept())
                    .put(REMOVED, removed.getOrDefault(name, 0L))
                    .put("wouldRemove", tally.wouldRemove())
                    .put("loops", loops.getOrDefault(name, 0));
            List<OwnerPause> owners = pauses.apply(name);
            status.put("paused", owners.stream().filter(OwnerPause::paused).count());
            ArrayNode list = status.putArray(OWNERS);
            owners.forEach(each -> list.add(each.json()));
            if (last.containsKey(name)) {
                status.put(LAST, last.get(name));
            }
            if (status.equals(tree.path("status"))) {
                continue;
            }
            if (writing.add(name)) {
                write(retention, status);
            } else {
                changedMeanwhile.add(name);
            }
        }
    }

    private void write(StoredObject retention, ObjectNode status) {
        String name = retention.key().name();
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", retention.uid());
        patch.set("status", status);
        var body = new Body(Body.MERGE_PATCH, Document.of(patch));
        loop.work("retention-status", () -> client.patch(RetentionTypes.RETENTIONS, "", name, "status", body), _ -> {
            writing.remove(name);
            if (changedMeanwhile.remove(name)) {
                soon();
            }
        });
    }
}
