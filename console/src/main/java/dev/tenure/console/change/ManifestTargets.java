package dev.tenure.console.change;

import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.plan.source.BuiltInKinds;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;

/// Where the API has an object that stands in a manifest.
final class ManifestTargets {
    private static final String NAMESPACE = "default";

    private ManifestTargets() {}

    /// `Deployment/web`, as refusals name it.
    static String words(ObjectNode manifest) {
        return manifest.path("kind").asText() + "/"
                + manifest.at("/metadata/name").asText();
    }

    /// An object of a namespaced kind that names no namespace is of `default`.
    ///
    /// @throws ConsoleFault when it has no name, or is of a kind that is not built in
    static Target target(BuiltInKinds kinds, ObjectNode manifest) {
        var kind = GroupVersionKind.of(
                manifest.path("apiVersion").asText(), manifest.path("kind").asText());
        ResourceType type = kinds.type(kind)
                .orElseThrow(() -> ConsoleFault.invalid(
                        "no matches for kind \"%s\" in version \"%s\": the console applies built-in kinds; use kubectl"
                                .formatted(kind.kind(), kind.apiVersion())));
        String name = manifest.at("/metadata/name").asText();
        if (name.isEmpty()) {
            throw ConsoleFault.invalid("metadata.name: Required value");
        }
        String stated = manifest.at("/metadata/namespace").asText();
        String namespace = !type.namespaced() ? "" : stated.isEmpty() ? NAMESPACE : stated;
        return new Target(kind.group(), kind.version(), type.resource(), namespace, name, "");
    }
}
