package dev.tenure.kinds.admission.runtimeclass;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.kinds.podspec.TolerationLists;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Map;

/// Writes into each pod what its runtime class costs and where it can run.
public final class RuntimeClassAdmission implements AdmissionPlugin {
    private static final String MISMATCH = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

    @Override
    public String name() {
        return "RuntimeClass";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (!request.creates(ResourceTypes.PODS) || className(request).isMissingNode()) {
            return;
        }
        ObjectNode spec = Trees.object(request.object(), "spec");
        ObjectNode runtimeClass = runtimeClass(request, cluster);
        JsonNode fixed = runtimeClass.path("overhead").path("podFixed");
        if (!runtimeClass.path("overhead").isMissingNode()) {
            if (!spec.path("overhead").isEmpty() && !sameAmounts(fixed, spec.path("overhead"))) {
                throw request.forbidden(MISMATCH);
            }
            if (!fixed.isEmpty()) {
                spec.set("overhead", fixed.deepCopy());
            }
        }
        if (runtimeClass.path("scheduling") instanceof ObjectNode scheduling) {
            schedule(request, spec, scheduling);
        }
    }

    private static JsonNode className(AdmissionRequest request) {
        return request.object().path("spec").path("runtimeClassName");
    }

    private static ObjectNode runtimeClass(AdmissionRequest request, ClusterAccess cluster) {
        String name = className(request).asText();
        Names.unaskable(name).ifPresent(why -> {
            throw new RefusedException(Statuses.unknown(why));
        });
        return cluster.get(ResourceTypes.RUNTIME_CLASSES, "", name)
                .map(cluster::tree)
                .orElseThrow(
                        () -> request.forbidden("pod rejected: RuntimeClass %s not found".formatted(Quoted.of(name))));
    }

    private static void schedule(AdmissionRequest request, ObjectNode spec, ObjectNode scheduling) {
        for (Map.Entry<String, JsonNode> entry : scheduling.path("nodeSelector").properties()) {
            ObjectNode selector = Trees.object(spec, "nodeSelector");
            String key = entry.getKey();
            JsonNode own = selector.path(key);
            if (!own.isMissingNode() && !own.equals(entry.getValue())) {
                throw request.forbidden(
                        "conflict: runtimeClass.scheduling.nodeSelector[%s] = %s; pod.spec.nodeSelector[%s] = %s"
                                .formatted(key, entry.getValue().asText(), key, own.asText()));
            }
            selector.set(key, entry.getValue());
        }
        JsonNode extra = scheduling.path("tolerations");
        var merged = TolerationLists.merge(spec.path("tolerations"), extra);
        if (!merged.isEmpty()) {
            spec.set("tolerations", merged);
        }
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        if (!request.creates(ResourceTypes.PODS)) {
            return;
        }
        JsonNode own = request.object().path("spec").path("overhead");
        boolean classless = className(request).isMissingNode();
        JsonNode overhead =
                classless ? className(request) : runtimeClass(request, cluster).path("overhead");
        if (!overhead.isMissingNode()) {
            if (!sameAmounts(overhead.path("podFixed"), own)) {
                throw request.forbidden(MISMATCH);
            }
        } else if (!own.isMissingNode() || statesNoOverhead(request)) {
            throw request.forbidden(
                    "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
        }
    }

    /// Upstream takes a map without anything in it for an overhead.
    private static boolean statesNoOverhead(AdmissionRequest request) {
        return request.form()
                .flatMap(form -> form.empties().at("spec.overhead"))
                .isPresent();
    }

    private static boolean sameAmounts(JsonNode one, JsonNode other) {
        if (one.size() != other.size()) {
            return false;
        }
        return one.properties().stream()
                .allMatch(entry -> other.has(entry.getKey())
                        && QuantityValidation.amount(entry.getValue())
                                .equals(QuantityValidation.amount(other.path(entry.getKey()))));
    }
}
