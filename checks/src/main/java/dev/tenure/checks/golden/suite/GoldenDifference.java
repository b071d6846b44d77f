package dev.tenure.checks.golden.suite;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.TextNode;
import java.util.Optional;

/// Where two answers first differ. Types are compared strictly: `1` is not `1.0`, and absent is not null.
///
/// @param at path of the place
public record GoldenDifference(String at, String expected, String got) {
    private static final int SHOWN_MAX = 160;
    private static final TextNode ABSENT = TextNode.valueOf("<absent>");

    public static Optional<GoldenDifference> first(JsonNode want, JsonNode got, String path) {
        if (want.isObject() && got.isObject()) {
            return inObjects(want, got, path);
        }
        if (want.isArray() && got.isArray()) {
            return inLists(want, got, path);
        }
        return same(want, got) ? Optional.empty() : Optional.of(of(path, want, got));
    }

    public static GoldenDifference of(String path, JsonNode want, JsonNode got) {
        return new GoldenDifference(path, shorten(want), shorten(got));
    }

    private static Optional<GoldenDifference> inObjects(JsonNode want, JsonNode got, String path) {
        for (var entry : want.properties()) {
            String below = path + "/" + entry.getKey();
            JsonNode other = got.get(entry.getKey());
            Optional<GoldenDifference> found = other == null
                    ? Optional.of(of(below, entry.getValue(), ABSENT))
                    : first(entry.getValue(), other, below);
            if (found.isPresent()) {
                return found;
            }
        }
        for (var entry : got.properties()) {
            if (!want.has(entry.getKey())) {
                return Optional.of(of(path + "/" + entry.getKey(), ABSENT, entry.getValue()));
            }
        }
        return Optional.empty();
    }

    private static JsonNode orAbsent(JsonNode value) {
        return value.isMissingNode() ? ABSENT : value;
    }

    private static Optional<GoldenDifference> inLists(JsonNode want, JsonNode got, String path) {
        for (int i = 0; i < Math.max(want.size(), got.size()); i++) {
            String below = path + "/" + i;
            JsonNode one = want.path(i);
            JsonNode other = got.path(i);
            Optional<GoldenDifference> found = one.isMissingNode() || other.isMissingNode()
                    ? Optional.of(of(below, orAbsent(one), orAbsent(other)))
                    : first(one, other, below);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static boolean same(JsonNode want, JsonNode got) {
        if (want.isIntegralNumber() && got.isIntegralNumber()) {
            return want.bigIntegerValue().equals(got.bigIntegerValue());
        }
        if (want.isFloatingPointNumber() && got.isFloatingPointNumber()) {
            return Double.compare(want.doubleValue(), got.doubleValue()) == 0;
        }
        return want.equals(got);
    }

    public static String shorten(JsonNode value) {
        String text = value.isTextual() ? value.asText() : value.isMissingNode() ? "None" : PythonJson.sorted(value);
        return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
    }
}
