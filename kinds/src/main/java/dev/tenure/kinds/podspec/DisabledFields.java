package dev.tenure.kinds.podspec;

import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Fields of the spec of a pod whose features are off: they are dropped without a word, as upstream does.
public final class DisabledFields {
    private static final List<String> CONTAINER_LISTS = List.of("initContainers", "containers", "ephemeralContainers");

    private DisabledFields() {}

    /// Drops them from a template that stands at `spec.template` of an object.
    public static void dropInTemplate(JsonNode object) {
        Trees.within(object.path("spec").path("template"), "spec", DisabledFields::drop);
    }

    /// Drops fields of features that are off by default.
    public static void drop(ObjectNode spec) {
        spec.remove("schedulingGroup");
        for (String list : CONTAINER_LISTS) {
            for (ObjectNode container : Trees.objects(spec.path(list))) {
                dropStopSignal(container);
            }
        }
        for (ObjectNode volume : Trees.objects(spec.path("volumes"))) {
            for (ObjectNode source : Trees.objects(volume.path("projected").path("sources"))) {
                source.remove(List.of("clusterTrustBundle", "podCertificate"));
            }
        }
    }

    private static void dropStopSignal(ObjectNode container) {
        if (container.get("lifecycle") instanceof ObjectNode lifecycle
                && lifecycle.remove("stopSignal") != null
                && lifecycle.isEmpty()) {
            container.remove("lifecycle");
        }
    }
}
