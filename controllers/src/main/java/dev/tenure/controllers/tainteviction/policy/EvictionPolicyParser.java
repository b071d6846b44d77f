package dev.tenure.controllers.tainteviction.policy;

import dev.tenure.controllers.node.NodeLimit;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Budgets;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Replacing;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy.Stays;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.StandingChoice;
import dev.tenure.rules.taint.StandingPod;
import dev.tenure.rules.taint.TaintChoice;
import dev.tenure.rules.taint.TaintEntry;
import dev.tenure.rules.taint.TaintMatcher;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.view.TaintViews;
import dev.tenure.wire.view.Views;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Reads policies. Their definition has checked them; what it lets through and is none (a cluster may define
/// the kind otherwise) is read as if it were not written.
public final class EvictionPolicyParser {
    private EvictionPolicyParser() {}

    /// @param stored a TaintEvictionPolicy
    /// @param expressions runs its expressions
    public static TaintEvictionPolicy read(StoredObject stored, TaintMatcher expressions) {
        return read(stored.key().name(), Json.readObject(stored.json()).path("spec"), expressions);
    }

    /// @param spec of a TaintEvictionPolicy of this name
    public static TaintEvictionPolicy read(String name, JsonNode spec, TaintMatcher expressions) {
        var taints = new TaintChoice(entries(spec.path("taints")), entries(spec.path("exceptTaints")), expressions);
        return new TaintEvictionPolicy(
                name,
                taints,
                spec.path("podSelector").isObject()
                        ? Views.selector(spec.path("podSelector"))
                        : LabelSelector.EVERYTHING,
                texts(spec.path("namespaces")),
                standing(spec, taints),
                stays(spec),
                replacing(spec),
                budgets(spec),
                number(spec.path("podsPerMinute")).filter(count -> count > 0).map(count ->
                        (int) Math.min(count, 60_000)),
                limit(spec.path("maxTaintedNodes")),
                spec.path("paused").asBoolean(false));
    }

    private static List<TaintEntry> entries(JsonNode list) {
        var entries = new ArrayList<TaintEntry>();
        for (JsonNode entry : list) {
            TaintViews.toleration(entry).ifPresent(toleration -> entries.add(entry(toleration, entry)));
        }
        return entries;
    }

    /// An expression without a key is about all taints.
    private static TaintEntry entry(Toleration toleration, JsonNode entry) {
        String expression = entry.path("expression").asText("");
        if (expression.isEmpty()) {
            return TaintEntry.of(toleration);
        }
        boolean every = toleration.key().isEmpty() && toleration.value().isEmpty();
        return new TaintEntry(
                every
                        ? new Toleration("", TolerationOperator.EXISTS, "", toleration.effect(), Stay.forever())
                        : toleration,
                Optional.of(expression));
    }

    private static Set<String> texts(JsonNode list) {
        var texts = new HashSet<String>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static StandingChoice standing(JsonNode spec, TaintChoice taints) {
        var effects = new HashSet<TaintEffect>();
        texts(spec.path("alsoEvictFor"))
                .forEach(word -> TaintEffect.ofWord(word).ifPresent(effects::add));
        return new StandingChoice(
                taints,
                effects,
                spec.path("spare").isArray()
                        ? StandingPod.sparedBy(List.copyOf(texts(spec.path("spare"))))
                        : StandingPod.ALL);
    }

    private static Stays stays(JsonNode spec) {
        Optional<Long> most = number(spec.path("maxStaySeconds"));
        return new Stays(
                number(spec.path("minStaySeconds")).map(EvictionPolicyParser::seconds),
                most.isPresent() ? OptionalLong.of(most.get()) : OptionalLong.empty(),
                tolerated(spec));
    }

    private static Optional<Stay> tolerated(JsonNode spec) {
        return spec.path("tolerate").asBoolean(false)
                ? Optional.of(number(spec.path("tolerateSeconds"))
                        .<Stay>map(Stay.AtMost::new)
                        .orElseGet(Stay::forever))
                : Optional.empty();
    }

    private static Replacing replacing(JsonNode spec) {
        return spec.path("replacement").asText("").equals("First")
                ? new Replacing.First(
                        number(spec.path("replacementDeadlineSeconds")).map(EvictionPolicyParser::seconds),
                        number(spec.path("maxSurge")).filter(count -> count > 0).map(count ->
                                (int) Math.min(count, Integer.MAX_VALUE)))
                : new Replacing.After();
    }

    private static Budgets budgets(JsonNode spec) {
        return spec.path("budgets").asText("").equals("Respect")
                ? new Budgets.Asked(number(spec.path("budgetDeadlineSeconds")).map(EvictionPolicyParser::seconds))
                : new Budgets.Ignored();
    }

    /// As long as a duration can be, where it is longer.
    private static Duration seconds(long count) {
        return Duration.ofSeconds(Math.max(0, count));
    }

    private static Optional<Long> number(JsonNode node) {
        return node.isNumber() ? Optional.of(node.asLong()) : Optional.empty();
    }

    private static Optional<NodeLimit> limit(JsonNode node) {
        return node.isNumber() ? number(node).map(NodeLimit.Count::new) : NodeLimit.parse(node.asText(""));
    }
}
