package dev.tenure.apiserver.handler.selection;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Where the next page of a list begins.
///
/// @param revision of which the pages are; -1 for an inconsistent continuation at the newest one
/// @param start the last key sent, relative to the collection: `namespace/name` or `name`
public record ContinueToken(long revision, String start) {
    private static final String VERSION = "meta.k8s.io/v1";

    public String encoded() {
        ObjectNode token = Json.object();
        token.put("v", VERSION).put("rv", revision).put("start", start + "\0");
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.write(token));
    }

    /// @throws RefusedException with 400 when it is no token of ours
    public static ContinueToken decode(String text) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException _) {
            throw refused("illegal base64 data at input byte " + firstIllegal(text));
        }
        JsonNode token = parsed(bytes);
        if (!token.path("v").asText("").equals(VERSION)) {
            throw refused("server does not recognize this encoded version "
                    + token.path("v").asText(""));
        }
        if (token.path("rv").asLong(0) == 0) {
            throw refused("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
        }
        String start = token.path("start").asText("");
        if (start.isEmpty()) {
            throw refused("encoded start key empty (version meta.k8s.io/v1)");
        }
        // Upstream's own tokens begin with a slash; it takes both forms.
        String key = start.startsWith("/") ? start.substring(1) : start;
        if (key.startsWith("/") || key.contains("../") || key.equals("..")) {
            throw refused(start);
        }
        return new ContinueToken(
                token.path("rv").asLong(0), key.endsWith("\0") ? key.substring(0, key.length() - 1) : key);
    }

    private static JsonNode parsed(byte[] bytes) {
        try {
            JsonNode token = Json.read(bytes);
            if (!token.isObject()) {
                throw refused("json: cannot unmarshal " + Json.goKind(token)
                        + " into Go value of type storage.continueToken");
            }
            return token;
        } catch (JsonSyntaxException _) {
            throw refused(
                    bytes.length == 0
                            ? "unexpected end of JSON input"
                            : "invalid character %s looking for beginning of value"
                                    .formatted(character(bytes[0] & 0xff)));
        }
    }

    private static String character(int b) {
        if (b >= 0x20 && b < 0x7f) {
            return "'" + new String(new byte[] {(byte) b}, StandardCharsets.US_ASCII) + "'";
        }
        boolean printed = b > 0xa0 && b != 0xad;
        return printed ? "'" + (char) b + "'" : (b < 0x20 ? "'\\x%02x'" : "'\\u%04x'").formatted(b);
    }

    private static int firstIllegal(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isLetterOrDigit(c) && c != '-' && c != '_') {
                return i;
            }
        }
        return text.length() - 1; // a letter of its own at the end stands for nothing
    }

    private static RefusedException refused(String why) {
        return new RefusedException(Statuses.badRequest("invalid continue token: continue key is not valid: " + why));
    }
}
