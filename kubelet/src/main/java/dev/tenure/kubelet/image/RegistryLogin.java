package dev.tenure.kubelet.image;

import dev.tenure.runtime.io.Sha256;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// As whom to pull from a registry.
///
/// @param source whose it is; absent when it is the node's own, which all pods may use
public record RegistryLogin(String username, String password, String email, Optional<Source> source) {
    /// Where it comes from.
    public sealed interface Source {
        String uid();

        String namespace();

        String name();

        /// It stands there.
        record Secret(String uid, String namespace, String name) implements Source {}

        /// A program gave it for a token of this service account.
        record Account(String uid, String namespace, String name) implements Source {}
    }

    /// What tells it from others without telling it, as the kubelet's records of pulled images have it.
    public String hash() {
        ObjectNode config = Json.object();
        put(config, "username", username);
        put(config, "password", password);
        put(config, "email", email);
        return Sha256.hex(Json.goText(config).getBytes(StandardCharsets.UTF_8));
    }

    private static void put(ObjectNode config, String field, String value) {
        if (!value.isEmpty()) {
            config.put(field, value);
        }
    }

    /// Without the password: it may stand in a log.
    @Override
    public String toString() {
        return "RegistryLogin[" + username + ", " + source + "]";
    }
}
