package dev.tenure.wire.view;

import dev.tenure.model.core.Condition;
import dev.tenure.model.meta.IntOrPercent;
import dev.tenure.model.meta.LabelRequirement;
import dev.tenure.model.meta.LabelRequirement.Operator;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// What all kinds have in common: metadata, selectors, conditions, counts and shares.
final class MetaViews {
    private MetaViews() {}

    /// The metadata of a whole object.
    static ObjectMeta meta(JsonNode object) {
        JsonNode meta = object.path("metadata");
        return meta(meta, Tree.textMap(meta, "labels"), Tree.textMap(meta, "annotations"), owners(meta));
    }

    /// The metadata of the next state of an object, or of one that is like it.
    ///
    /// @param shared whether both have the very same at a member of their metadata
    static ObjectMeta meta(JsonNode object, ObjectMeta before, Predicate<String> shared) {
        JsonNode meta = object.path("metadata");
        return meta(
                meta,
                shared.test("labels") ? before.labels() : Tree.textMap(meta, "labels"),
                shared.test("annotations") ? before.annotations() : Tree.textMap(meta, "annotations"),
                shared.test("ownerReferences") ? before.ownerReferences() : owners(meta));
    }

    private static ObjectMeta meta(
            JsonNode meta, Map<String, String> labels, Map<String, String> annotations, List<OwnerReference> owners) {
        return new ObjectMeta(
                Tree.unique(meta, "name"),
                Tree.text(meta, "namespace"),
                Tree.unique(meta, "uid"),
                Tree.number(meta, "generation"),
                TimeReader.orEpoch(meta, "creationTimestamp"),
                deletion(meta),
                labels,
                annotations,
                owners,
                Tree.texts(meta, "finalizers"));
    }

    private static List<OwnerReference> owners(JsonNode meta) {
        return Shared.value(Tree.list(meta, "ownerReferences", MetaViews::owner));
    }

    private static Optional<ObjectMeta.Deletion> deletion(JsonNode meta) {
        return TimeReader.optional(meta, "deletionTimestamp")
                .map(at -> new ObjectMeta.Deletion(at, Tree.number(meta, "deletionGracePeriodSeconds")));
    }

    private static OwnerReference owner(JsonNode node) {
        return new OwnerReference(
                Tree.text(node, "apiVersion"),
                Tree.text(node, "kind"),
                Tree.text(node, "name"),
                Tree.text(node, "uid"),
                Tree.flag(node, "controller"),
                Tree.flag(node, "blockOwnerDeletion"));
    }

    static LabelSelector selector(JsonNode node) {
        List<LabelRequirement> requirements = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : node.path("matchLabels").properties()) {
            requirements.add(
                    LabelRequirement.equal(entry.getKey(), entry.getValue().asText()));
        }
        requirements.addAll(Tree.list(node, "matchExpressions", MetaViews::requirement));
        return requirements.isEmpty() ? LabelSelector.EVERYTHING : new LabelSelector(requirements);
    }

    /// An operator that nobody knows becomes a requirement that nothing meets.
    private static LabelRequirement requirement(JsonNode node) {
        String key = Tree.text(node, "key");
        return switch (Tree.text(node, "operator")) {
            case "In" -> new LabelRequirement(key, Operator.IN, Tree.texts(node, "values"));
            case "NotIn" -> new LabelRequirement(key, Operator.NOT_IN, Tree.texts(node, "values"));
            case "Exists" -> new LabelRequirement(key, Operator.EXISTS, List.of());
            case "DoesNotExist" -> new LabelRequirement(key, Operator.DOES_NOT_EXIST, List.of());
            default -> new LabelRequirement(key, Operator.IN, List.of());
        };
    }

    static Optional<LabelSelector> optionalSelector(JsonNode object, String field) {
        return Tree.optional(object, field, MetaViews::selector);
    }

    /// The selector in `spec.selector`; one that matches everything when there is none.
    static LabelSelector specSelector(JsonNode spec) {
        return selector(spec.path("selector"));
    }

    static List<Condition> conditions(JsonNode status) {
        return Tree.list(status, "conditions", condition -> Shared.value(condition(condition)));
    }

    private static Condition condition(JsonNode node) {
        return new Condition(
                Tree.text(node, "type"),
                Condition.Truth.ofWord(Tree.text(node, "status")),
                Tree.text(node, "reason"),
                Tree.text(node, "message"),
                TimeReader.orEpoch(node, "lastTransitionTime"),
                TimeReader.orEpoch(node, node.has("lastHeartbeatTime") ? "lastHeartbeatTime" : "lastProbeTime"),
                Tree.number(node, "observedGeneration"));
    }

    static IntOrPercent intOrPercent(JsonNode node) {
        return node.isNumber() ? new IntOrPercent.Count(node.intValue()) : IntOrPercent.ofText(node.asText());
    }
}
