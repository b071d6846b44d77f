package dev.tenure.kinds.custom;

import dev.tenure.apiserver.registry.Conversion;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;

/// The conversion between versions of one kind that only a webhook of its definition knows. Webhooks are not
/// called yet, so that whatever is in another version is refused, with the words that upstream has for a
/// webhook that does not answer, instead of being made up. Upstream: conversion/webhook_converter.go.
///
/// @param storedVersion as it stands in objects: `example.com/v1`
/// @param servedVersion the same
/// @param address where the webhook would be called
record WebhookConversion(String storedVersion, String servedVersion, String kind, String address)
        implements Conversion {
    private static final String TIMEOUT = "?timeout=30s";
    private static final int HTTPS = 443;

    /// @param conversion `spec.conversion` of a definition
    static WebhookConversion of(JsonNode conversion, String storedVersion, String servedVersion, String kind) {
        JsonNode client = conversion.path("webhook").path("clientConfig");
        JsonNode service = client.path("service");
        String address = client.path("url").asText("");
        if (address.isEmpty()) {
            address = "https://%s.%s.svc:%d%s"
                    .formatted(
                            service.path("name").asText(),
                            service.path("namespace").asText(),
                            service.path("port").asInt(HTTPS),
                            service.path("path").asText("/"));
        }
        return new WebhookConversion(storedVersion, servedVersion, kind, address + TIMEOUT);
    }

    @Override
    public ObjectNode toStored(ObjectNode served) {
        throw refused(servedVersion);
    }

    @Override
    public ObjectNode fromStored(ObjectNode stored) {
        throw refused(storedVersion);
    }

    private RefusedException refused(String from) {
        return new RefusedException(Statuses.unknown(
                "conversion webhook for %s, Kind=%s failed: Post \"%s\": this server does not call conversion webhooks yet"
                        .formatted(from, kind, address)));
    }
}
