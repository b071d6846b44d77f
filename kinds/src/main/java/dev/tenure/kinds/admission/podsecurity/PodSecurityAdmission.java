package dev.tenure.kinds.admission.podsecurity;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Refuses pods that violate the standard that their namespace enforces, and warns about pods and templates
/// of pods that violate the one that it warns about.
public final class PodSecurityAdmission implements AdmissionPlugin {
    private static final Set<String> WITHOUT_POD =
            Set.of("exec", "attach", "binding", "eviction", "log", "portforward", "proxy", "status");
    private static final Map<String, String> TEMPLATES = Map.of(
            "podtemplates", "/template",
            "replicationcontrollers", "/spec/template",
            "deployments.apps", "/spec/template",
            "replicasets.apps", "/spec/template",
            "statefulsets.apps", "/spec/template",
            "daemonsets.apps", "/spec/template",
            "jobs.batch", "/spec/template",
            "cronjobs.batch", "/spec/jobTemplate/spec/template");

    private final PodSecuritySettings settings;

    public PodSecurityAdmission(PodSecuritySettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return "PodSecurity";
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        if (request.operation() != Operation.CREATE && request.operation() != Operation.UPDATE) {
            return;
        }
        if (request.about(ResourceTypes.PODS)) {
            pod(request, cluster);
        } else if (request.subresource().isEmpty() && request.about(ResourceTypes.NAMESPACES)) {
            namespace(request, cluster);
        } else if (request.subresource().isEmpty()) {
            template(request, cluster);
        }
    }

    private void pod(AdmissionRequest request, ClusterAccess cluster) {
        if (WITHOUT_POD.contains(request.subresource())) {
            return;
        }
        JsonNode pod = request.object();
        if (request.operation() == Operation.UPDATE
                && !SecurityChangeRule.matters(pod, request.old().orElseThrow())) {
            return;
        }
        var secured = new SecuredPod(pod.path("metadata"), pod.path("spec"));
        Optional<NamespacePolicy> policy = policy(request, cluster, secured);
        if (policy.isEmpty()) {
            return;
        }
        Standard enforced = policy.get().enforced();
        List<SecurityViolation> violations = StandardRule.violations(enforced, secured);
        if (!violations.isEmpty()) {
            throw request.forbidden(
                    "violates PodSecurity \"%s\": %s".formatted(enforced, SecurityViolation.details(violations)));
        }
        warn(request, policy.get().warned(), secured);
    }

    private void template(AdmissionRequest request, ClusterAccess cluster) {
        String where = TEMPLATES.getOrDefault(request.type().qualifiedResource(), "");
        JsonNode template = request.object().at(where);
        if (!where.isEmpty() && !template.isMissingNode()) {
            var secured = new SecuredPod(template.path("metadata"), template.path("spec"));
            policy(request, cluster, secured).ifPresent(policy -> warn(request, policy.warned(), secured));
        }
    }

    private static void warn(AdmissionRequest request, Standard warned, SecuredPod pod) {
        List<SecurityViolation> violations = StandardRule.violations(warned, pod);
        if (!violations.isEmpty()) {
            warn(
                    request,
                    "would violate PodSecurity \"%s\": %s".formatted(warned, SecurityViolation.details(violations)));
        }
    }

    /// A write that is tried again is told of only once.
    private static void warn(AdmissionRequest request, String text) {
        if (!request.warnings().contains(text)) {
            request.warnings().add(text);
        }
    }

    /// @return empty when nothing can be wrong with the pod
    private Optional<NamespacePolicy> policy(AdmissionRequest request, ClusterAccess cluster, SecuredPod pod) {
        boolean exempt = settings.namespaces().contains(request.namespace())
                || settings.users().contains(request.caller().user())
                || settings.runtimeClasses()
                        .contains(pod.spec().path("runtimeClassName").asText(""));
        if (exempt) {
            return Optional.empty();
        }
        return cluster.get(ResourceTypes.NAMESPACES, "", request.namespace())
                .map(this::policy)
                .filter(policy ->
                        policy.enforced().restricts() || policy.warned().restricts());
    }

    private NamespacePolicy policy(StoredObject namespace) {
        ObjectNode labels = Json.object();
        namespace.header().labels().forEach(labels::put);
        ObjectNode tree = Json.object();
        tree.putObject("metadata").set("labels", labels);
        return new PolicyParser(settings.defaults(), new FieldErrors()).policy(tree);
    }

    private void namespace(AdmissionRequest request, ClusterAccess cluster) {
        var errors = new FieldErrors();
        NamespacePolicy policy = new PolicyParser(settings.defaults(), errors).policy(request.object());
        if (request.operation() == Operation.CREATE) {
            refuse(request, errors);
            return;
        }
        var oldErrors = new FieldErrors();
        NamespacePolicy old = new PolicyParser(settings.defaults(), oldErrors)
                .policy(request.old().orElseThrow());
        if (!errors.list().equals(oldErrors.list())) {
            refuse(request, errors);
        }
        Standard enforced = policy.enforced();
        boolean relaxed = enforced.minor() == old.enforced().minor()
                && enforced.level().compareTo(old.enforced().level()) <= 0;
        if (enforced.restricts() && !relaxed && !settings.namespaces().contains(request.name())) {
            List<StoredObject> pods = cluster.list(ResourceTypes.PODS, request.name());
            ExistingPods.warnings(request.name(), enforced, pods, cluster).forEach(text -> warn(request, text));
        }
    }

    private static void refuse(AdmissionRequest request, FieldErrors errors) {
        if (!errors.isEmpty()) {
            throw new RefusedException(errors.status(request.type(), request.name()));
        }
    }
}
