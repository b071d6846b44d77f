package dev.tenure.kinds.admission.noderestriction;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import java.util.Set;
import java.util.TreeSet;

/// What an agent may do to Node objects: make, change and delete its own, but not its taints, owners or
/// labels that others rely on.
final class NodeObjectRule {
    private static final String RESTRICTED = "node-restriction.kubernetes.io";
    private static final Set<String> ALLOWED = Set.of(
            WellKnownLabels.HOSTNAME,
            WellKnownLabels.ZONE,
            WellKnownLabels.REGION,
            WellKnownLabels.BETA_ZONE,
            WellKnownLabels.BETA_REGION,
            "node.kubernetes.io/instance-type",
            "beta.kubernetes.io/instance-type",
            WellKnownLabels.OS,
            WellKnownLabels.ARCH,
            "beta.kubernetes.io/os",
            "beta.kubernetes.io/arch",
            "node.kubernetes.io/windows-build");
    private static final Set<String> ALLOWED_DOMAINS = Set.of("kubelet.kubernetes.io", "node.kubernetes.io");

    private final String node;
    private final AdmissionRequest request;

    NodeObjectRule(String node, AdmissionRequest request) {
        this.node = node;
        this.request = request;
    }

    void check() {
        String name = request.name();
        if (!name.equals(node)) {
            refuse("is not allowed to modify node " + Quoted.of(name));
        }
        if (request.operation() == Operation.CREATE) {
            created(request.object());
        } else if (request.operation() == Operation.UPDATE) {
            updated(request.object(), request.old().orElseThrow());
        }
    }

    private void refuse(String why) {
        throw request.forbidden("node %s %s".formatted(Quoted.of(node), why));
    }

    private void created(JsonNode object) {
        if (object.path("spec").has("configSource")) {
            refuse("is not allowed to create pods with a non-nil configSource");
        }
        Set<String> labels = forbidden(object.path("metadata").path("labels"), object.path("nothing"));
        if (!labels.isEmpty()) {
            refuse("is not allowed to set the following labels: " + String.join(", ", labels));
        }
    }

    private void updated(JsonNode object, JsonNode old) {
        JsonNode source = object.path("spec").path("configSource");
        if (!source.isMissingNode() && !source.equals(old.path("spec").path("configSource"))) {
            refuse("is not allowed to update configSource to a new non-nil configSource");
        }
        if (!SameValue.same(object.path("spec").path("taints"), old.path("spec").path("taints"))) {
            refuse("is not allowed to modify taints");
        }
        JsonNode meta = object.path("metadata");
        JsonNode oldMeta = old.path("metadata");
        if (!SameValue.same(meta.path("ownerReferences"), oldMeta.path("ownerReferences"))) {
            refuse("is not allowed to modify ownerReferences");
        }
        Set<String> labels = forbidden(meta.path("labels"), oldMeta.path("labels"));
        if (!labels.isEmpty()) {
            throw request.forbidden("is not allowed to modify labels: " + String.join(", ", labels));
        }
    }

    private static Set<String> forbidden(JsonNode labels, JsonNode old) {
        Set<String> changed = new TreeSet<>();
        labels.properties().forEach(entry -> {
            if (!entry.getValue().equals(old.path(entry.getKey()))) {
                changed.add(entry.getKey());
            }
        });
        old.fieldNames().forEachRemaining(name -> {
            if (!labels.has(name)) {
                changed.add(name);
            }
        });
        changed.removeIf(label -> !forbidden(label));
        return changed;
    }

    private static boolean forbidden(String label) {
        int slash = label.indexOf('/');
        String domain = slash < 0 ? "" : label.substring(0, slash);
        if (within(domain, RESTRICTED)) {
            return true;
        }
        boolean reserved = within(domain, "kubernetes.io") || within(domain, "k8s.io");
        boolean allowed = ALLOWED.contains(label) || ALLOWED_DOMAINS.stream().anyMatch(d -> within(domain, d));
        return reserved && !allowed;
    }

    private static boolean within(String domain, String suffix) {
        return domain.equals(suffix) || domain.endsWith("." + suffix);
    }
}
