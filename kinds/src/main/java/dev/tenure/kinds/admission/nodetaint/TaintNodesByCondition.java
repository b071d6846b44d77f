package dev.tenure.kinds.admission.nodetaint;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;

/// Taints each new node as not ready, whatever it says of itself: the taint goes when its agent has reported.
public final class TaintNodesByCondition implements AdmissionPlugin {
    @Override
    public String name() {
        return "TaintNodesByCondition";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (!request.creates(ResourceTypes.NODES)) {
            return;
        }
        ArrayNode taints = Trees.list(Trees.object(request.object(), "spec"), "taints");
        String effect = TaintEffect.NO_SCHEDULE.word();
        for (JsonNode taint : taints) {
            boolean there = taint.path("key").asText().equals(WellKnownTaints.NOT_READY)
                    && taint.path("effect").asText().equals(effect);
            if (there) {
                return;
            }
        }
        taints.addObject().put("key", WellKnownTaints.NOT_READY).put("effect", effect);
    }
}
