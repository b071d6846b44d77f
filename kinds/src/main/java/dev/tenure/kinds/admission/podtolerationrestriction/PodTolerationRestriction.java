package dev.tenure.kinds.admission.podtolerationrestriction;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.field.GoRecords;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.kinds.pod.PodQos;
import dev.tenure.kinds.podspec.TolerationLists;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;

/// Which tolerations the pods of a namespace get without asking, and which they may have at all. Also lets
/// every pod that asks for resources tolerate pressure on memory.
public final class PodTolerationRestriction implements AdmissionPlugin {
    private static final String DEFAULTS = "scheduler.alpha.kubernetes.io/defaultTolerations";
    private static final String WHITELIST = "scheduler.alpha.kubernetes.io/tolerationsWhitelist";

    private static final GoRecords RECORDS = GoRecords.of(
            "v1.Toleration",
            "key",
            "string",
            "operator",
            "v1.TolerationOperator",
            "value",
            "string",
            "effect",
            "v1.TaintEffect",
            "tolerationSeconds",
            "int64");

    private final ArrayNode defaults;
    private final ArrayNode whitelist;

    /// @param defaults for namespaces without the annotation
    /// @param whitelist for namespaces without the annotation; an empty one permits all
    public PodTolerationRestriction(ArrayNode defaults, ArrayNode whitelist) {
        this.defaults = defaults.deepCopy();
        this.whitelist = whitelist.deepCopy();
    }

    @Override
    public String name() {
        return "PodTolerationRestriction";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (!request.writes(ResourceTypes.PODS)) {
            return;
        }
        ObjectNode spec = Trees.object(request.object(), "spec");
        ArrayNode extra = Json.array();
        if (request.operation() == Operation.CREATE) {
            extra.addAll(annotated(request, cluster, DEFAULTS).orElse(defaults));
        }
        if (!PodQos.stated(request.object()).equals("BestEffort")) {
            extra.addObject()
                    .put("key", WellKnownTaints.MEMORY_PRESSURE)
                    .put("operator", "Exists")
                    .put("effect", TaintEffect.NO_SCHEDULE.word());
        }
        if (!extra.isEmpty()) {
            spec.set("tolerations", TolerationLists.merge(spec.path("tolerations"), extra));
        }
        validate(request, cluster);
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        if (!request.writes(ResourceTypes.PODS)) {
            return;
        }
        JsonNode tolerations = request.object().path("spec").path("tolerations");
        Optional<ArrayNode> own = annotated(request, cluster, WHITELIST);
        if (!TolerationLists.permitted(tolerations, own.orElse(whitelist))) {
            String whose = own.isPresent() ? "namespace" : "cluster";
            throw new RefusedException(Statuses.unknown("pod tolerations (possibly merged with namespace default"
                    + " tolerations) conflict with its " + whose + " whitelist"));
        }
    }

    /// The list in an annotation of the namespace; empty without the annotation.
    private static Optional<ArrayNode> annotated(AdmissionRequest request, ClusterAccess cluster, String annotation) {
        JsonNode text = cluster.get(ResourceTypes.NAMESPACES, "", request.namespace())
                .map(cluster::tree)
                .map(tree -> tree.path("metadata").path("annotations").path(annotation))
                .orElseThrow(
                        () -> new RefusedException(Statuses.notFound(ResourceTypes.NAMESPACES, request.namespace())));
        if (text.isMissingNode()) {
            return Optional.empty();
        }
        if (text.asText().isEmpty()) {
            return Optional.of(Json.array());
        }
        RECORDS.fault(text.asText()).ifPresent(fault -> {
            throw new RefusedException(Statuses.unknown(fault));
        });
        return Optional.of(RECORDS.read(text.asText()));
    }
}
