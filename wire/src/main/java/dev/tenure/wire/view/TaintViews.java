package dev.tenure.wire.view;

import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Taints and tolerations. Those whose effect nobody knows do nothing, and are left out.
public final class TaintViews {
    private TaintViews() {}

    /// The list of taints in a field of an object.
    public static List<Taint> taints(JsonNode object, String field) {
        return Tree.known(object, field, TaintViews::taint);
    }

    private static Optional<Taint> taint(JsonNode node) {
        return TaintEffect.ofWord(Tree.text(node, "effect"))
                .map(effect -> new Taint(
                        Tree.text(node, "key"),
                        Tree.text(node, "value"),
                        effect,
                        TimeReader.optional(node, "timeAdded")));
    }

    /// The list of tolerations in a field of an object.
    public static List<Toleration> tolerations(JsonNode object, String field) {
        return Shared.value(List.copyOf(Tree.known(object, field, TaintViews::toleration)));
    }

    /// One toleration; empty for one whose effect nobody knows.
    public static Optional<Toleration> toleration(JsonNode node) {
        String word = Tree.text(node, "effect");
        Optional<TaintEffect> effect = TaintEffect.ofWord(word);
        if (effect.isEmpty() && !word.isEmpty()) {
            return Optional.empty();
        }
        OptionalLong seconds = Tree.optionalNumber(node, "tolerationSeconds");
        return Optional.of(new Toleration(
                Tree.text(node, "key"),
                TolerationOperator.ofWord(Tree.text(node, "operator")),
                Tree.text(node, "value"),
                effect,
                seconds.isPresent() ? new Stay.AtMost(seconds.getAsLong()) : Stay.forever()));
    }
}
