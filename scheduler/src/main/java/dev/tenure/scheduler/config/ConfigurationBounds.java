package dev.tenure.scheduler.config;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// What values a KubeSchedulerConfiguration may not have, told by the first one that is wrong. Upstream:
/// apis/config/validation/validation.go, validation_pluginargs.go.
final class ConfigurationBounds {
    private static final int PERCENT = 100;
    private static final int SHAPE_SCORE_MAX = 10;
    private static final int SKEW = 1;
    private static final long USUAL_FIRST_SECONDS = 1;
    private static final long USUAL_LONGEST_SECONDS = 10;
    private static final String WEIGHT = "weight";

    private ConfigurationBounds() {}

    /// @param path of the value, whose last part is its field
    /// @param at the object that holds the field
    /// @throws SchedulerConfigurationException when it is not valid
    static void require(boolean valid, String path, JsonNode at, String what) {
        if (!valid) {
            String field = path.substring(path.lastIndexOf('.') + 1);
            throw new SchedulerConfigurationException(path + ": " + at.path(field) + " is not valid: " + what);
        }
    }

    /// @throws SchedulerConfigurationException when pods would not rest between attempts, or ever less
    static void backoff(JsonNode file) {
        long first = file.path("podInitialBackoffSeconds").asLong(USUAL_FIRST_SECONDS);
        long longest = file.path("podMaxBackoffSeconds").asLong(USUAL_LONGEST_SECONDS);
        require(first > 0, "podInitialBackoffSeconds", file, "must be greater than 0");
        require(
                longest >= first,
                "podMaxBackoffSeconds",
                file,
                "must be greater than or equal to podInitialBackoffSeconds");
    }

    /// @param arguments by the name of the plugin
    /// @throws SchedulerConfigurationException when a plugin could not work with its own
    static void arguments(Map<String, JsonNode> arguments) {
        fit(arguments.getOrDefault("NodeResourcesFit", Json.object()));
        balanced(arguments.getOrDefault("NodeResourcesBalancedAllocation", Json.object()));
        spread(arguments.getOrDefault("PodTopologySpread", Json.object()));
        preemption(arguments.getOrDefault("DefaultPreemption", Json.object()));
        within(arguments.getOrDefault("InterPodAffinity", Json.object()), "hardPodAffinityWeight", "", PERCENT);
    }

    private static void within(JsonNode at, String field, String path, int most) {
        if (at.hasNonNull(field)) {
            long value = at.path(field).asLong(-1);
            require(value >= 0 && value <= most, path + field, at, "must lie between 0 and " + most);
        }
    }

    private static void fit(JsonNode fit) {
        JsonNode strategy = fit.path("scoringStrategy");
        int place = 0;
        for (JsonNode resource : strategy.path("resources")) {
            long weight = resource.path(WEIGHT).asLong(1);
            require(
                    weight > 0 && weight <= PERCENT,
                    "scoringStrategy.resources[%d].weight".formatted(place++),
                    resource,
                    "must lie between 1 and 100");
        }
        boolean byRatio = strategy.path("type").asText().equals("RequestedToCapacityRatio");
        boolean hasRatio = strategy.hasNonNull("requestedToCapacityRatio");
        require(
                byRatio == hasRatio,
                "scoringStrategy.requestedToCapacityRatio",
                strategy,
                "must be there when the type is RequestedToCapacityRatio, and only then");
        if (byRatio) {
            shape(strategy.path("requestedToCapacityRatio"));
        }
    }

    private static void shape(JsonNode ratio) {
        String path = "scoringStrategy.requestedToCapacityRatio.shape";
        require(!ratio.path("shape").isEmpty(), path, ratio, "must have one point at least");
        long before = -1;
        int place = 0;
        for (JsonNode point : ratio.path("shape")) {
            String at = "%s[%d].".formatted(path, place++);
            within(point, "utilization", at, PERCENT);
            within(point, "score", at, SHAPE_SCORE_MAX);
            long utilization = point.path("utilization").asLong();
            require(utilization > before, at + "utilization", point, "must be greater than that of the point before");
            before = utilization;
        }
    }

    private static void balanced(JsonNode balanced) {
        Set<String> names = new HashSet<>();
        int place = 0;
        for (JsonNode resource : balanced.path("resources")) {
            String at = "resources[%d].".formatted(place++);
            require(names.add(resource.path("name").asText()), at + "name", resource, "must be unique");
            require(resource.path(WEIGHT).asLong(1) == 1, at + WEIGHT, resource, "must be 1");
        }
    }

    private static void spread(JsonNode spread) {
        String type = spread.path("defaultingType").asText("System");
        require(type.equals("System") || type.equals("List"), "defaultingType", spread, "must be one of List, System");
        require(
                type.equals("List") || spread.path("defaultConstraints").isEmpty(),
                "defaultConstraints",
                spread,
                "must be empty unless defaultingType is List");
        Set<String> known = new HashSet<>();
        int place = 0;
        for (JsonNode constraint : spread.path("defaultConstraints")) {
            String at = "defaultConstraints[%d].".formatted(place++);
            require(constraint.path("maxSkew").asLong() >= SKEW, at + "maxSkew", constraint, "must be greater than 0");
            String key = constraint.path("topologyKey").asText();
            require(!key.isEmpty(), at + "topologyKey", constraint, "must not be empty");
            String action = constraint.path("whenUnsatisfiable").asText();
            require(
                    action.equals("DoNotSchedule") || action.equals("ScheduleAnyway"),
                    at + "whenUnsatisfiable",
                    constraint,
                    "must be one of DoNotSchedule, ScheduleAnyway");
            require(
                    !constraint.hasNonNull("labelSelector"),
                    at + "labelSelector",
                    constraint,
                    "must not be given: it is worked out for each pod");
            require(known.add(key + "/" + action), at + "topologyKey", constraint, "must be unique for its action");
        }
    }

    private static void preemption(JsonNode preemption) {
        within(preemption, "minCandidateNodesPercentage", "", PERCENT);
        within(preemption, "minCandidateNodesAbsolute", "", Integer.MAX_VALUE);
        boolean none = preemption.path("minCandidateNodesPercentage").asInt(1) == 0
                && preemption.path("minCandidateNodesAbsolute").asInt(1) == 0;
        require(
                !none,
                "minCandidateNodesPercentage",
                preemption,
                "must not be zero at the same time as minCandidateNodesAbsolute");
    }
}
