package dev.tenure.kinds.custom;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What a conversion webhook has made of objects, held against them: it changes what it likes but their
/// metadata, of which only labels and annotations are its own. Upstream: conversion/webhook_converter.go
/// (validateConvertedObject, restoreObjectMeta).
///
/// @param originals at least one
/// @param apiVersion that was asked for
record ConvertedObjects(List<ObjectNode> originals, String apiVersion) {
    private static final List<String> OWN = List.of("labels", "annotations");

    /// A refusal without its beginning.
    private static final class Fault extends Exception {
        private static final long serialVersionUID = 1L;

        Fault(String why) {
            super(why, null, false, false);
        }
    }

    /// @param converted as the webhook gave them
    /// @throws RefusedException when they are not what they must be
    List<ObjectNode> checked(JsonNode converted) {
        String who = "conversion webhook for " + ConversionWebhook.kind(originals.getFirst());
        if (converted.size() != originals.size()) {
            throw refused("%s returned %d objects, expected %d".formatted(who, converted.size(), originals.size()));
        }
        List<ObjectNode> all = new ArrayList<>();
        for (int i = 0; i < originals.size(); i++) {
            all.add(checked(originals.get(i), converted.path(i), i, who));
        }
        return all;
    }

    private ObjectNode checked(ObjectNode original, JsonNode converted, int at, String who) {
        String place = originals.size() == 1 ? "" : " at index " + at;
        String object = originals.size() == 1 ? "object" : "converted object";
        String kind = converted.path("kind").asText("");
        if (kind.isEmpty()) {
            String why = converted.isNull()
                    ? "unexpected end of JSON input"
                    : "Object 'Kind' is missing in '%s'".formatted(converted);
            throw refused(place.isEmpty() ? why : "%s returned invalid %s%s: %s".formatted(who, object, place, why));
        }
        ObjectNode made = (ObjectNode) converted;
        try {
            checkVersion(original, made);
        } catch (Fault e) {
            throw refused("%s returned invalid %s at index %d: %s".formatted(who, object, at, e.getMessage()));
        }
        try {
            checkSame(original, made);
        } catch (Fault e) {
            throw refused("%s returned invalid %s%s: %s".formatted(who, object, place, e.getMessage()));
        }
        try {
            restore(original, made);
        } catch (Fault e) {
            String metadata = originals.size() == 1 ? "metadata" : "metadata in object" + place;
            throw refused("%s returned invalid %s: %s".formatted(who, metadata, e.getMessage()));
        }
        return made;
    }

    private static RefusedException refused(String why) {
        return new RefusedException(Statuses.unknown(why));
    }

    private void checkVersion(ObjectNode original, ObjectNode made) throws Fault {
        String got = made.path("apiVersion").asText("");
        if (!got.equals(apiVersion)) {
            throw new Fault("invalid groupVersion (expected %s, received %s)".formatted(apiVersion, got));
        }
        String kind = made.path("kind").asText("");
        String expected = original.path("kind").asText("");
        if (!kind.equals(expected)) {
            throw new Fault("invalid kind (expected %s, received %s)".formatted(expected, kind));
        }
    }

    private static void checkSame(ObjectNode original, ObjectNode made) throws Fault {
        for (var field :
                List.of(Map.entry("name", "name"), Map.entry("namespace", "namespace"), Map.entry("uid", "UID"))) {
            String expected = original.path("metadata").path(field.getKey()).asText("");
            String got = made.path("metadata").path(field.getKey()).asText("");
            if (!expected.equals(got)) {
                throw new Fault("must have the same %s: %s != %s".formatted(field.getValue(), expected, got));
            }
        }
    }

    private static void restore(ObjectNode original, ObjectNode made) throws Fault {
        JsonNode answered = made.path("metadata");
        if (answered.isMissingNode()) {
            throw new Fault("missing metadata in converted object");
        }
        if (!answered.isObject()) {
            throw new Fault("invalid metadata of type %s in converted object".formatted(goType(answered)));
        }
        ObjectNode metadata =
                original.path("metadata") instanceof ObjectNode there ? there.deepCopy() : made.putObject("metadata");
        made.set("metadata", metadata);
        for (String field : OWN) {
            JsonNode given = answered.path(field);
            if (given.isMissingNode() || given.isNull()) {
                metadata.remove(field);
                continue;
            }
            checkTexts(field, given, metadata.path(field));
            metadata.set(field, given);
        }
    }

    private static void checkTexts(String field, JsonNode given, JsonNode before) throws Fault {
        if (!given.isObject()) {
            throw new Fault("invalid metadata.%s of type %s in converted object".formatted(field, goType(given)));
        }
        for (Map.Entry<String, JsonNode> each : given.properties()) {
            if (!each.getValue().isTextual()) {
                throw new Fault("metadata.%s[%s] must be a string, but is %s in converted object"
                        .formatted(field, each.getKey(), goType(each.getValue())));
            }
        }
        if (given.equals(before)) {
            return;
        }
        var errors = new FieldErrors();
        if (field.equals("labels")) {
            ObjectMetaValidation.labels(Field.of(Path.ROOT.child("metadata").child("labels"), given, errors));
        } else {
            ObjectMetaValidation.annotations(
                    Field.of(Path.ROOT.child("metadata").child("annotation"), given, errors));
        }
        if (!errors.isEmpty()) {
            throw new Fault(FieldErrors.aggregate(errors.list()));
        }
    }

    /// As Go prints the type of a value.
    private static String goType(JsonNode value) {
        return switch (value.type()) {
            case OBJECT -> "map[string]interface {}";
            case ARRAY -> "[]interface {}";
            case STRING -> "string";
            case BOOLEAN -> "bool";
            case NUMBER -> value.isIntegralNumber() ? "int64" : "float64";
            case NULL, MISSING -> "<nil>";
        };
    }
}
