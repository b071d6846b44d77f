package dev.tenure.kubelet.image;

import dev.tenure.model.meta.Frozen;
import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDurationParser;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a program that hands out credentials is asked, and what it answers. Upstream:
/// CredentialProviderRequest, CredentialProviderResponse and plugin.go.
///
/// @param reach for which images the answer holds
/// @param kept absent when the program leaves it to the configuration
/// @param logins by registry; of nobody yet
public record ProviderReply(Reach reach, Optional<Duration> kept, Map<String, RegistryLogin> logins) {
    private static final String UNREADABLE = "error decoding credential provider plugin response from stdout";
    private static final Set<String> FIELDS = Set.of("kind", "apiVersion", "cacheKeyType", "cacheDuration", "auth");
    private static final Set<String> OF_LOGIN = Set.of("username", "password");

    /// The images for which an answer holds.
    public enum Reach {
        /// This one.
        IMAGE,
        /// All of its registry.
        REGISTRY,
        /// All that the program is asked for.
        ALL
    }

    public ProviderReply {
        logins = Frozen.map(logins);
    }

    /// What a program reads.
    ///
    /// @param token of the pod's service account; empty for none
    /// @param annotations of that account
    public static byte[] request(String apiVersion, String image, String token, Map<String, String> annotations) {
        ObjectNode request = Json.object()
                .put("kind", "CredentialProviderRequest")
                .put("apiVersion", apiVersion)
                .put("image", image);
        if (!token.isEmpty()) {
            request.put("serviceAccountToken", token);
        }
        if (!annotations.isEmpty()) {
            annotations.forEach(request.putObject("serviceAccountAnnotations")::put);
        }
        return Json.write(request);
    }

    /// Reads what a program printed, strictly.
    ///
    /// @throws LoginFormatException with a message in which nothing of the answer stands
    public static ProviderReply read(byte[] printed, String apiVersion) throws LoginFormatException {
        JsonNode reply = tree(printed);
        String version = reply.path("apiVersion").asText("");
        if (!version.equals(apiVersion)) {
            throw new LoginFormatException(
                    "apiVersion from credential plugin response did not match expected apiVersion:%s, actual apiVersion:%s"
                            .formatted(apiVersion, version));
        }
        boolean known = reply.path("kind").asText("").equals("CredentialProviderResponse");
        if (!known || !onlyTexts(reply)) {
            throw new LoginFormatException(UNREADABLE);
        }
        var logins = new LinkedHashMap<String, RegistryLogin>();
        for (Map.Entry<String, JsonNode> entry : reply.path("auth").properties()) {
            logins.put(entry.getKey(), login(entry.getValue()));
        }
        return new ProviderReply(reach(reply.path("cacheKeyType").asText("")), kept(reply), logins);
    }

    private static JsonNode tree(byte[] printed) throws LoginFormatException {
        try {
            JsonNode read = Json.read(printed);
            if (read.isObject()) {
                return read;
            }
        } catch (RuntimeException _) {
            // said below, without what stands in it
        }
        throw new LoginFormatException("error reading GVK from response: it is no JSON object");
    }

    private static boolean onlyTexts(JsonNode reply) {
        JsonNode auth = reply.path("auth");
        return FIELDS.containsAll(
                        reply.properties().stream().map(Map.Entry::getKey).toList())
                && (auth.isMissingNode() || auth.isNull() || auth.isObject())
                && isText(reply.path("cacheKeyType"))
                && isText(reply.path("cacheDuration"));
    }

    private static boolean isText(JsonNode value) {
        return value.isMissingNode() || value.isNull() || value.isTextual();
    }

    private static RegistryLogin login(JsonNode entry) throws LoginFormatException {
        boolean plain = (entry.isObject() || entry.isNull())
                && OF_LOGIN.containsAll(
                        entry.properties().stream().map(Map.Entry::getKey).toList())
                && isText(entry.path("username"))
                && isText(entry.path("password"));
        if (!plain) {
            throw new LoginFormatException(UNREADABLE);
        }
        return new RegistryLogin(
                entry.path("username").asText(""), entry.path("password").asText(""), "", Optional.empty());
    }

    private static Reach reach(String type) throws LoginFormatException {
        return switch (type) {
            case "Image" -> Reach.IMAGE;
            case "Registry" -> Reach.REGISTRY;
            case "Global" -> Reach.ALL;
            default ->
                throw new LoginFormatException(
                        "credential provider plugin did not return a valid cacheKeyType: " + type);
        };
    }

    private static Optional<Duration> kept(JsonNode reply) throws LoginFormatException {
        JsonNode duration = reply.path("cacheDuration");
        if (!duration.isTextual()) {
            return Optional.empty();
        }
        try {
            return Optional.of(GoDurationParser.parse(duration.asText()));
        } catch (DurationFormatException _) {
            throw new LoginFormatException(UNREADABLE);
        }
    }
}
