package dev.tenure.kinds.podspec;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.rules.taint.TolerationCoverRule;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Tolerations of a tree, as the rules compare them.
public final class TolerationLists {
    private TolerationLists() {}

    /// Both lists in one, without those that another one covers. What nobody can read stays, for validation
    /// to refuse.
    public static ArrayNode merge(JsonNode first, JsonNode second) {
        List<JsonNode> all = new ArrayList<>();
        first.forEach(all::add);
        second.forEach(all::add);
        List<Toleration> tolerations = read(all);
        Set<Integer> kept = new HashSet<>(TolerationCoverRule.kept(tolerations));
        ArrayNode merged = Json.array();
        int readable = 0;
        for (JsonNode node : all) {
            boolean covered = one(node).isPresent() && !kept.contains(readable++);
            if (!covered) {
                merged.add(node.deepCopy());
            }
        }
        return merged;
    }

    /// Whether a whitelist permits all of these; an empty one permits everything. What nobody can read
    /// permits nothing but what is written alike.
    public static boolean permitted(JsonNode tolerations, ArrayNode whitelist) {
        if (whitelist.isEmpty()) {
            return true;
        }
        Set<JsonNode> alike = new HashSet<>();
        whitelist.forEach(alike::add);
        List<JsonNode> others = new ArrayList<>();
        tolerations.forEach(others::add);
        others.removeAll(alike);
        List<Toleration> narrow = read(others);
        List<Toleration> wide = read(whitelist);
        boolean comparable = narrow.size() == others.size() && !wide.isEmpty();
        return others.isEmpty() || (comparable && TolerationCoverRule.permitted(narrow, wide));
    }

    /// Those that can be read.
    private static List<Toleration> read(Iterable<JsonNode> list) {
        List<Toleration> tolerations = new ArrayList<>();
        list.forEach(node -> one(node).ifPresent(tolerations::add));
        return tolerations;
    }

    private static Optional<Toleration> one(JsonNode node) {
        String word = node.path("effect").asText("");
        Optional<TaintEffect> effect = TaintEffect.ofWord(word);
        TolerationOperator operator =
                TolerationOperator.ofWord(node.path("operator").asText(""));
        if ((effect.isEmpty() && !word.isEmpty()) || operator == TolerationOperator.UNKNOWN) {
            return Optional.empty();
        }
        JsonNode seconds = node.path("tolerationSeconds");
        Stay stay = seconds.isNumber() ? new Stay.AtMost(seconds.asLong()) : Stay.forever();
        return Optional.of(new Toleration(
                node.path("key").asText(""), operator, node.path("value").asText(""), effect, stay));
    }
}
