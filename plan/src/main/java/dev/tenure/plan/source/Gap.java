package dev.tenure.plan.source;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;

/// Something that is not known of a cluster.
///
/// @param resource what is missing, as `kubectl get` calls it, for example `poddisruptionbudgets.policy`
/// @param why for example that the caller may not list it
/// @param unknown what nobody can tell without it
/// @param absent whether there just are none, which may be all there is to know; otherwise they could not be
///     read
public record Gap(String resource, String why, String unknown, boolean absent) {
    /// Something that could not be read.
    public Gap(String resource, String why, String unknown) {
        this(resource, why, unknown, false);
    }

    /// As files have it.
    public static Gap of(JsonNode gap) {
        return new Gap(
                gap.path("resource").asText(),
                gap.path("why").asText(),
                gap.path("unknown").asText(),
                gap.path("absent").asBoolean());
    }

    /// What [#of] reads.
    public ObjectNode json() {
        return Json.object()
                .put("resource", resource)
                .put("why", why)
                .put("unknown", unknown)
                .put("absent", absent);
    }

    /// As one sentence.
    public String text() {
        return "%s: %s; unknown: %s".formatted(resource, why, unknown);
    }
}
