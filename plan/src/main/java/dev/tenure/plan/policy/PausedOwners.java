package dev.tenure.plan.policy;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The owners that make no pods for a while, as the statuses of FailedPodRetentions tell them. Immutable.
///
/// @param pauses by owner (`Kind namespace/name`), each with `until`, the `retention`, and the `node` and the
///     `reason` of the pods that failed
public record PausedOwners(Map<String, ObjectNode> pauses) {
    public static final PausedOwners NONE = new PausedOwners(Map.of());

    private static final Comparator<JsonNode> LATER =
            Comparator.comparing(pause -> until(pause).orElse(Instant.MIN));

    private static final ResourceType RETENTIONS =
            new ResourceType("tenure.dev", "v1alpha1", "failedpodretentions", "FailedPodRetention", Scope.CLUSTER);

    public PausedOwners {
        pauses = Map.copyOf(pauses);
    }

    /// None where there are no retentions, or the caller may not read them.
    public static PausedOwners of(ClusterClient client) {
        return client.list(RETENTIONS, "", Map.of()) instanceof ApiReply.Many many
                ? of(many.items().stream()
                        .<JsonNode>map(each -> Json.readObject(each.json()))
                        .toList())
                : NONE;
    }

    /// Of several pauses of an owner that which ends last counts.
    public static PausedOwners of(List<JsonNode> retentions) {
        return new PausedOwners(retentions.stream()
                .flatMap(each -> each.at("/status/owners")
                        .valueStream()
                        .filter(owner ->
                                owner.path("paused").asBoolean() && until(owner).isPresent())
                        .map(owner -> Map.entry(
                                name(owner),
                                pause(owner, each.at("/metadata/name").asText()))))
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        Map.Entry::getValue,
                        (one, other) -> LATER.compare(one, other) >= 0 ? one : other)));
    }

    private static String name(JsonNode owner) {
        return "%s %s/%s"
                .formatted(
                        owner.path("kind").asText(),
                        owner.path("namespace").asText(),
                        owner.path("name").asText());
    }

    private static ObjectNode pause(JsonNode owner, String retention) {
        return Json.object()
                .put("until", owner.path("until").asText())
                .put("retention", retention)
                .put("node", owner.path("node").asText(""))
                .put("reason", owner.path("reason").asText(""));
    }

    private static Optional<Instant> until(JsonNode owner) {
        try {
            return Optional.of(Instant.parse(owner.path("until").asText()));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /// That of an owner, if it is paused.
    ///
    /// @param owner `Kind namespace/name`
    public Optional<ObjectNode> find(String owner) {
        return Optional.ofNullable(pauses.get(owner));
    }
}
