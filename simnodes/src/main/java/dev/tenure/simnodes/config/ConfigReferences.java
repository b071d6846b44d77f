package dev.tenure.simnodes.config;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Volume;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// Which ConfigMaps and Secrets a pod needs. What is optional it does not need, and what a service account
/// brings is taken to be there: the cluster itself puts that into every namespace.
public final class ConfigReferences {
    /// Names of the volumes that admission adds for service accounts begin so.
    private static final String ACCOUNT_VOLUME = "kube-api-access-";

    private ConfigReferences() {}

    /// Whether a pod may need any: told from what is known of each pod anyway, so that others pay nothing.
    public static boolean any(Pod pod) {
        return pod.spec().containers().stream().anyMatch(Container::refers)
                || pod.spec().initContainers().stream().anyMatch(Container::refers)
                || pod.spec().volumes().stream().anyMatch(ConfigReferences::mayNeed);
    }

    private static boolean mayNeed(Volume volume) {
        return switch (volume.type()) {
            case "configMap", "secret" -> true;
            case "projected" -> !volume.name().startsWith(ACCOUNT_VOLUME);
            default -> false;
        };
    }

    /// What its volumes need.
    ///
    /// @param pod the whole `Pod`
    public static List<ConfigReference> ofVolumes(JsonNode pod) {
        var found = new ArrayList<ConfigReference>();
        for (JsonNode volume : pod.path("spec").path("volumes")) {
            String name = volume.path("name").asText();
            if (!name.startsWith(ACCOUNT_VOLUME)) {
                var place = new ConfigPlace.Volume(name);
                files(place, volume, "secretName", found);
                volume.path("projected").path("sources").forEach(source -> files(place, source, "name", found));
            }
        }
        return found;
    }

    private static void files(ConfigPlace place, JsonNode source, String secretName, List<ConfigReference> found) {
        JsonNode map = source.path("configMap");
        JsonNode secret = source.path("secret");
        if (needed(map)) {
            found.add(new ConfigReference(place, false, map.path("name").asText(), keys(map)));
        }
        if (needed(secret)) {
            found.add(new ConfigReference(place, true, secret.path(secretName).asText(), keys(secret)));
        }
    }

    private static List<String> keys(JsonNode source) {
        return source.path("items")
                .valueStream()
                .map(item -> item.path("key").asText())
                .toList();
    }

    /// What the environments of its containers need.
    ///
    /// @param pod the whole `Pod`
    public static List<ConfigReference> ofEnvironments(JsonNode pod) {
        var found = new ArrayList<ConfigReference>();
        for (boolean init : new boolean[] {true, false}) {
            for (JsonNode container : pod.path("spec").path(init ? "initContainers" : "containers")) {
                var place = new ConfigPlace.Environment(container.path("name").asText(), init);
                container.path("envFrom").forEach(from -> whole(place, from, found));
                container.path("env").forEach(variable -> value(place, variable.path("valueFrom"), found));
            }
        }
        return found;
    }

    private static void whole(ConfigPlace place, JsonNode from, List<ConfigReference> found) {
        for (boolean secret : new boolean[] {false, true}) {
            JsonNode reference = from.path(secret ? "secretRef" : "configMapRef");
            if (needed(reference)) {
                found.add(new ConfigReference(
                        place, secret, reference.path("name").asText(), List.of()));
            }
        }
    }

    private static void value(ConfigPlace place, JsonNode from, List<ConfigReference> found) {
        for (boolean secret : new boolean[] {false, true}) {
            JsonNode reference = from.path(secret ? "secretKeyRef" : "configMapKeyRef");
            if (needed(reference)) {
                List<String> key = List.of(reference.path("key").asText());
                found.add(new ConfigReference(
                        place, secret, reference.path("name").asText(), key));
            }
        }
    }

    private static boolean needed(JsonNode reference) {
        return reference.isObject() && !reference.path("optional").asBoolean(false);
    }
}
