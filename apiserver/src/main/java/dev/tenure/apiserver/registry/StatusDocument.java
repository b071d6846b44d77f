package dev.tenure.apiserver.registry;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;

/// A Status as the object that goes over the wire.
public final class StatusDocument {
    private StatusDocument() {}

    /// A failure.
    public static ObjectNode of(Status status) {
        ObjectNode document = begin("Failure");
        if (!status.message().isEmpty()) {
            document.put("message", status.message());
        }
        if (!status.reason().isEmpty()) {
            document.put("reason", status.reason());
        }
        status.details().ifPresent(d -> document.set("details", details(d)));
        return document.put("code", status.code());
    }

    /// That something is done, without saying to what.
    public static ObjectNode success(int code) {
        return begin("Success").put("code", code);
    }

    /// That an object has been deleted.
    public static ObjectNode deleted(ResourceType type, String name, String uid) {
        ObjectNode document = begin("Success");
        ObjectNode details = document.putObject("details");
        details.put("name", name);
        if (!type.group().isEmpty()) {
            details.put("group", type.group());
        }
        details.put("kind", type.resource()).put("uid", uid);
        return document;
    }

    private static ObjectNode begin(String outcome) {
        ObjectNode document = Json.object();
        document.put("kind", "Status").put("apiVersion", "v1");
        document.putObject("metadata");
        return document.put("status", outcome);
    }

    private static ObjectNode details(Status.Details details) {
        ObjectNode node = Json.object();
        putUnlessEmpty(node, "name", details.name());
        putUnlessEmpty(node, "group", details.group());
        putUnlessEmpty(node, "kind", details.kind());
        putUnlessEmpty(node, "uid", details.uid());
        if (!details.causes().isEmpty()) {
            ArrayNode causes = node.putArray("causes");
            for (Status.Cause cause : details.causes()) {
                ObjectNode one = causes.addObject();
                putUnlessEmpty(one, "reason", cause.reason());
                putUnlessEmpty(one, "message", cause.message());
                putUnlessEmpty(one, "field", cause.field());
            }
        }
        if (details.retryAfterSeconds() > 0) {
            node.put("retryAfterSeconds", details.retryAfterSeconds());
        }
        return node;
    }

    private static void putUnlessEmpty(ObjectNode node, String field, String text) {
        if (!text.isEmpty()) {
            node.put(field, text);
        }
    }
}
