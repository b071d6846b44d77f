package dev.tenure.node.environment;

import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The environment of a container: addresses of services, then `envFrom`, then `env`, later ones winning.
/// Waits for the API where the container refers to config maps or secrets.
public final class ContainerEnvironment {
    private final ConfigSource source;
    private final DownwardFields fields;
    private final String namespace;
    private final Map<String, Path> volumes;

    /// @param volumes paths on this machine by name of volume
    public ContainerEnvironment(ConfigSource source, DownwardFields fields, Map<String, Path> volumes) {
        this.volumes = volumes;
        this.source = source;
        this.fields = fields;
        this.namespace = fields.pod().path("metadata").path("namespace").asText();
    }

    /// @param container the whole `Container`
    /// @throws ConfigException when something that is not optional is missing
    public Map<String, String> of(JsonNode container) {
        var variables = new LinkedHashMap<String, String>();
        services(variables);
        for (JsonNode from : container.path("envFrom")) {
            all(from, variables);
        }
        for (JsonNode entry : container.path("env")) {
            String name = entry.path("name").asText();
            if (entry.path("valueFrom").isObject()) {
                referred(entry.path("valueFrom"), container.path("name").asText())
                        .ifPresent(value -> variables.put(name, value));
            } else {
                variables.put(name, ExpansionRule.expand(entry.path("value").asText(""), variables));
            }
        }
        return variables;
    }

    private void services(Map<String, String> variables) {
        boolean links = fields.pod().path("spec").path("enableServiceLinks").asBoolean(true);
        for (JsonNode service : source.services("default")) {
            if (service.path("metadata").path("name").asText().equals("kubernetes")) {
                service(service, variables);
            }
        }
        if (links) {
            source.services(namespace).forEach(service -> service(service, variables));
        }
    }

    private static void service(JsonNode service, Map<String, String> variables) {
        String address = service.path("spec").path("clusterIP").asText("");
        JsonNode ports = service.path("spec").path("ports");
        if (address.isEmpty() || address.equals("None") || ports.isEmpty()) {
            return;
        }
        String prefix = service.path("metadata")
                .path("name")
                .asText()
                .toUpperCase(Locale.ROOT)
                .replace('-', '_');
        variables.put(prefix + "_SERVICE_HOST", address);
        variables.put(prefix + "_SERVICE_PORT", ports.get(0).path("port").asText());
        for (JsonNode port : ports) {
            String number = port.path("port").asText();
            String protocol = port.path("protocol").asText("TCP");
            String name = port.path("name").asText("").toUpperCase(Locale.ROOT).replace('-', '_');
            if (!name.isEmpty()) {
                variables.put(prefix + "_SERVICE_PORT_" + name, number);
            }
            String url = protocol.toLowerCase(Locale.ROOT) + "://" + address + ":" + number;
            variables.putIfAbsent(prefix + "_PORT", url);
            String own = prefix + "_PORT_" + number + "_" + protocol;
            variables.put(own, url);
            variables.put(own + "_PROTO", protocol.toLowerCase(Locale.ROOT));
            variables.put(own + "_PORT", number);
            variables.put(own + "_ADDR", address);
        }
    }

    private void all(JsonNode from, Map<String, String> variables) {
        String prefix = from.path("prefix").asText("");
        boolean secret = from.path("secretRef").isObject();
        JsonNode reference = from.path(secret ? "secretRef" : "configMapRef");
        Optional<JsonNode> object = object(reference, secret);
        if (object.isEmpty()) {
            return;
        }
        object.get()
                .path("data")
                .properties()
                .forEach(entry -> variables.put(prefix + entry.getKey(), value(entry.getValue(), secret)));
    }

    private Optional<String> referred(JsonNode from, String container) {
        if (from.path("fieldRef").isObject()) {
            return Optional.of(
                    fields.field(from.path("fieldRef").path("fieldPath").asText()));
        }
        if (from.path("resourceFieldRef").isObject()) {
            return Optional.of(fields.resource(from.path("resourceFieldRef"), container));
        }
        if (from.path("fileKeyRef").isObject()) {
            return ofFile(from.path("fileKeyRef"));
        }
        boolean secret = from.path("secretKeyRef").isObject();
        JsonNode reference = from.path(secret ? "secretKeyRef" : "configMapKeyRef");
        Optional<JsonNode> object = object(reference, secret);
        String key = reference.path("key").asText();
        JsonNode value = object.map(found -> found.path("data").path(key)).orElse(null);
        if (value != null && !value.isMissingNode()) {
            return Optional.of(value(value, secret));
        }
        if (reference.path("optional").asBoolean(false)) {
            return Optional.empty();
        }
        throw new ConfigException("couldn't find key %s in %s %s/%s"
                .formatted(
                        key,
                        secret ? "Secret" : "ConfigMap",
                        namespace,
                        reference.path("name").asText()));
    }

    private Optional<String> ofFile(JsonNode reference) {
        String volume = reference.path("volumeName").asText();
        Path folder = volumes.get(volume);
        if (folder == null) {
            throw new ConfigException("cannot find the volume \"%s\" referenced by FileKeyRef".formatted(volume));
        }
        String key = reference.path("key").asText();
        String path = reference.path("path").asText();
        Optional<String> value = EnvironmentFile.of(folder, path).value(key);
        if (value.isEmpty() && !reference.path("optional").asBoolean(false)) {
            throw new ConfigException(
                    "environment variable key \"%s\" not found in file \"%s\"".formatted(key, folder.resolve(path)));
        }
        return value;
    }

    private Optional<JsonNode> object(JsonNode reference, boolean secret) {
        String name = reference.path("name").asText();
        Optional<JsonNode> object = secret ? source.secret(namespace, name) : source.configMap(namespace, name);
        if (object.isEmpty() && !reference.path("optional").asBoolean(false)) {
            throw new ConfigException("%s \"%s\" not found".formatted(secret ? "secret" : "configmap", name));
        }
        return object;
    }

    private static String value(JsonNode value, boolean secret) {
        return secret ? new String(Base64.getDecoder().decode(value.asText()), StandardCharsets.UTF_8) : value.asText();
    }
}
