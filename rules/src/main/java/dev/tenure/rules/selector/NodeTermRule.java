package dev.tenure.rules.selector;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.NodeSelectorRequirement.Operator;
import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.model.meta.LabelSyntax;
import dev.tenure.model.meta.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Whether one term of a node selector matches a node, and what is wrong with it. Upstream: nodeaffinity.go.
public final class NodeTermRule {
    private static final String NAME_FIELD = "metadata.name";

    private NodeTermRule() {}

    /// For terms without faults. A term without requirements matches nothing.
    public static boolean matches(NodeSelectorTerm term, Node node) {
        if (term.isEmpty()) {
            return false;
        }
        for (NodeSelectorRequirement requirement : term.matchExpressions()) {
            if (!labelMatches(requirement, node.meta().labels())) {
                return false;
            }
        }
        for (NodeSelectorRequirement requirement : term.matchFields()) {
            if (!fieldMatches(requirement, node)) {
                return false;
            }
        }
        return true;
    }

    private static boolean labelMatches(NodeSelectorRequirement requirement, Map<String, String> labels) {
        @Nullable String value = labels.get(requirement.key());
        return switch (requirement.operator()) {
            case IN -> value != null && requirement.values().contains(value);
            case NOT_IN -> value == null || !requirement.values().contains(value);
            case EXISTS -> value != null;
            case DOES_NOT_EXIST -> value == null;
            case GT -> value != null && order(value, requirement) > 0;
            case LT -> value != null && order(value, requirement) < 0;
            case UNKNOWN -> false;
        };
    }

    /// How a label's number stands to the wanted one; 0, which matches nothing, when one of them is no
    /// number.
    private static int order(String value, NodeSelectorRequirement requirement) {
        try {
            return Long.compare(
                    Long.parseLong(value), Long.parseLong(requirement.values().getFirst()));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static boolean fieldMatches(NodeSelectorRequirement requirement, Node node) {
        String value = requirement.key().equals(NAME_FIELD) ? node.name() : "";
        boolean equal = requirement.values().contains(value);
        return requirement.operator() == Operator.NOT_IN ? !equal : equal;
    }

    /// What is wrong with a term that nevertheless was stored.
    ///
    /// @param path of the term, for example `[3]`
    public static List<String> faults(NodeSelectorTerm term, String path) {
        List<String> faults = new ArrayList<>();
        for (int i = 0; i < term.matchExpressions().size(); i++) {
            expressionFaults(term.matchExpressions().get(i), path + ".matchExpressions[" + i + "]", faults);
        }
        for (int i = 0; i < term.matchFields().size(); i++) {
            fieldFaults(term.matchFields().get(i), path + ".matchFields[" + i + "]", faults);
        }
        return faults;
    }

    private static void expressionFaults(NodeSelectorRequirement requirement, String path, List<String> faults) {
        if (requirement.operator() == Operator.UNKNOWN) {
            faults.add(path + ".operator: Unsupported value: \"?\": supported values: "
                    + "\"In\", \"NotIn\", \"Exists\", \"DoesNotExist\", \"Gt\", \"Lt\"");
            return;
        }
        List<String> wrong = LabelSyntax.keyFaults(requirement.key());
        if (!wrong.isEmpty()) {
            faults.add(invalid(path + ".key", Quoted.of(requirement.key()), String.join("; ", wrong)));
        }
        countFault(requirement, path + ".values", faults);
        List<String> values = requirement.values();
        for (int i = 0; i < values.size(); i++) {
            wrong = LabelSyntax.valueFaults(values.get(i));
            if (!wrong.isEmpty()) {
                String at = path + ".values[" + i + "][" + requirement.key() + "]";
                faults.add(invalid(at, Quoted.of(values.get(i)), String.join("; ", wrong)));
            }
        }
    }

    private static void countFault(NodeSelectorRequirement requirement, String path, List<String> faults) {
        List<String> values = requirement.values();
        switch (requirement.operator()) {
            case IN, NOT_IN -> {
                if (values.isEmpty()) {
                    faults.add(invalid(path, "[]", "for 'in', 'notin' operators, values set can't be empty"));
                }
            }
            case EXISTS, DOES_NOT_EXIST -> {
                if (!values.isEmpty()) {
                    faults.add(invalid(path, list(values), "values set must be empty for exists and does not exist"));
                }
            }
            case GT, LT -> numberFaults(values, path, faults);
            case UNKNOWN -> {}
        }
    }

    private static void numberFaults(List<String> values, String path, List<String> faults) {
        if (values.size() != 1) {
            faults.add(invalid(path, list(values), "for 'Gt', 'Lt' operators, exactly one value is required"));
        }
        for (int i = 0; i < values.size(); i++) {
            if (!isLong(values.get(i))) {
                String at = path + "[" + i + "]";
                faults.add(invalid(
                        at, Quoted.of(values.get(i)), "for 'Gt', 'Lt' operators, the value must be an integer"));
            }
        }
    }

    private static void fieldFaults(NodeSelectorRequirement requirement, String path, List<String> faults) {
        if (requirement.operator() != Operator.IN && requirement.operator() != Operator.NOT_IN) {
            faults.add(path + ".operator: Unsupported value: "
                    + Quoted.of(requirement.operator().word()) + ": supported values: \"In\", \"NotIn\"");
        } else if (requirement.values().size() != 1) {
            faults.add(invalid(path + ".values", list(requirement.values()), "must have one element"));
        }
    }

    private static boolean isLong(String text) {
        try {
            Long.parseLong(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static String invalid(String path, String value, String detail) {
        return path + ": Invalid value: " + value + ": " + detail;
    }

    private static String list(List<String> values) {
        return values.stream().map(Quoted::of).collect(Collectors.joining(",", "[", "]"));
    }
}
