package dev.tenure.node.volume;

import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.node.environment.ConfigSource;
import dev.tenure.node.environment.DownwardFields;
import dev.tenure.node.volume.PayloadFolder.Payload;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/// Collects the files of volumes that are made of config maps, secrets, fields of the pod and tokens.
///
/// @param folder where the volume stands, with what it held so far
/// @param owner who may read what is for this pod alone
record PayloadSources(ConfigSource source, DownwardFields fields, Path folder, VolumeOwner owner) {
    static final int DEFAULT_MODE = 0644;
    private static final long TOKEN_SECONDS = 3600;
    /// A token is renewed when less than this share of its life is left.
    private static final double RENEW_BELOW = 0.2;

    /// Adds the files of one source.
    void collect(JsonNode part, int mode, Map<String, Payload> payloads) throws IOException {
        if (part.path("configMap").isObject()) {
            JsonNode reference = part.path("configMap");
            object(reference, reference.path("name").asText(), false)
                    .ifPresent(object -> keys(reference, object, false, mode, payloads));
        } else if (part.path("secret").isObject()) {
            JsonNode reference = part.path("secret");
            String name =
                    reference.path("secretName").asText(reference.path("name").asText());
            object(reference, name, true).ifPresent(object -> keys(reference, object, true, mode, payloads));
        } else if (part.path("downwardAPI").isObject()) {
            downward(part.path("downwardAPI"), mode, payloads);
        } else if (part.path("serviceAccountToken").isObject()) {
            token(part.path("serviceAccountToken"), mode, payloads);
        } else {
            throw new ConfigException("source %s of a projected volume is not supported".formatted(part));
        }
    }

    private Optional<JsonNode> object(JsonNode reference, String name, boolean secret) {
        String namespace = fields.pod().path("metadata").path("namespace").asText();
        Optional<JsonNode> object = secret ? source.secret(namespace, name) : source.configMap(namespace, name);
        if (object.isEmpty() && !reference.path("optional").asBoolean(false)) {
            throw new ConfigException("%s \"%s\" not found".formatted(secret ? "secret" : "configmap", name));
        }
        return object;
    }

    private static void keys(
            JsonNode reference, JsonNode object, boolean secret, int mode, Map<String, Payload> payloads) {
        if (reference.path("items").isEmpty()) {
            object.path("data")
                    .properties()
                    .forEach(entry ->
                            payloads.put(entry.getKey(), new Payload(content(entry.getValue(), secret), mode)));
            object.path("binaryData")
                    .properties()
                    .forEach(entry -> payloads.put(entry.getKey(), new Payload(content(entry.getValue(), true), mode)));
            return;
        }
        for (JsonNode item : reference.path("items")) {
            String key = item.path("key").asText();
            JsonNode data = object.path("data").path(key);
            JsonNode binary = object.path("binaryData").path(key);
            if (data.isMissingNode() && binary.isMissingNode()) {
                if (reference.path("optional").asBoolean(false)) {
                    continue;
                }
                throw new ConfigException(
                        secret
                                ? "references non-existent secret key: " + key
                                : "configmap references non-existent config key: " + key);
            }
            byte[] content = data.isMissingNode() ? content(binary, true) : content(data, secret);
            payloads.put(
                    item.path("path").asText(),
                    new Payload(content, item.path("mode").asInt(mode)));
        }
    }

    private static byte[] content(JsonNode value, boolean base64) {
        return base64
                ? Base64.getDecoder().decode(value.asText())
                : value.asText().getBytes(StandardCharsets.UTF_8);
    }

    private void downward(JsonNode reference, int mode, Map<String, Payload> payloads) {
        for (JsonNode item : reference.path("items")) {
            String value = item.path("fieldRef").isObject()
                    ? fields.field(item.path("fieldRef").path("fieldPath").asText())
                    : fields.resource(item.path("resourceFieldRef"), "");
            payloads.put(
                    item.path("path").asText(),
                    new Payload(
                            value.getBytes(StandardCharsets.UTF_8),
                            item.path("mode").asInt(mode)));
        }
    }

    private void token(JsonNode reference, int mode, Map<String, Payload> payloads) throws IOException {
        String path = reference.path("path").asText();
        long seconds = reference.path("expirationSeconds").asLong(TOKEN_SECONDS);
        Path now = folder.resolve(path);
        byte[] content;
        long left = Files.isRegularFile(now) ? left(now) : 0;
        if (left > seconds * RENEW_BELOW) {
            content = Files.readAllBytes(now);
        } else {
            String audience = reference.path("audience").asText("");
            content = token(audience, seconds, left > 0 ? Optional.of(now) : Optional.empty());
        }
        payloads.put(path, new Payload(content, owner.secretMode(mode), true));
    }

    /// A new token; while none can be had, the one that is still good. Upstream:
    /// kubelet/token/token_manager.go.
    private byte[] token(String audience, long seconds, Optional<Path> good) throws IOException {
        try {
            return source.token(fields.pod(), audience, seconds).getBytes(StandardCharsets.US_ASCII);
        } catch (ConfigException e) {
            if (good.isEmpty()) {
                throw e;
            }
            return Files.readAllBytes(good.get());
        }
    }

    /// For how many seconds a token on disk is still good; not above zero when it is not.
    private long left(Path file) throws IOException {
        String[] parts = Files.readString(file).split("\\.");
        if (parts.length != 3) {
            return 0;
        }
        try {
            JsonNode claims = Json.read(Base64.getUrlDecoder().decode(parts[1]));
            return claims.path("exp").asLong() - fields.nowSeconds();
        } catch (IllegalArgumentException _) {
            return 0;
        }
    }
}
