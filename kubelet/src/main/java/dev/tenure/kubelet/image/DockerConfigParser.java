package dev.tenure.kubelet.image;

import dev.tenure.kubelet.image.RegistryLogin.Source;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Reads the credentials that `docker login` writes: the files `config.json` and `.dockercfg`, and secrets
/// that hold one. Upstream: pkg/credentialprovider/config.go.
public final class DockerConfigParser {
    /// The key of secrets of type `kubernetes.io/dockerconfigjson`.
    public static final String NEW_KEY = ".dockerconfigjson";
    /// The key of secrets of type `kubernetes.io/dockercfg`.
    public static final String OLD_KEY = ".dockercfg";

    private static final String NEW_TYPE = "kubernetes.io/dockerconfigjson";
    private static final String OLD_TYPE = "kubernetes.io/dockercfg";

    private DockerConfigParser() {}

    /// Whom a secret tells of, by registry; empty for one of another type or without content.
    ///
    /// @throws LoginFormatException when its content cannot be read
    public static Map<String, RegistryLogin> secret(JsonNode secret) throws LoginFormatException {
        String type = secret.path("type").asText("");
        boolean old = type.equals(OLD_TYPE);
        String data = secret.path("data").path(old ? OLD_KEY : NEW_KEY).asText("");
        if (data.isEmpty() || !(old || type.equals(NEW_TYPE))) {
            return Map.of();
        }
        JsonNode meta = secret.path("metadata");
        var source = new Source.Secret(
                meta.path("uid").asText(""),
                meta.path("namespace").asText(""),
                meta.path("name").asText(""));
        byte[] content = decoded(data);
        return old ? oldForm(content, Optional.of(source)) : newForm(content, Optional.of(source));
    }

    /// What stands in a `config.json`.
    public static Map<String, RegistryLogin> newForm(byte[] content, Optional<Source> source)
            throws LoginFormatException {
        return logins(read(content).path("auths"), source);
    }

    /// What stands in a `.dockercfg`.
    public static Map<String, RegistryLogin> oldForm(byte[] content, Optional<Source> source)
            throws LoginFormatException {
        return logins(read(content), source);
    }

    private static JsonNode read(byte[] content) throws LoginFormatException {
        try {
            JsonNode read = Json.read(content);
            if (read.isObject()) {
                return read;
            }
        } catch (RuntimeException e) {
            throw new LoginFormatException("error occurred while trying to unmarshal json");
        }
        throw new LoginFormatException("error occurred while trying to unmarshal json");
    }

    private static Map<String, RegistryLogin> logins(JsonNode auths, Optional<Source> source)
            throws LoginFormatException {
        var logins = new LinkedHashMap<String, RegistryLogin>();
        for (Map.Entry<String, JsonNode> entry : auths.properties()) {
            logins.put(entry.getKey(), login(entry.getValue(), source));
        }
        return logins;
    }

    /// `auth` is `username:password`, and stands above the other two.
    private static RegistryLogin login(JsonNode entry, Optional<Source> source) throws LoginFormatException {
        String email = entry.path("email").asText("");
        String auth = entry.path("auth").asText("");
        if (auth.isEmpty()) {
            return new RegistryLogin(
                    entry.path("username").asText(""), entry.path("password").asText(""), email, source);
        }
        String pair = new String(decoded(auth), StandardCharsets.UTF_8);
        int colon = pair.indexOf(':');
        if (colon < 0) {
            throw new LoginFormatException(
                    "unable to parse auth field, must be formatted as base64(username:password)");
        }
        return new RegistryLogin(pair.substring(0, colon), pair.substring(colon + 1), email, source);
    }

    /// With and without signs that fill it up.
    private static byte[] decoded(String base64) throws LoginFormatException {
        try {
            return Base64.getDecoder().decode(base64.replace("\n", "").replace("\r", ""));
        } catch (IllegalArgumentException e) {
            throw new LoginFormatException("illegal base64 data");
        }
    }
}
