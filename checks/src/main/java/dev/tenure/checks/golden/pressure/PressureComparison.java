package dev.tenure.checks.golden.pressure;

import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.kubelet.eviction.threshold.ThresholdValue;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// Holds what was decided against what was recorded.
final class PressureComparison {
    private PressureComparison() {}

    /// The first field that differs.
    static Optional<String> difference(JsonNode expected, JsonNode got) {
        return difference("", canonical(expected), canonical(got));
    }

    private static Optional<String> difference(String path, JsonNode expected, JsonNode got) {
        if (expected.equals(got) || (isNothing(expected) && isNothing(got))) {
            return Optional.empty();
        }
        if (expected.isObject() && got.isObject()) {
            return fields(path, expected, got);
        }
        if (expected.isArray() && got.isArray() && expected.size() == got.size()) {
            return items(path, expected, got);
        }
        return Optional.of("%s: expected %s, got %s".formatted(path, expected, got));
    }

    private static Optional<String> fields(String path, JsonNode expected, JsonNode got) {
        var names = new TreeSet<String>();
        expected.fieldNames().forEachRemaining(names::add);
        got.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            Optional<String> found = difference(path + "/" + name, expected.path(name), got.path(name));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> items(String path, JsonNode expected, JsonNode got) {
        for (int i = 0; i < expected.size(); i++) {
            Optional<String> found = difference(path + "/" + i, expected.get(i), got.get(i));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /// In a recording an absent field may mean zero, false or an empty list.
    private static boolean isNothing(JsonNode node) {
        return node.isMissingNode()
                || (node.isArray() && node.isEmpty())
                || (node.isNumber() && node.longValue() == 0)
                || (node.isBoolean() && !node.booleanValue());
    }

    /// Whole numbers alike, whatever their Java type; objects in the order of their fields' names.
    private static JsonNode canonical(JsonNode node) {
        if (node.isObject()) {
            ObjectNode copy = Json.object();
            var fields = new TreeMap<String, JsonNode>();
            node.properties().forEach(entry -> fields.put(entry.getKey(), canonical(entry.getValue())));
            fields.forEach(copy::set);
            return copy;
        }
        if (node.isArray()) {
            ArrayNode copy = Json.array();
            node.forEach(each -> copy.add(canonical(each)));
            return copy;
        }
        return node.isIntegralNumber() ? Json.array().add(node.longValue()).get(0) : node;
    }

    /// Steps beside steps; of several metric labels that were recorded any one may be reported.
    static Optional<String> steps(ArrayNode expected, ArrayNode got) {
        ArrayNode chosen = expected.deepCopy();
        for (int i = 0; i < Math.min(expected.size(), got.size()); i++) {
            JsonNode actual = got.get(i).path("signals");
            ArrayNode allowed = (ArrayNode) chosen.get(i).path("signals");
            for (JsonNode each : allowed) {
                if (actual.size() == 1 && actual.get(0).equals(each)) {
                    ((ObjectNode) chosen.get(i)).set("signals", actual);
                    break;
                }
            }
        }
        return difference(chosen, got);
    }

    /// `expect` with each `loggedOneOf` replaced by what was reported, if it is among them.
    static JsonNode withoutChoice(JsonNode expect, JsonNode got) {
        ObjectNode chosen = (ObjectNode) expect.deepCopy();
        if (got.has("thresholds")) {
            sortThresholds(chosen);
        }
        for (var entry : chosen.path("afterLayout").properties()) {
            ObjectNode layout = (ObjectNode) entry.getValue();
            sortThresholds(layout);
            JsonNode actual = got.path("afterLayout").path(entry.getKey()).path("logged");
            for (JsonNode each : layout.path("loggedOneOf")) {
                if (each.equals(actual)) {
                    layout.set("logged", actual);
                }
            }
            layout.remove("loggedOneOf");
        }
        return chosen;
    }

    private static void sortThresholds(ObjectNode holder) {
        var items = new ArrayList<JsonNode>();
        holder.path("thresholds").forEach(each -> items.add(withoutTexts(each)));
        holder.set("thresholds", sorted(items));
    }

    /// Go's spelling of a fraction and of a grace period says no more than its bits and nanoseconds do.
    private static JsonNode withoutTexts(JsonNode threshold) {
        ObjectNode copy = (ObjectNode) threshold.deepCopy();
        copy.remove("grace");
        for (String field : List.of("value", "minReclaim")) {
            if (copy.get(field) instanceof ObjectNode value) {
                value.remove("percentage");
            }
        }
        return copy;
    }

    private static ArrayNode sorted(List<JsonNode> items) {
        items.sort(Comparator.comparing(item -> canonical(item).toString()));
        return Json.array().addAll(items);
    }

    /// Thresholds in the form of a recording, sorted.
    ///
    /// @param capacity signal → amount, as far as it is known
    static ArrayNode thresholds(List<Threshold> thresholds, JsonNode capacity) {
        var items = new ArrayList<JsonNode>();
        for (Threshold each : thresholds) {
            ObjectNode item = Json.object()
                    .put("signal", each.signal().word())
                    .put("operator", each.blank() ? "" : "LessThan")
                    .put("graceNanos", each.grace().toNanos());
            JsonNode known = capacity.path(each.signal().word());
            item.set("value", value(each.value(), known));
            each.minReclaim().ifPresent(reclaim -> item.set("minReclaim", value(reclaim, known)));
            items.add(item);
        }
        return sorted(items);
    }

    private static ObjectNode value(ThresholdValue value, JsonNode capacity) {
        ObjectNode actual = Json.object();
        switch (value) {
            case ThresholdValue.Amount(Quantity quantity) -> actual.put("quantity", quantity.toString());
            case ThresholdValue.Share(float fraction) ->
                actual.put("percentageFloat32Bits", Integer.toUnsignedLong(Float.floatToRawIntBits(fraction)));
        }
        if (!capacity.isMissingNode()) {
            Quantity effective = value.of(Quantity.of(capacity.asLong(), Quantity.Format.BINARY_SI));
            actual.put("effective", effective.toString()).put("effectiveValue", effective.value());
        }
        return actual;
    }
}
