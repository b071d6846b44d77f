package dev.tenure.checks.golden.api;

import dev.tenure.checks.golden.suite.GoldenDifference;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.util.List;
import java.util.Optional;

/// Compares a stored answer with a new one, both normalised: what clients act upon first, then everything.
final class GoldenComparison {
    private static final List<String> PARTS = List.of("body", "events", "frames", "protobuf", "text", "size");

    private GoldenComparison() {}

    static Optional<GoldenDifference> of(JsonNode expect, JsonNode shown) {
        if (expect.path("status").asInt() != shown.path("status").asInt()) {
            JsonNode why = shown.path("body").isMissingNode() ? shown.path("text") : shown.path("body");
            String got = "%d %s".formatted(shown.path("status").asInt(), GoldenDifference.shorten(why));
            return Optional.of(GoldenDifference.of("status", expect.path("status"), TextNode.valueOf(got)));
        }
        Optional<GoldenDifference> found =
                GoldenDifference.first(errorView(expect.path("body")), errorView(shown.path("body")), "Status");
        for (String part : PARTS) {
            found = found.or(() -> GoldenDifference.first(orNull(expect.path(part)), orNull(shown.path(part)), part));
        }
        return found.or(() -> GoldenDifference.first(expect.path("headers"), shown.path("headers"), "headers"));
    }

    private static JsonNode orNull(JsonNode part) {
        return part.isMissingNode() ? NullNode.INSTANCE : part;
    }

    /// What a client acts upon in a Status; empty for any other body.
    private static JsonNode errorView(JsonNode body) {
        ObjectNode view = Json.object();
        if (!body.path("kind").asText().equals("Status")) {
            return view;
        }
        for (String field : List.of("status", "code", "reason", "message")) {
            view.set(field, orNull(body.path(field)));
        }
        view.set("causes", orNull(body.path("details").path("causes")));
        return view;
    }
}
