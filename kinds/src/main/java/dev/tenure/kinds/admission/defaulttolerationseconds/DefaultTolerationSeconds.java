package dev.tenure.kinds.admission.defaulttolerationseconds;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;

/// Lets every pod stay for a while on a node that is not ready or not reachable, unless the pod has an
/// opinion of its own on such nodes.
///
/// @param notReadySeconds `--default-not-ready-toleration-seconds`
/// @param unreachableSeconds `--default-unreachable-toleration-seconds`
public record DefaultTolerationSeconds(long notReadySeconds, long unreachableSeconds) implements AdmissionPlugin {
    public static final long USUAL = 300;

    @Override
    public String name() {
        return "DefaultTolerationSeconds";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (request.writes(ResourceTypes.PODS)) {
            ObjectNode spec = Trees.object(request.object(), "spec");
            add(spec, WellKnownTaints.NOT_READY, notReadySeconds);
            add(spec, WellKnownTaints.UNREACHABLE, unreachableSeconds);
        }
    }

    private static void add(ObjectNode spec, String key, long seconds) {
        for (JsonNode toleration : spec.path("tolerations")) {
            if (concerns(toleration, "key", key) && concerns(toleration, "effect", TaintEffect.NO_EXECUTE.word())) {
                return;
            }
        }
        Trees.list(spec, "tolerations")
                .addObject()
                .put("key", key)
                .put("operator", "Exists")
                .put("effect", TaintEffect.NO_EXECUTE.word())
                .put("tolerationSeconds", seconds);
    }

    private static boolean concerns(JsonNode toleration, String field, String wanted) {
        String word = toleration.path(field).asText("");
        return word.isEmpty() || word.equals(wanted);
    }
}
