package dev.tenure.kinds.core;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoJson;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.DataValidation;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Secrets.
public final class SecretStrategy implements PlainKind {
    private static final String REDACTED = "<secret contents redacted>";

    @Override
    public void setDefaults(ObjectNode secret) {
        if (secret.path("stringData") instanceof ObjectNode texts) {
            texts.properties()
                    .forEach(entry -> Trees.object(secret, "data")
                            .put(
                                    entry.getKey(),
                                    Base64.getEncoder()
                                            .encodeToString(
                                                    entry.getValue().asText().getBytes(StandardCharsets.UTF_8))));
            secret.remove("stringData");
        }
        Trees.fill(secret, "type", "Opaque");
    }

    @Override
    public void validate(ObjectNode secret, FieldErrors errors) {
        ObjectMetaValidation.object(secret, NameFormat.DNS_SUBDOMAIN, errors);
        Field root = Field.root(secret, errors);
        Field data = root.at("data");
        if (DataValidation.keys(data, true, (key, entry) -> {}) > DataValidation.BYTES_MAX) {
            data.tooLong(DataValidation.BYTES_MAX);
        }
        switch (root.at("type").text()) {
            case "kubernetes.io/service-account-token" -> ofAccount(root);
            case "kubernetes.io/dockercfg" -> json(entry(data, ".dockercfg"));
            case "kubernetes.io/dockerconfigjson" -> json(entry(data, ".dockerconfigjson"));
            case "kubernetes.io/basic-auth" -> {
                if (!entry(data, "username").isSet() && !entry(data, "password").isSet()) {
                    entry(data, "username").required();
                    entry(data, "password").required();
                }
            }
            case "kubernetes.io/ssh-auth" -> {
                if (entry(data, "ssh-privatekey").text().isEmpty()) {
                    entry(data, "ssh-privatekey").required();
                }
            }
            case "kubernetes.io/tls" -> {
                for (String key : List.of("tls.crt", "tls.key")) {
                    if (!entry(data, key).isSet()) {
                        entry(data, key).required();
                    }
                }
            }
            default -> {
                // Whatever its owner wants it to be.
            }
        }
    }

    @Override
    public List<String> warnings(ObjectNode secret, Optional<ObjectNode> old) {
        if (!secret.path("type").asText("").equals("kubernetes.io/tls")) {
            return List.of();
        }
        JsonNode data = secret.path("data");
        return TlsPair.fault(decoded(data.path("tls.crt")), decoded(data.path("tls.key"))).stream()
                .toList();
    }

    private static String decoded(JsonNode data) {
        return new String(Base64.getDecoder().decode(data.asText("")), StandardCharsets.ISO_8859_1);
    }

    private static void ofAccount(Field root) {
        Field name = entry(root.at("metadata", "annotations"), "kubernetes.io/service-account.name");
        if (name.text().isEmpty()) {
            name.required();
        }
    }

    private static Field entry(Field map, String key) {
        return Field.of(map.path().key(key), map.node().path(key), map.errors());
    }

    private static void json(Field entry) {
        if (!entry.isSet()) {
            entry.required();
            return;
        }
        byte[] content = Base64.getDecoder().decode(entry.text());
        GoJson.fault(content)
                .ifPresentOrElse(
                        fault -> entry.invalid(REDACTED, fault),
                        () -> object(entry, GoJson.read(new String(content, StandardCharsets.UTF_8))));
    }

    private static void object(Field entry, JsonNode read) {
        if (read.isObject() || read.isNull()) {
            return;
        }
        String found = switch (read.type()) {
            case ARRAY -> "array";
            case BOOLEAN -> "bool";
            case NUMBER -> "number";
            default -> "string";
        };
        entry.invalid(
                REDACTED, "json: cannot unmarshal %s into Go value of type map[string]interface {}".formatted(found));
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        PlainKind.super.prepareForUpdate(next, old, subresource);
        if (Trees.blank(next, "type") && old.has("type")) {
            next.set("type", old.path("type"));
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        ObjectMetaValidation.update(next, old, errors);
        Field root = Field.root(next, errors);
        ObjectMetaValidation.immutable(root.at("type"), old.path("type"));
        DataValidation.immutable(root, old, List.of("data"));
        validate(next, errors);
    }
}
