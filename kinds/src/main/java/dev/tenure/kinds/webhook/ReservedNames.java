package dev.tenure.kinds.webhook;

import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Names that upstream keeps for configurations which stand in files of its server. Upstream:
/// pkg/apis/admissionregistration/validation/static_suffix.go.
final class ReservedNames {
    private static final String END = ".static.k8s.io";

    private ReservedNames() {}

    static List<String> warnings(ObjectNode object) {
        if (!object.path("metadata").path("name").asText("").endsWith(END)) {
            return List.of();
        }
        return List.of(
                "metadata.name: names ending with \"%s\" are reserved for static manifest-based configurations and"
                                .formatted(END)
                        + " cannot be managed via the API");
    }
}
