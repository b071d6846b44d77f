package dev.tenure.kinds.pod;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/// What is valid as the health of the devices that a container has, as its node reports it. Upstream:
/// validateContainerStatusAllocatedResourcesStatus.
final class ResourceHealthValidation {
    private static final String HEALTH = "allocatedResourcesStatus";
    private static final int MESSAGE_BYTES_MAX = 1024;

    private ResourceHealthValidation() {}

    /// @param spec the pod's spec, which says what its containers asked for
    static void check(Field status, JsonNode spec) {
        of(status.at("containerStatuses"), spec.path("containers"));
        of(status.at("initContainerStatuses"), spec.path("initContainers"));
        for (Field container : status.at("ephemeralContainerStatuses").items()) {
            if (!container.at(HEALTH).isEmpty()) {
                container.at(HEALTH).forbidden("must not be specified in container status");
            }
        }
    }

    private static void of(Field statuses, JsonNode containers) {
        for (Field status : statuses.items()) {
            JsonNode container = named(containers, status.at("name").text());
            for (Field resource : status.at(HEALTH).items()) {
                // a status may tell of a container that the spec does not have
                if (!container.isMissingNode()) {
                    asked(resource.at("name"), container.path("resources"));
                }
                devices(resource.at("resources"));
            }
        }
    }

    private static JsonNode named(JsonNode containers, String name) {
        for (JsonNode container : containers) {
            if (container.path("name").asText("").equals(name)) {
                return container;
            }
        }
        return MissingNode.INSTANCE;
    }

    private static void asked(Field name, JsonNode resources) {
        if (!name.text().startsWith("claim:")) {
            if (!resources.path("requests").has(name.text())) {
                name.invalidText("must match one of the container's resource requests");
            }
            return;
        }
        for (JsonNode claim : resources.path("claims")) {
            String request = claim.path("request").asText("");
            String full = "claim:" + claim.path("name").asText("") + (request.isEmpty() ? "" : "/" + request);
            if (full.equals(name.text())) {
                return;
            }
        }
        name.invalidText("must match one of the container's resource claims in a format 'claim:<claimName>/<request>'"
                + " or 'claim:<claimName>' if request is empty");
    }

    private static void devices(Field devices) {
        Set<String> seen = new HashSet<>();
        for (Field device : devices.items()) {
            device.at("health").mustBeOneOf("Healthy", "Unhealthy", "Unknown");
            message(device.at("message"));
            if (!seen.add(device.at("resourceID").text())) {
                device.at("resourceID").duplicate();
            }
        }
    }

    private static void message(Field message) {
        if (!message.isSet()) {
            return;
        }
        if (message.isEmpty()) {
            message.required("must be non-empty if specified");
        } else if (message.text().getBytes(StandardCharsets.UTF_8).length > MESSAGE_BYTES_MAX) {
            message.tooLong(MESSAGE_BYTES_MAX);
        }
    }
}
