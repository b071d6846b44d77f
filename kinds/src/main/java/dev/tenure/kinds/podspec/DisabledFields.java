package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// Fields of the spec of a pod whose features are off: they are dropped without a word, as upstream does.
public final class DisabledFields {
    private static final List<String> CONTAINER_LISTS = List.of("initContainers", "containers", "ephemeralContainers");
    private static final String VOLUME_STATUS = "volumeStatus";
    private static final List<String> STATUS_LISTS =
            List.of("containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses");
    private static final String NODE_CLAIMS = "nodeAllocatableResourceClaimStatuses";
    private static final List<String> PROJECTIONS = List.of("clusterTrustBundle", "podCertificate");

    private DisabledFields() {}

    /// Drops them from a template that stands at `spec.template` of an object.
    public static void dropInTemplate(JsonNode object) {
        dropInTemplate(object, MissingNode.INSTANCE);
    }

    /// The same for a changed object: what the old one uses may stay.
    public static void dropInTemplate(JsonNode object, JsonNode old) {
        JsonNode before = old.path("spec").path("template").path("spec");
        Trees.within(object.path("spec").path("template"), "spec", spec -> drop(spec, before));
    }

    /// Drops fields of features that are off by default from the spec of a pod.
    ///
    /// @param old the spec that it follows, or nothing: features that are used there may be used further
    public static void drop(ObjectNode spec, JsonNode old) {
        if (!old.hasNonNull("schedulingGroup")) {
            spec.remove("schedulingGroup");
        }
        if (!usesStopSignal(old)) {
            containers(spec).forEach(DisabledFields::dropStopSignal);
        }
        for (String kind : PROJECTIONS) {
            if (projections(old).stream().noneMatch(source -> source.hasNonNull(kind))) {
                projections(spec).forEach(source -> source.remove(kind));
            }
        }
    }

    /// Drops them from the status of a pod.
    ///
    /// @param old the status that it follows, or nothing
    public static void dropInStatus(ObjectNode status, JsonNode old) {
        if (old.path(NODE_CLAIMS).isEmpty()) {
            status.remove(NODE_CLAIMS);
        }
        if (mounts(old).stream().noneMatch(mount -> mount.hasNonNull(VOLUME_STATUS))) {
            mounts(status).forEach(mount -> mount.remove(VOLUME_STATUS));
        }
    }

    private static List<ObjectNode> mounts(JsonNode status) {
        List<ObjectNode> mounts = new ArrayList<>();
        for (String list : STATUS_LISTS) {
            for (ObjectNode container : Trees.objects(status.path(list))) {
                Trees.objects(container.path("volumeMounts")).forEach(mounts::add);
            }
        }
        return mounts;
    }

    private static boolean usesStopSignal(JsonNode spec) {
        return containers(spec).stream()
                .anyMatch(container -> container.path("lifecycle").hasNonNull("stopSignal"));
    }

    private static List<ObjectNode> containers(JsonNode spec) {
        List<ObjectNode> containers = new ArrayList<>();
        CONTAINER_LISTS.forEach(list -> Trees.objects(spec.path(list)).forEach(containers::add));
        return containers;
    }

    private static List<ObjectNode> projections(JsonNode spec) {
        List<ObjectNode> projections = new ArrayList<>();
        for (ObjectNode volume : Trees.objects(spec.path("volumes"))) {
            Trees.objects(volume.path("projected").path("sources")).forEach(projections::add);
        }
        return projections;
    }

    private static void dropStopSignal(ObjectNode container) {
        if (container.get("lifecycle") instanceof ObjectNode lifecycle
                && lifecycle.remove("stopSignal") != null
                && lifecycle.isEmpty()) {
            container.remove("lifecycle");
        }
    }
}
