package dev.tenure.kinds.device;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.wire.json.JsonNode;
import java.util.HashSet;
import java.util.Set;

/// The names that a claim gives its requests, and to the choices within them. Immutable.
final class RequestNames {
    private static final String UNKNOWN =
            "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

    private final Set<String> names = new HashSet<>();

    /// @param devices of a claim's spec
    RequestNames(JsonNode devices) {
        for (JsonNode request : devices.path("requests")) {
            String name = request.path("name").asText("");
            boolean plain = !name.contains("/"); // no other name can be told from a choice
            if (plain) {
                names.add(name);
            }
            for (JsonNode choice : request.path("firstAvailable")) {
                String inner = choice.path("name").asText("");
                if (plain && !inner.contains("/")) {
                    names.add(name + "/" + inner);
                }
            }
        }
    }

    /// Reports a text that is no such name.
    void check(Field reference) {
        String[] segments = reference.text().split("/", -1);
        if (segments.length > 2) {
            reference.invalidText(UNKNOWN);
            return;
        }
        for (String segment : segments) {
            Names.dnsLabel(segment).forEach(complaint -> reference.invalid(segment, complaint));
        }
        if (!names.contains(reference.text())) {
            reference.invalidText(UNKNOWN);
        }
    }
}
