package dev.tenure.plan.policy;

import dev.tenure.controllers.nodereadiness.ReadinessTypes;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TaintReason;
import dev.tenure.rules.taint.TaintReasonRule;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Why nodes bear taints, those included that NodeReadinessRules keep: by what the statuses of the rules tell
/// of the nodes. Immutable.
public final class ReadinessReasons {
    /// The kind of the rules.
    public static final ResourceType KIND = ReadinessTypes.RULES;

    /// Where rules are not known; their taints are told as those of anybody.
    public static final ReadinessReasons NONE = new ReadinessReasons(Optional.empty());

    private static final String KEEPER = "node readiness";
    private static final String PREFIX = "readiness.k8s.io/";

    private final Optional<List<ObjectNode>> rules;

    private ReadinessReasons(Optional<List<ObjectNode>> rules) {
        this.rules = rules.map(List::copyOf);
    }

    /// @param rules all objects of the kind NodeReadinessRule
    public static ReadinessReasons of(List<StoredObject> rules) {
        return new ReadinessReasons(Optional.of(
                rules.stream().map(rule -> Json.readObject(rule.json())).toList()));
    }

    /// Whether a rule may keep a taint, which its key tells.
    public static boolean mayKeep(Taint taint) {
        return taint.key().startsWith(PREFIX);
    }

    /// Why a node bears a taint.
    public TaintReason reason(Node node, Taint taint) {
        return rules.isPresent() && mayKeep(taint)
                ? readiness(node, taint, rules.get())
                : TaintReasonRule.reason(node, taint);
    }

    private static TaintReason readiness(Node node, Taint taint, List<ObjectNode> rules) {
        var unmet = new ArrayList<String>();
        var content = new ArrayList<String>();
        for (ObjectNode rule : rules) {
            if (!keeps(rule, taint)) {
                continue;
            }
            String name = rule.at("/metadata/name").asText("");
            for (JsonNode evaluation : rule.path("status").path("nodeEvaluations")) {
                if (evaluation.path("nodeName").asText("").equals(node.name())) {
                    String lacking = lacking(rule, evaluation);
                    if (lacking.isEmpty()) {
                        content.add("rule %s has what it requires".formatted(name));
                    } else {
                        unmet.add("rule %s: %s".formatted(name, lacking));
                    }
                }
            }
        }
        Optional<String> keeper = Optional.of(KEEPER);
        if (!unmet.isEmpty()) {
            return new TaintReason.Lasting(keeper, String.join("; ", unmet));
        }
        return new TaintReason.Stale(
                keeper, content.isEmpty() ? "no NodeReadinessRule keeps it here" : String.join("; ", content));
    }

    private static boolean keeps(ObjectNode rule, Taint taint) {
        return !rule.at("/spec/dryRun").asBoolean(false)
                && rule.at("/spec/taint/key").asText("").equals(taint.key())
                && rule.at("/spec/taint/effect")
                        .asText("")
                        .equals(taint.effect().word());
    }

    /// The conditions of a node that are not as required; empty where the rule is content.
    private static String lacking(ObjectNode rule, JsonNode evaluation) {
        var lacking = new ArrayList<String>();
        boolean some = false;
        for (JsonNode result : evaluation.path("conditionResults")) {
            String is = result.path("currentStatus").asText("");
            if (is.equals(result.path("requiredStatus").asText(""))) {
                some = true;
            } else {
                lacking.add("%s is %s".formatted(result.path("type").asText(""), is));
            }
        }
        boolean one = rule.at("/spec/conditionPolicy").asText("").equals("anyOf");
        return one && some ? "" : String.join(", ", lacking);
    }
}
