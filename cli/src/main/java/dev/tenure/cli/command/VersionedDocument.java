package dev.tenure.cli.command;

import dev.tenure.plan.report.PlanDocument;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;

/// What a command prints for programs, with the version of its shape and its kind before everything else, so
/// that programs can tell what they read. Stateless.
public final class VersionedDocument {
    private VersionedDocument() {}

    /// @param kind of the document, as docs/plan.md lists them
    /// @param fields an object; it is left as it is
    public static ObjectNode of(String kind, JsonNode fields) {
        ObjectNode document =
                Json.object().put("apiVersion", PlanDocument.API_VERSION).put("kind", kind);
        return fields instanceof ObjectNode object ? document.setAll(object.members()) : document;
    }
}
