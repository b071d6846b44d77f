package dev.tenure.controllers.namespace;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What one attempt to empty a namespace has left, and the conditions that say so. Upstream:
/// namespace/deletion/ status_condition_utils.go.
final class NamespaceRemains {
    private record ReportedCondition(String type, boolean status, String reason, String message) {}

    private final Map<String, Integer> resources = new TreeMap<>();
    private final Map<String, Integer> finalizers = new TreeMap<>();
    private final Map<String, String> failures = new TreeMap<>();
    private Optional<String> undiscovered = Optional.empty();

    void add(ResourceType type, List<String> holding) {
        String name = type.group().isEmpty() ? type.resource() + "." : type.qualifiedResource();
        resources.merge(name, 1, Integer::sum);
        holding.forEach(finalizer -> finalizers.merge(finalizer, 1, Integer::sum));
    }

    void failed(ResourceType type, String why) {
        failures.put(type.qualifiedResource(), why);
    }

    /// Some kinds are not known.
    void undiscovered(String why) {
        undiscovered = Optional.of(why);
    }

    boolean isEmpty() {
        return resources.isEmpty() && failures.isEmpty() && undiscovered.isEmpty();
    }

    /// A patch of the namespace's status; empty when its conditions say all that already.
    ObjectNode conditions(Document namespace, Instant now) {
        ObjectNode patch = Json.object();
        ArrayNode list = Json.object().putArray("conditions");
        for (ReportedCondition reported : conditions()) {
            if (!shows(namespace, reported)) {
                list.addObject()
                        .put("type", reported.type())
                        .put("status", reported.status() ? "True" : "False")
                        .put("reason", reported.reason())
                        .put("message", reported.message())
                        .put(
                                "lastTransitionTime",
                                now.truncatedTo(ChronoUnit.SECONDS).toString());
            }
        }
        if (!list.isEmpty() && !isEmpty()) {
            patch.putObject("status").set("conditions", list);
        }
        return patch;
    }

    private List<ReportedCondition> conditions() {
        return List.of(
                undiscovered
                        .map(why -> new ReportedCondition(
                                "NamespaceDeletionDiscoveryFailure", true, "DiscoveryFailed", why))
                        .orElseGet(() -> new ReportedCondition(
                                "NamespaceDeletionDiscoveryFailure",
                                false,
                                "ResourcesDiscovered",
                                "All resources successfully discovered")),
                new ReportedCondition(
                        "NamespaceDeletionGroupVersionParsingFailure",
                        false,
                        "ParsedGroupVersions",
                        "All legacy kube types successfully parsed"),
                failures.isEmpty()
                        ? new ReportedCondition(
                                "NamespaceDeletionContentFailure",
                                false,
                                "ContentDeleted",
                                "All content successfully deleted, may be waiting on finalization")
                        : new ReportedCondition(
                                "NamespaceDeletionContentFailure",
                                true,
                                "ContentDeletionFailed",
                                "Failed to delete all resource types, %d remaining: %s"
                                        .formatted(failures.size(), String.join(", ", failures.values()))),
                resources.isEmpty()
                        ? new ReportedCondition(
                                "NamespaceContentRemaining",
                                false,
                                "ContentRemoved",
                                "All content successfully removed")
                        : new ReportedCondition(
                                "NamespaceContentRemaining",
                                true,
                                "SomeResourcesRemain",
                                "Some resources are remaining: " + list(resources, " has ", " resource instances")),
                finalizers.isEmpty()
                        ? new ReportedCondition(
                                "NamespaceFinalizersRemaining",
                                false,
                                "ContentHasNoFinalizers",
                                "All content-preserving finalizers finished")
                        : new ReportedCondition(
                                "NamespaceFinalizersRemaining",
                                true,
                                "SomeFinalizersRemain",
                                "Some content in the namespace has finalizers remaining: "
                                        + list(finalizers, " in ", " resource instances")));
    }

    private static String list(Map<String, Integer> counts, String before, String after) {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + before + entry.getValue() + after)
                .collect(Collectors.joining(", "));
    }

    private static boolean shows(Document namespace, ReportedCondition reported) {
        for (JsonNode condition : namespace.at("status", "conditions")) {
            if (condition.path("type").asText().equals(reported.type())) {
                return condition.path("status").asText().equals(reported.status() ? "True" : "False")
                        && condition.path("message").asText().equals(reported.message());
            }
        }
        return false;
    }
}
