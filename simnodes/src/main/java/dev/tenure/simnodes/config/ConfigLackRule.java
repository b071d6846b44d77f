package dev.tenure.simnodes.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What of that which a pod needs is missing, in the order in which a kubelet comes upon it: volumes first,
/// then one init container after the other, then the containers, which do not wait for each other.
public final class ConfigLackRule {
    private ConfigLackRule() {}

    /// @param namespace of the pod
    /// @param references of the pod, volumes first
    /// @param objects finds what a reference names
    /// @return nothing when the pod can go on; else what holds it up, each place once
    public static List<ConfigLack> lacks(
            String namespace,
            List<ConfigReference> references,
            Function<ConfigReference, Optional<ConfigKeys>> objects) {
        var found = new ArrayList<ConfigLack>();
        for (ConfigReference reference : references) {
            boolean told = found.stream().anyMatch(lack -> lack.place().equals(reference.place()));
            if (!told && (found.isEmpty() || together(found.getLast().place(), reference.place()))) {
                missing(namespace, reference, objects.apply(reference))
                        .ifPresent(message -> found.add(new ConfigLack(reference.place(), message)));
            }
        }
        return List.copyOf(found);
    }

    /// Whether the second is looked at although the first is held up.
    private static boolean together(ConfigPlace first, ConfigPlace second) {
        return switch (first) {
            case ConfigPlace.Volume _ -> second instanceof ConfigPlace.Volume;
            case ConfigPlace.Environment(String _, boolean init) -> !init;
        };
    }

    private static Optional<String> missing(String namespace, ConfigReference reference, Optional<ConfigKeys> object) {
        if (object.isEmpty()) {
            return Optional.of(
                    "%s \"%s\" not found".formatted(reference.secret() ? "secret" : "configmap", reference.name()));
        }
        return reference.keys().stream()
                .filter(key -> !object.get().has(key, reference.place() instanceof ConfigPlace.Volume))
                .findFirst()
                .map(key -> noKey(namespace, reference, key));
    }

    private static String noKey(String namespace, ConfigReference reference, String key) {
        return switch (reference.place()) {
            case ConfigPlace.Volume _ ->
                reference.secret()
                        ? "references non-existent secret key: " + key
                        : "configmap references non-existent config key: " + key;
            case ConfigPlace.Environment _ ->
                "couldn't find key %s in %s %s/%s"
                        .formatted(key, reference.secret() ? "Secret" : "ConfigMap", namespace, reference.name());
        };
    }
}
