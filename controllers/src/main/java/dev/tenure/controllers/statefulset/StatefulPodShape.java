package dev.tenure.controllers.statefulset;

import dev.tenure.controllers.workload.PodTemplateShape;
import dev.tenure.controllers.workload.RevisionHistory.Revision;
import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A pod with a number, and the claims on volumes that go with it. Upstream: stateful_set_utils.go
/// (newStatefulSetPod, updateStorage, getPersistentVolumeClaims).
final class StatefulPodShape {
    private static final String NAME_LABEL = "statefulset.kubernetes.io/pod-name";
    private static final String INDEX_LABEL = "apps.kubernetes.io/pod-index";

    private final StoredObject set;
    private final JsonNode claimTemplates;

    StatefulPodShape(StoredObject set) {
        this.set = set;
        this.claimTemplates =
                Document.of(set.content()).at("spec", "volumeClaimTemplates").deepCopy();
    }

    Document pod(Revision revision, int ordinal) {
        ObjectNode pod = PodTemplateShape.pod(ResourceTypes.STATEFUL_SETS, set, revision.template());
        String name = name(ordinal);
        ObjectNode meta = (ObjectNode) pod.path("metadata");
        meta.put("name", name);
        meta.withObject("/labels")
                .put(StatefulRule.REVISION_LABEL, revision.name())
                .put(NAME_LABEL, name)
                .put(INDEX_LABEL, Integer.toString(ordinal));
        ObjectNode spec = (ObjectNode) pod.path("spec");
        spec.put("hostname", name);
        String service = set.view(StatefulSet.class).serviceName();
        if (!service.isEmpty()) {
            spec.put("subdomain", service);
        }
        volumes(spec, ordinal);
        return Document.of(pod);
    }

    private String name(int ordinal) {
        return set.key().name() + "-" + ordinal;
    }

    /// The volumes of the claims stand for those of the template that have the same names.
    private void volumes(ObjectNode spec, int ordinal) {
        if (claimTemplates.isEmpty()) {
            return;
        }
        ArrayNode volumes = Json.object().putArray("volumes");
        var names = new ArrayList<String>();
        for (JsonNode template : claimTemplates) {
            String name = template.path("metadata").path("name").asText();
            names.add(name);
            volumes.addObject()
                    .put("name", name)
                    .putObject("persistentVolumeClaim")
                    .put("claimName", claimName(name, ordinal));
        }
        spec.path("volumes").forEach(volume -> {
            if (!names.contains(volume.path("name").asText())) {
                volumes.add(volume);
            }
        });
        spec.set("volumes", volumes);
    }

    private String claimName(String template, int ordinal) {
        return template + "-" + name(ordinal);
    }

    /// The names of one pod's claims.
    List<String> claimNames(int ordinal) {
        var names = new ArrayList<String>();
        claimTemplates.forEach(template ->
                names.add(claimName(template.path("metadata").path("name").asText(), ordinal)));
        return names;
    }

    /// The claims of one pod.
    List<ObjectNode> claims(int ordinal) {
        var claims = new ArrayList<ObjectNode>();
        Optional<ObjectNode> owner = new ClaimOwners(set).first();
        for (JsonNode template : claimTemplates) {
            ObjectNode claim = Json.object().put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
            ObjectNode meta = (ObjectNode) template.path("metadata").deepCopy();
            meta.put("name", claimName(meta.path("name").asText(), ordinal))
                    .put("namespace", set.key().namespace());
            Document.of(set.content())
                    .at("spec", "selector")
                    .path("matchLabels")
                    .properties()
                    .forEach(label -> meta.withObject("/labels")
                            .put(label.getKey(), label.getValue().asText()));
            owner.ifPresent(reference -> meta.putArray("ownerReferences").add(reference));
            claim.set("metadata", meta);
            claim.set("spec", template.path("spec").deepCopy());
            claims.add(claim);
        }
        return claims;
    }
}
