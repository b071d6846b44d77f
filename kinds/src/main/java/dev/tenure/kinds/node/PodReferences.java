package dev.tenure.kinds.node;

import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// The names of objects of its namespace that a pod needs on its node. Pure. Upstream:
/// pkg/api/v1/pod/util.go, component-helpers/storage/ephemeral, dynamic-resource-allocation/resourceclaim.
final class PodReferences {
    private static final List<String> CONTAINERS = List.of("initContainers", "containers", "ephemeralContainers");
    private static final List<String> SOURCES_WITH_SECRET =
            List.of("cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos");

    private PodReferences() {}

    static Stream<String> secrets(JsonNode pod) {
        JsonNode spec = pod.path("spec");
        Stream<String> pulling = each(spec.path("imagePullSecrets")).map(PodReferences::name);
        Stream<String> environment = environment(spec, "secretRef", "secretKeyRef");
        Stream<String> volumes = each(spec.path("volumes")).flatMap(PodReferences::secretsOfVolume);
        return Stream.of(pulling, environment, volumes).flatMap(s -> s).filter(name -> !name.isEmpty());
    }

    private static Stream<String> secretsOfVolume(JsonNode volume) {
        Stream<String> direct = Stream.of(
                volume.path("secret").path("secretName").asText(""),
                volume.path("azureFile").path("secretName").asText(""),
                name(volume.path("csi").path("nodePublishSecretRef")));
        Stream<String> others = SOURCES_WITH_SECRET.stream()
                .map(source -> name(volume.path(source).path("secretRef")));
        Stream<String> projected =
                each(volume.path("projected").path("sources")).map(source -> name(source.path("secret")));
        return Stream.of(direct, others, projected).flatMap(s -> s);
    }

    static Stream<String> configMaps(JsonNode pod) {
        JsonNode spec = pod.path("spec");
        Stream<String> volumes = each(spec.path("volumes"))
                .flatMap(volume -> Stream.concat(
                        Stream.of(name(volume.path("configMap"))),
                        each(volume.path("projected").path("sources")).map(source -> name(source.path("configMap")))));
        return Stream.concat(environment(spec, "configMapRef", "configMapKeyRef"), volumes)
                .filter(name -> !name.isEmpty());
    }

    /// Persistent volume claims, those that are made for ephemeral volumes included.
    static Stream<String> claims(JsonNode pod) {
        String own = pod.path("metadata").path("name").asText("");
        return each(pod.path("spec").path("volumes")).flatMap(volume -> {
            JsonNode claim = volume.path("persistentVolumeClaim");
            if (!claim.isMissingNode()) {
                return Stream.of(claim.path("claimName").asText(""));
            }
            boolean ephemeral = !volume.path("ephemeral").isMissingNode();
            return ephemeral ? Stream.of(own + "-" + name(volume)) : Stream.empty();
        });
    }

    /// Claims on devices: those that the spec names, and those that were made from its templates.
    static Stream<String> resourceClaims(JsonNode pod) {
        JsonNode status = pod.path("status");
        Stream<String> named = each(pod.path("spec").path("resourceClaims"))
                .map(claim -> claim.path("resourceClaimName").asText(""));
        Stream<String> made = each(status.path("resourceClaimStatuses"))
                .map(claim -> claim.path("resourceClaimName").asText(""));
        String extended = status.path("extendedResourceClaimStatus")
                .path("resourceClaimName")
                .asText("");
        return Stream.of(named, made, Stream.of(extended)).flatMap(s -> s).filter(name -> !name.isEmpty());
    }

    private static Stream<String> environment(JsonNode spec, String whole, String key) {
        return CONTAINERS.stream()
                .flatMap(list -> each(spec.path(list)))
                .flatMap(container -> Stream.concat(
                        each(container.path("envFrom")).map(from -> name(from.path(whole))),
                        each(container.path("env"))
                                .map(variable -> name(variable.path("valueFrom").path(key)))));
    }

    private static Stream<JsonNode> each(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    private static String name(JsonNode reference) {
        return reference.path("name").asText("");
    }
}
