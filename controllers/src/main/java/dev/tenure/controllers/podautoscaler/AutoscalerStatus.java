package dev.tenure.controllers.podautoscaler;

import dev.tenure.controllers.podautoscaler.ScalingLimitsRule.Word;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// The status of an autoscaler while it is worked out. Used by one thread. Upstream: horizontal.go
/// (setStatus, setCondition, updateStatusIfNeeded).
final class AutoscalerStatus {
    static final String ABLE = "AbleToScale";
    static final String ACTIVE = "ScalingActive";
    static final String LIMITED = "ScalingLimited";
    static final String AT_ZERO = "ScaledToZero";

    private static final String CONDITIONS = "conditions";
    private static final String METRICS = "currentMetrics";
    private static final String LAST = "lastScaleTime";
    private static final String DESIRED = "desiredReplicas";

    private final ObjectNode before;
    private final Instant now;
    private ObjectNode tree;

    /// @param before the status that stands
    AutoscalerStatus(ObjectNode before, Instant now) {
        this.before = before;
        this.now = now.truncatedTo(ChronoUnit.SECONDS);
        this.tree = before.deepCopy();
    }

    void set(String condition, boolean holds, Word word) {
        ArrayNode conditions = tree.path(CONDITIONS) instanceof ArrayNode known ? known : tree.putArray(CONDITIONS);
        ObjectNode one = find(conditions, condition)
                .orElseGet(() -> conditions.addObject().put("type", condition));
        String status = holds ? "True" : "False";
        if (!one.path("status").asText("").equals(status)) {
            one.put("lastTransitionTime", now.toString());
        }
        one.put("status", status).put("reason", word.reason()).put("message", word.message());
    }

    void remove(String condition) {
        if (tree.path(CONDITIONS) instanceof ArrayNode conditions) {
            ArrayNode left = Json.array();
            for (JsonNode one : conditions) {
                if (!one.path("type").asText("").equals(condition)) {
                    left.add(one.deepCopy());
                }
            }
            tree.set(CONDITIONS, left);
        }
    }

    boolean holds(String condition) {
        return tree.path(CONDITIONS) instanceof ArrayNode conditions
                && find(conditions, condition)
                        .filter(one -> one.path("status").asText("").equals("True"))
                        .isPresent();
    }

    private static Optional<ObjectNode> find(ArrayNode conditions, String type) {
        for (JsonNode one : conditions) {
            if (one instanceof ObjectNode condition
                    && condition.path("type").asText("").equals(type)) {
                return Optional.of(condition);
            }
        }
        return Optional.empty();
    }

    /// How many replicas were wished for before.
    int desired() {
        return before.path(DESIRED).asInt(0);
    }

    /// Tells anew what there is, and keeps nothing else but conditions and the time of the last change.
    ///
    /// @param metrics one for each that the autoscaler names, or none where nobody measured
    /// @param rescaled whether the size was changed now
    void tell(int current, int desired, List<ObjectNode> metrics, boolean rescaled) {
        ObjectNode next = Json.object();
        if (rescaled) {
            next.put(LAST, now.toString());
        } else if (tree.hasNonNull(LAST)) {
            next.set(LAST, tree.path(LAST).deepCopy());
        }
        if (current != 0) {
            next.put("currentReplicas", current);
        }
        next.put(DESIRED, desired);
        if (metrics.isEmpty()) {
            next.putNull(METRICS);
        } else {
            ArrayNode told = next.putArray(METRICS);
            metrics.forEach(metric -> told.add(metric));
        }
        if (!tree.path(CONDITIONS).isEmpty()) {
            next.set(CONDITIONS, tree.path(CONDITIONS).deepCopy());
        }
        tree = next;
    }

    boolean changed() {
        return !tree.equals(before);
    }

    ObjectNode tree() {
        return tree.deepCopy();
    }
}
