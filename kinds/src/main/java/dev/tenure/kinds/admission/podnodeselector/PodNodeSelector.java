package dev.tenure.kinds.admission.podnodeselector;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Confines the pods of a namespace to the nodes that an annotation of it selects.
public final class PodNodeSelector implements AdmissionPlugin {
    private static final String ANNOTATION = "scheduler.alpha.kubernetes.io/node-selector";
    private static final String DEFAULT = "clusterDefaultNodeSelector";

    private final Map<String, String> configured;

    /// @param configured a selector by namespace as whitelist, and the one under `clusterDefaultNodeSelector`
    ///     for namespaces without the annotation
    public PodNodeSelector(Map<String, String> configured) {
        this.configured = Frozen.map(configured);
    }

    @Override
    public String name() {
        return "PodNodeSelector";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (!request.creates(ResourceTypes.PODS)) {
            return;
        }
        Map<String, String> wanted = ofNamespace(request, cluster);
        ObjectNode spec = Trees.object(request.object(), "spec");
        refuseConflicts(request, wanted, spec.path("nodeSelector"));
        if (!wanted.isEmpty()) {
            ObjectNode selector = Trees.object(spec, "nodeSelector");
            wanted.forEach(selector::put);
        }
        validate(request, cluster);
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        if (!request.creates(ResourceTypes.PODS)) {
            return;
        }
        JsonNode selector = request.object().path("spec").path("nodeSelector");
        refuseConflicts(request, ofNamespace(request, cluster), selector);
        Map<String, String> whitelist = parsed(configured.getOrDefault(request.namespace(), ""));
        boolean inside = selector.properties().stream()
                .allMatch(entry -> entry.getValue().asText().equals(whitelist.get(entry.getKey())));
        if (!whitelist.isEmpty() && !inside) {
            throw request.forbidden("pod node label selector labels conflict with its namespace whitelist");
        }
    }

    private static void refuseConflicts(AdmissionRequest request, Map<String, String> wanted, JsonNode selector) {
        boolean conflict = selector.properties().stream()
                .anyMatch(entry -> wanted.containsKey(entry.getKey())
                        && !entry.getValue().asText().equals(wanted.get(entry.getKey())));
        if (conflict) {
            throw request.forbidden("pod node label selector conflicts with its namespace node label selector");
        }
    }

    private Map<String, String> ofNamespace(AdmissionRequest request, ClusterAccess cluster) {
        ObjectNode namespace = cluster.get(ResourceTypes.NAMESPACES, "", request.namespace())
                .map(cluster::tree)
                .orElseThrow(() -> new RefusedException(
                        Statuses.internal("namespace %s does not exist".formatted(request.namespace()))));
        JsonNode own = namespace.path("metadata").path("annotations").path(ANNOTATION);
        return parsed(own.isMissingNode() ? configured.getOrDefault(DEFAULT, "") : own.asText());
    }

    /// `a=b,c=d` as a map.
    private static Map<String, String> parsed(String selector) {
        Map<String, String> labels = new TreeMap<>();
        if (selector.isEmpty()) {
            return labels;
        }
        for (String part : selector.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0 || part.indexOf('=', equals + 1) >= 0) {
                throw new RefusedException(Statuses.unknown("invalid selector: [" + part.replace('=', ' ') + "]"));
            }
            String key = part.substring(0, equals).strip();
            String value = part.substring(equals + 1).strip();
            check("<nil>", key, Names.qualified(key));
            check("[" + key + "]", value, Names.labelValue(value));
            labels.put(key, value);
        }
        return labels;
    }

    /// @param place as upstream prints it, which knows no field here
    private static void check(String place, String text, List<String> complaints) {
        if (!complaints.isEmpty()) {
            throw new RefusedException(Statuses.unknown(
                    "%s: Invalid value: %s: %s".formatted(place, Quoted.of(text), String.join("; ", complaints))));
        }
    }
}
