package dev.tenure.sim.scenario;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Reads manifests as users write them: several documents in a text, and lists of objects.
public final class Manifests {
    private Manifests() {}

    /// The objects of a text, in order; documents without anything in them are passed over.
    ///
    /// @throws IllegalArgumentException when a document is no YAML, or no object with a kind
    public static List<ObjectNode> read(String text) {
        var manifests = new ArrayList<ObjectNode>();
        for (Yaml.Document document : Yaml.readAll(text.getBytes(StandardCharsets.UTF_8))) {
            if (!document.value().isNull()) {
                add(manifests, document.value());
            }
        }
        return manifests;
    }

    private static void add(List<ObjectNode> manifests, JsonNode value) {
        if (!(value instanceof ObjectNode object)
                || object.path("kind").asText().isEmpty()) {
            throw new IllegalArgumentException("a document is no manifest: it has no kind");
        }
        if (object.path("kind").asText().endsWith("List")
                && object.path("items").isArray()) {
            object.path("items").forEach(item -> add(manifests, item));
        } else {
            manifests.add(object);
        }
    }
}
