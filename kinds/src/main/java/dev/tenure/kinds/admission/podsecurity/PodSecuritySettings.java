package dev.tenure.kinds.admission.podsecurity;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What holds for the whole cluster.
///
/// @param defaults for namespaces without labels
/// @param users who may do everything
/// @param namespaces in which everything is permitted
/// @param runtimeClasses whose pods may do everything
public record PodSecuritySettings(
        NamespacePolicy defaults, Set<String> users, Set<String> namespaces, Set<String> runtimeClasses) {
    private static final String GROUP = "pod-security.admission.config.k8s.io/";
    private static final String KIND = "PodSecurityConfiguration";

    /// Nothing is enforced unless a namespace asks for it, and nobody is exempt.
    public static final PodSecuritySettings NONE =
            new PodSecuritySettings(NamespacePolicy.NONE, Set.of(), Set.of(), Set.of());

    public PodSecuritySettings {
        users = Frozen.set(users);
        namespaces = Frozen.set(namespaces);
        runtimeClasses = Frozen.set(runtimeClasses);
    }

    /// Reads a `PodSecurityConfiguration`.
    ///
    /// @throws IllegalArgumentException when it is not one, or names a level or version that does not exist
    public static PodSecuritySettings of(JsonNode configuration) {
        String version = configuration.path("apiVersion").asText("");
        String kind = configuration.path("kind").asText("");
        if (!version.startsWith(GROUP) || !kind.equals(KIND)) {
            throw new IllegalArgumentException(
                    "the configuration of PodSecurity is of kind \"%s\" and version \"%s\"; expected %s of %sv1"
                            .formatted(kind, version, KIND, GROUP));
        }
        ObjectNode labels = Json.object();
        configuration
                .path("defaults")
                .properties()
                .forEach(e -> labels.set(PolicyParser.PREFIX + e.getKey(), e.getValue()));
        ObjectNode namespace = Json.object();
        namespace.putObject("metadata").set("labels", labels);
        var errors = new FieldErrors();
        NamespacePolicy defaults = new PolicyParser(NamespacePolicy.NONE, errors).policy(namespace);
        if (!errors.isEmpty()) {
            List<FieldError> found = errors.list();
            throw new IllegalArgumentException("the configuration of PodSecurity is not valid: defaults: "
                    + found.stream().map(FieldError::body).collect(Collectors.joining(", ")));
        }
        JsonNode exempt = configuration.path("exemptions");
        return new PodSecuritySettings(
                defaults,
                names(exempt.path("usernames")),
                names(exempt.path("namespaces")),
                names(exempt.path("runtimeClasses")));
    }

    private static Set<String> names(JsonNode list) {
        Set<String> names = new HashSet<>();
        list.forEach(name -> names.add(name.asText()));
        return names;
    }
}
