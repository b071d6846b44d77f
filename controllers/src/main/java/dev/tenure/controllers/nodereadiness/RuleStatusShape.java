package dev.tenure.controllers.nodereadiness;

import dev.tenure.controllers.nodereadiness.NodeReadinessRule.Requirement;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Node;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is written into the status of a rule. An entry of a node keeps its time as long as it says the same,
/// so that a status is written when something has changed. Pure.
final class RuleStatusShape {
    /// So many nodes may be told of by the definition of the kind.
    private static final int NODES_MAX = 5_000;

    private static final int EVALUATIONS_MAX = 1_000;
    private static final String NODE = "nodeName";
    private static final String TIME = "lastEvaluationTime";

    private RuleStatusShape() {}

    /// The state of a rule.
    ///
    /// @param about the nodes that it is about
    /// @param applied the names of those that it is in force on, or was
    /// @param heldBack those of them that its limit keeps from being tainted
    record Standing(NodeReadinessRule rule, List<Node> about, Collection<String> applied, List<Node> heldBack) {}

    /// The fields of a status but for those of a dry run.
    ///
    /// @param before the status as it is
    /// @param now whole seconds
    static ObjectNode status(Standing standing, JsonNode before, Instant now) {
        NodeReadinessRule rule = standing.rule();
        ObjectNode status = Json.object().put("observedGeneration", rule.meta().generation());
        ArrayNode applied = Json.array();
        standing.applied().stream().sorted().limit(NODES_MAX).forEach(applied::add);
        Map<String, JsonNode> failed = byNode(before.path("failedNodes"));
        ArrayNode failures = Json.array();
        standing.heldBack().stream()
                .limit(NODES_MAX)
                .forEach(node -> failures.add(timed(heldBack(rule, node), failed.get(node.name()), now)));
        Map<String, JsonNode> evaluated = byNode(before.path("nodeEvaluations"));
        ArrayNode evaluations = Json.array();
        standing.about().stream()
                .sorted(Comparator.comparing(rule::holdsOn).thenComparing(Node::name))
                .limit(EVALUATIONS_MAX)
                .sorted(Comparator.comparing(Node::name))
                .forEach(node -> evaluations.add(timed(evaluation(rule, node), evaluated.get(node.name()), now)));
        putUnlessEmpty(status, "appliedNodes", applied);
        putUnlessEmpty(status, "failedNodes", failures);
        putUnlessEmpty(status, "nodeEvaluations", evaluations);
        return status;
    }

    /// What `dryRunResults` says.
    static ObjectNode dryRun(DryRunRule.Results results) {
        return Json.object()
                .put("affectedNodes", results.about())
                .put("taintsToAdd", results.added())
                .put("taintsToRemove", results.removed())
                .put("riskyOperations", results.lacking())
                .put("summary", results.summary());
    }

    private static void putUnlessEmpty(ObjectNode status, String field, ArrayNode list) {
        if (!list.isEmpty()) {
            status.set(field, list);
        }
    }

    private static Map<String, JsonNode> byNode(JsonNode list) {
        var entries = new HashMap<String, JsonNode>();
        list.forEach(each -> entries.put(each.path(NODE).asText(""), each));
        return entries;
    }

    private static ObjectNode timed(ObjectNode entry, @Nullable JsonNode before, Instant now) {
        if (before != null) {
            JsonNode at = before.path(TIME);
            ObjectNode same = entry.deepCopy();
            same.set(TIME, at);
            if (same.equals(before)) {
                return same;
            }
        }
        return entry.put(TIME, now.toString());
    }

    private static ObjectNode heldBack(NodeReadinessRule rule, Node node) {
        return Json.object()
                .put(NODE, node.name())
                .put("reason", "HeldBack")
                .put(
                        "message",
                        "%s is not ready, but more than %s of the rule's nodes would have the taint"
                                .formatted(
                                        node.name(),
                                        rule.care()
                                                .limit()
                                                .map(Object::toString)
                                                .orElse("")));
    }

    private static ObjectNode evaluation(NodeReadinessRule rule, Node node) {
        ObjectNode evaluation = Json.object().put(NODE, node.name());
        ArrayNode results = evaluation.putArray("conditionResults");
        for (Requirement condition : rule.conditions()) {
            Truth observed =
                    node.condition(condition.type()).map(Condition::status).orElse(Truth.UNKNOWN);
            results.addObject()
                    .put("type", condition.type())
                    .put("currentStatus", observed.word())
                    .put("requiredStatus", condition.required().word())
                    .put("defaultStatus", condition.absent().word());
        }
        return evaluation.put("taintStatus", rule.taints(node) ? "Present" : "Absent");
    }
}
