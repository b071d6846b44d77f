package dev.tenure.kinds.custom;

import dev.tenure.apiserver.schema.ScalePaths;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.go.GoFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the values that `scale` shows, with upstream's complaints about values of a wrong type. Upstream:
/// unstructured/helpers.go.
final class ScaleValues {
    private ScaleValues() {}

    /// What is wrong with a number at a path; absent is right.
    public static Optional<String> fault(ObjectNode object, String path) {
        return fault(object, path, "int64");
    }

    /// What is wrong with a text at a path; absent is right.
    public static Optional<String> text(ObjectNode object, String path) {
        return fault(object, path, "string");
    }

    private static Optional<String> fault(ObjectNode object, String path, String wanted) {
        JsonNode node = object;
        List<String> passed = new ArrayList<>();
        for (String step : ScalePaths.steps(path)) {
            passed.add(step);
            if (node.isNull()) {
                return Optional.empty();
            }
            if (!node.isObject()) {
                return Optional.of(complaint(passed, node, "map[string]interface{}"));
            }
            node = node.path(step);
            if (node.isMissingNode()) {
                return Optional.empty();
            }
        }
        boolean fits = wanted.equals("int64") ? node.isIntegralNumber() : node.isTextual();
        return fits ? Optional.empty() : Optional.of(complaint(passed, node, wanted));
    }

    private static String complaint(List<String> passed, JsonNode value, String wanted) {
        return "." + String.join(".", passed) + " accessor error: " + GoFormat.plain(value) + " is of the type "
                + goType(value) + ", expected " + wanted;
    }

    private static String goType(JsonNode value) {
        if (value.isTextual()) {
            return "string";
        }
        if (value.isNumber()) {
            return value.isIntegralNumber() ? "int64" : "float64";
        }
        if (value.isBoolean()) {
            return "bool";
        }
        if (value.isNull()) {
            return "<nil>";
        }
        return value.isArray() ? "[]interface {}" : "map[string]interface {}";
    }
}
