package dev.tenure.controllers.nodereadiness;

import dev.tenure.controllers.node.NodeLimit;
import dev.tenure.controllers.nodereadiness.NodeReadinessRule.Care;
import dev.tenure.controllers.nodereadiness.NodeReadinessRule.Mode;
import dev.tenure.controllers.nodereadiness.NodeReadinessRule.Requirement;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads rules. Their definition has checked them; of what it let through and is none (a cluster may define
/// the kind otherwise) a rule without conditions or with an effect that nobody knows is no rule, and
/// annotations that cannot be read count as if they were not there.
public final class NodeReadinessRuleParser {
    /// How many of its nodes may bear the taint, as a number or a share, for example `30%`.
    public static final String LIMIT = "tenure.dev/max-tainted-nodes";

    /// For how many seconds conditions have to be as they are before something is done.
    public static final String STABILIZATION = "tenure.dev/stabilization-window-seconds";

    private static final int STABILIZATION_SECONDS_MAX = 86_400;

    private NodeReadinessRuleParser() {}

    /// @param stored a NodeReadinessRule
    /// @return empty when it is none
    public static Optional<NodeReadinessRule> read(StoredObject stored) {
        ObjectNode tree = Json.readObject(stored.json());
        JsonNode spec = tree.path("spec");
        JsonNode taint = spec.path("taint");
        List<Requirement> conditions = conditions(spec);
        Optional<TaintEffect> effect = TaintEffect.ofWord(taint.path("effect").asText(""));
        if (conditions.isEmpty() || effect.isEmpty()) {
            return Optional.empty();
        }
        var meta = Views.meta(tree);
        return Optional.of(new NodeReadinessRule(
                meta,
                conditions,
                spec.path("conditionPolicy").asText("").equals("anyOf"),
                spec.path("enforcementMode").asText("").equals("bootstrap-only")
                        ? Mode.BOOTSTRAP_ONLY
                        : Mode.CONTINUOUS,
                new Taint(taint.path("key").asText(""), taint.path("value").asText(""), effect.get()),
                Views.selector(spec.path("nodeSelector")),
                spec.path("dryRun").asBoolean(false),
                care(meta.annotations())));
    }

    private static List<Requirement> conditions(JsonNode spec) {
        var conditions = new ArrayList<Requirement>();
        spec.path("conditions")
                .forEach(each -> conditions.add(new Requirement(
                        each.path("type").asText(""),
                        Truth.ofWord(each.path("requiredStatus").asText("")),
                        Truth.ofWord(each.path("defaultStatus").asText("")))));
        return conditions;
    }

    private static Care care(Map<String, String> annotations) {
        return new Care(
                seconds(annotations.getOrDefault(STABILIZATION, "0")),
                Optional.ofNullable(annotations.get(LIMIT)).flatMap(NodeLimit::parse));
    }

    private static Duration seconds(String text) {
        try {
            return Duration.ofSeconds(Math.clamp(Long.parseLong(text), 0, STABILIZATION_SECONDS_MAX));
        } catch (NumberFormatException _) {
            return Duration.ZERO;
        }
    }
}
