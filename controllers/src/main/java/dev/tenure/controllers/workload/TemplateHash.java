package dev.tenure.controllers.workload;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/// The short name of a pod template: equal templates have equal hashes, whatever the order of their
/// fields. It is not upstream's number, which depends on how Go prints structs; nothing may rely on that.
public final class TemplateHash {
    /// The label by which the sets of one Deployment, and their pods, are told apart.
    public static final String LABEL = "pod-template-hash";

    private static final int FNV_OFFSET = 0x811c9dc5;
    private static final int FNV_PRIME = 0x01000193;
    /// Letters without vowels and digits that look like letters, so that no words come about.
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private TemplateHash() {}

    /// @param collisions how often a hash of this Deployment was taken already
    public static String of(JsonNode template, OptionalInt collisions) {
        int hash = FNV_OFFSET;
        for (byte b : Json.write(Json.goForm(withoutHash(template)))) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        if (collisions.isPresent()) {
            for (byte b : Integer.toString(collisions.getAsInt()).getBytes(StandardCharsets.US_ASCII)) {
                hash = (hash ^ (b & 0xff)) * FNV_PRIME;
            }
        }
        var name = new StringBuilder();
        for (char digit : Integer.toUnsignedString(hash).toCharArray()) {
            name.append(ALPHABET.charAt(digit % ALPHABET.length()));
        }
        return name.toString();
    }

    /// A copy of a template without the hash among its labels.
    public static JsonNode withoutHash(JsonNode template) {
        JsonNode copy = template.deepCopy();
        if (copy.path("metadata") instanceof ObjectNode meta) {
            meta.remove("creationTimestamp");
            if (meta.path("labels") instanceof ObjectNode labels) {
                labels.remove(LABEL);
                if (labels.isEmpty()) {
                    meta.remove("labels");
                }
            }
            if (meta.isEmpty()) {
                ((ObjectNode) copy).remove("metadata");
            }
        }
        return copy;
    }
}
