package dev.tenure.wire.view;

import dev.tenure.model.core.Affinity;
import dev.tenure.model.core.Affinity.PodTerm;
import dev.tenure.model.core.Affinity.PodTerms;
import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.model.core.TopologySpreadConstraint;
import dev.tenure.wire.json.JsonNode;
import java.util.List;

/// Where pods want to be.
final class AffinityViews {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private AffinityViews() {}

    static Affinity affinity(JsonNode node) {
        if (node.isEmpty()) {
            return Affinity.NONE;
        }
        JsonNode nodes = node.path("nodeAffinity");
        return new Affinity(
                Tree.optional(nodes, REQUIRED, AffinityViews::nodeTerms),
                Tree.list(
                        nodes,
                        PREFERRED,
                        each -> new Affinity.PreferredNodes(
                                Tree.integer(each, "weight"), nodeTerm(each.path("preference")))),
                podTerms(node.path("podAffinity")),
                podTerms(node.path("podAntiAffinity")));
    }

    /// The terms of a node selector.
    static List<NodeSelectorTerm> nodeTerms(JsonNode selector) {
        return Tree.list(selector, "nodeSelectorTerms", AffinityViews::nodeTerm);
    }

    private static NodeSelectorTerm nodeTerm(JsonNode node) {
        return new NodeSelectorTerm(
                Tree.list(node, "matchExpressions", AffinityViews::nodeRequirement),
                Tree.list(node, "matchFields", AffinityViews::nodeRequirement));
    }

    private static NodeSelectorRequirement nodeRequirement(JsonNode node) {
        return new NodeSelectorRequirement(
                Tree.text(node, "key"),
                NodeSelectorRequirement.Operator.ofWord(Tree.text(node, "operator")),
                Tree.texts(node, "values"));
    }

    private static PodTerms podTerms(JsonNode node) {
        if (node.isEmpty()) {
            return PodTerms.NONE;
        }
        return new PodTerms(
                Tree.list(node, REQUIRED, AffinityViews::podTerm),
                Tree.list(
                        node,
                        PREFERRED,
                        each -> new Affinity.PreferredPods(
                                Tree.integer(each, "weight"), podTerm(each.path("podAffinityTerm")))));
    }

    private static PodTerm podTerm(JsonNode node) {
        return new PodTerm(
                MetaViews.optionalSelector(node, "labelSelector"),
                Tree.texts(node, "namespaces"),
                MetaViews.optionalSelector(node, "namespaceSelector"),
                Tree.text(node, "topologyKey"),
                Tree.texts(node, "matchLabelKeys"),
                Tree.texts(node, "mismatchLabelKeys"));
    }

    static TopologySpreadConstraint spread(JsonNode node) {
        return new TopologySpreadConstraint(
                Tree.integer(node, "maxSkew"),
                Tree.text(node, "topologyKey"),
                Tree.text(node, "whenUnsatisfiable").equals("DoNotSchedule"),
                MetaViews.optionalSelector(node, "labelSelector"),
                Tree.optionalInteger(node, "minDomains"),
                !Tree.text(node, "nodeAffinityPolicy").equals("Ignore"),
                Tree.text(node, "nodeTaintsPolicy").equals("Honor"),
                Tree.texts(node, "matchLabelKeys"));
    }
}
