package dev.tenure.kinds.aggregation;

import dev.tenure.apiserver.aggregation.Backend;
import dev.tenure.apiserver.aggregation.Registration;
import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.kinds.custom.Conditions;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// Reads APIServices. Pure.
final class RegistrationParser {
    static final String AVAILABLE = "Available";
    private static final int HTTPS = 443;

    private RegistrationParser() {}

    static Registration parse(JsonNode service) {
        JsonNode spec = service.path("spec");
        String name = ObjectTrees.text(service.path("metadata"), "name");
        String group = spec.path("group").asText("");
        String version = spec.path("version").asText("");
        Optional<Backend> backend = spec.path("service").isObject()
                ? Optional.of(new Backend(
                        name,
                        group,
                        version,
                        new Backend.Service(
                                spec.path("service").path("namespace").asText(""),
                                spec.path("service").path("name").asText(""),
                                spec.path("service").path("port").asInt(HTTPS)),
                        new String(
                                        Base64.getMimeDecoder()
                                                .decode(spec.path("caBundle").asText("")),
                                        StandardCharsets.ISO_8859_1)
                                .strip(),
                        spec.path("insecureSkipTLSVerify").asBoolean(false),
                        Conditions.isTrue(service, AVAILABLE)))
                : Optional.empty();
        return new Registration(
                name,
                group,
                version,
                spec.path("groupPriorityMinimum").asInt(0),
                spec.path("versionPriority").asInt(0),
                backend);
    }
}
