package dev.tenure.cli.print;

import dev.tenure.plan.policy.PausedOwners;
import dev.tenure.plan.timeline.RemovedRecord;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// Owners whose pods nodes reject, as `tenure status` counts them: beside the pods that are still there those
/// that a retention had removed, and who is to make none for a while.
public final class FailedOwners {
    private static final String REJECTED = "Rejected";
    /// Who failed longer ago than that and no more is nothing to tell.
    private static final Duration BACK_MAX = Duration.ofHours(1);

    private FailedOwners() {}

    /// @param status has `rejected` with the pods that are there; gets `paused`
    public static void into(ObjectNode status, RemovedRecord record, PausedOwners paused, Instant now) {
        ArrayNode rejected = status.withArrayProperty("rejected");
        record.where(entry -> entry.path("failure").asText().equals(REJECTED)
                        && !entry.path("owner").asText().isEmpty()
                        && last(entry).isAfter(now.minus(BACK_MAX)))
                .entries()
                .forEach(entry -> count(rejected, entry));
        ArrayNode list = status.putArray("paused");
        paused.pauses().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> list.add(each.getValue().deepCopy().put("owner", each.getKey())));
    }

    private static Instant last(JsonNode entry) {
        return Instant.parse(entry.path("last").asText());
    }

    private static void count(ArrayNode rejected, JsonNode entry) {
        String owner = entry.path("owner").asText();
        String node = entry.path("node").asText();
        for (JsonNode each : rejected) {
            if (each instanceof ObjectNode row
                    && row.path("owner").asText().equals(owner)
                    && row.path("node").asText().equals(node)) {
                row.put("pods", row.path("pods").asInt() + entry.path("pods").asInt(1));
                if (last(row).isBefore(last(entry))) {
                    row.put("last", entry.path("last").asText());
                }
                return;
            }
        }
        rejected.addObject()
                .put("owner", owner)
                .put("node", node)
                .put("pods", entry.path("pods").asInt(1))
                .put("last", entry.path("last").asText())
                .put(
                        "why",
                        entry.path("message")
                                .asText()
                                .replace("Pod was rejected: ", "")
                                .strip());
    }
}
