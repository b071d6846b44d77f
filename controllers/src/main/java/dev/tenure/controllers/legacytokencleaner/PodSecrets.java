package dev.tenure.controllers.legacytokencleaner;

import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Which Secrets of its namespace a pod names. Pure. Upstream: VisitPodSecretNames (pkg/api/v1/pod/util.go).
final class PodSecrets {
    private static final List<String> CONTAINERS = List.of("initContainers", "containers", "ephemeralContainers");
    private static final List<String> SOURCES =
            List.of("cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos");

    private PodSecrets() {}

    static Set<String> names(JsonNode pod) {
        JsonNode spec = pod.path("spec");
        Stream<String> inContainers =
                CONTAINERS.stream().flatMap(list -> each(spec.path(list))).flatMap(PodSecrets::ofContainer);
        Stream<String> inVolumes = each(spec.path("volumes")).flatMap(PodSecrets::ofVolume);
        return Stream.of(each(spec.path("imagePullSecrets")).map(PodSecrets::name), inContainers, inVolumes)
                .flatMap(names -> names)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Stream<String> ofContainer(JsonNode container) {
        return Stream.concat(
                each(container.path("envFrom")).map(from -> name(from.path("secretRef"))),
                each(container.path("env"))
                        .map(variable -> name(variable.path("valueFrom").path("secretKeyRef"))));
    }

    private static Stream<String> ofVolume(JsonNode volume) {
        Stream<String> own = Stream.of(
                volume.path("secret").path("secretName").asText(""),
                volume.path("azureFile").path("secretName").asText(""),
                name(volume.path("csi").path("nodePublishSecretRef")));
        Stream<String> referred =
                SOURCES.stream().map(source -> name(volume.path(source).path("secretRef")));
        Stream<String> projected =
                each(volume.path("projected").path("sources")).map(source -> name(source.path("secret")));
        return Stream.of(own, referred, projected).flatMap(names -> names);
    }

    private static String name(JsonNode reference) {
        return reference.path("name").asText("");
    }

    private static Stream<JsonNode> each(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }
}
