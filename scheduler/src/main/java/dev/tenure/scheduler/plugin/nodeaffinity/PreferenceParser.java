package dev.tenure.scheduler.plugin.nodeaffinity;

import dev.tenure.model.core.Affinity.PreferredNodes;
import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.NodeSelectorRequirement.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds what is wrong with preferred terms. The API server lets values pass that are no labels, for example a negative
/// number to compare with; upstream's selectors then refuse them, and the pod cannot be scored. Upstream:
/// apimachinery/pkg/labels/selector.go, NewRequirement.
final class PreferenceParser {
    private static final int LABEL_LENGTH_MAX = 63;
    private static final Pattern LABEL = Pattern.compile("(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?");
    private static final String NO_LABEL = "a valid label must be an empty string or consist of alphanumeric characters,"
            + " '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value', "
            + " or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
    private static final String NO_INTEGER = "for 'Gt', 'Lt' operators, the value must be an integer";
    private static final String TOO_LONG = "must be no more than 63 bytes";

    private PreferenceParser() {}

    /// What is wrong with the terms, in upstream's words; absent when all is well.
    static Optional<String> complaint(List<PreferredNodes> terms) {
        var errors = new ArrayList<String>();
        for (int i = 0; i < terms.size(); i++) {
            if (terms.get(i).weight() == 0) {
                continue;
            }
            List<NodeSelectorRequirement> requirements =
                    terms.get(i).preference().matchExpressions();
            for (int j = 0; j < requirements.size(); j++) {
                check(requirements.get(j), "[" + i + "].matchExpressions[" + j + "].values", errors);
            }
        }
        List<String> distinct = errors.stream().distinct().toList();
        return switch (distinct.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(distinct.getFirst());
            default -> Optional.of("[" + String.join(", ", distinct) + "]");
        };
    }

    private static void check(NodeSelectorRequirement requirement, String path, List<String> errors) {
        boolean compares = requirement.operator() == Operator.GT || requirement.operator() == Operator.LT;
        List<String> values = requirement.values();
        for (int i = 0; compares && i < values.size(); i++) {
            if (!isInteger(values.get(i))) {
                errors.add(invalid(path + "[" + i + "]", values.get(i), NO_INTEGER));
            }
        }
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i);
            String at = path + "[" + i + "][" + requirement.key() + "]";
            labelComplaint(value).ifPresent(complaint -> errors.add(invalid(at, value, complaint)));
        }
    }

    private static Optional<String> labelComplaint(String value) {
        boolean tooLong = value.length() > LABEL_LENGTH_MAX;
        boolean wellFormed = LABEL.matcher(value).matches();
        if (tooLong) {
            return Optional.of(wellFormed ? TOO_LONG : TOO_LONG + "; " + NO_LABEL);
        }
        return wellFormed ? Optional.empty() : Optional.of(NO_LABEL);
    }

    private static boolean isInteger(String value) {
        try {
            Long.parseLong(value);
            return true;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private static String invalid(String path, String value, String why) {
        return path + ": Invalid value: \"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\": " + why;
    }
}
