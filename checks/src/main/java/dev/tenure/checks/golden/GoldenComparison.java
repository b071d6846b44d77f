package dev.tenure.checks.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Optional;

/// Compares a stored answer with a new one, both normalised: what clients act upon first, then everything.
final class GoldenComparison {
    private static final List<String> PARTS = List.of("body", "events", "frames", "protobuf", "text", "size");

    private GoldenComparison() {}

    static Optional<GoldenDifference> of(JsonNode expect, JsonNode shown) {
        if (expect.path("status").asInt() != shown.path("status").asInt()) {
            JsonNode why = shown.path("body").isMissingNode() ? shown.path("text") : shown.get("body");
            String got = "%d %s".formatted(shown.path("status").asInt(), GoldenDifference.shorten(why));
            return Optional.of(GoldenDifference.of("status", expect.path("status"), TextNode.valueOf(got)));
        }
        Optional<GoldenDifference> found =
                GoldenDifference.first(errorView(expect.path("body")), errorView(shown.path("body")), "Status");
        for (String part : PARTS) {
            found = found.or(() -> GoldenDifference.first(orNull(expect.get(part)), orNull(shown.get(part)), part));
        }
        return found.or(() -> GoldenDifference.first(expect.path("headers"), shown.path("headers"), "headers"));
    }

    private static JsonNode orNull(JsonNode part) {
        return part == null ? NullNode.getInstance() : part;
    }

    /// What a client acts upon in a Status; empty for any other body.
    private static JsonNode errorView(JsonNode body) {
        ObjectNode view = JsonNodeFactory.instance.objectNode();
        if (!body.path("kind").asText().equals("Status")) {
            return view;
        }
        for (String field : List.of("status", "code", "reason", "message")) {
            view.set(field, orNull(body.get(field)));
        }
        view.set("causes", orNull(body.path("details").get("causes")));
        return view;
    }
}
