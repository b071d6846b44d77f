package dev.tenure.kinds.admission.namespacelifecycle;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status.Cause;
import dev.tenure.model.meta.StoredObject;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Refuses to make anything in a namespace that is missing or about to go, and to delete the namespaces that
/// every cluster needs.
public final class NamespaceLifecycle implements AdmissionPlugin {
    private static final Set<String> IMMORTAL = Set.of("default", "kube-system", "kube-public");

    @Override
    public String name() {
        return "NamespaceLifecycle";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (request.operation() == Operation.DELETE
                && request.about(ResourceTypes.NAMESPACES)
                && IMMORTAL.contains(request.name())) {
            throw request.forbidden("this namespace may not be deleted");
        }
        boolean concerned = request.operation() == Operation.CREATE || request.operation() == Operation.UPDATE;
        if (concerned && !request.namespace().isEmpty() && !request.about(ResourceTypes.NAMESPACES)) {
            inside(request, cluster);
        }
    }

    private static void inside(AdmissionRequest request, ClusterAccess cluster) {
        if (request.type().resource().equals("localsubjectaccessreviews")) {
            return;
        }
        Optional<StoredObject> namespace = cluster.get(ResourceTypes.NAMESPACES, "", request.namespace());
        if (namespace.isEmpty()) {
            throw new RefusedException(Statuses.notFound(ResourceTypes.NAMESPACES, request.namespace()));
        }
        if (request.operation() == Operation.CREATE && namespace.get().header().deleting()) {
            throw terminating(request);
        }
    }

    private static RefusedException terminating(AdmissionRequest request) {
        String name = request.namespace();
        var cause = new Cause(
                "NamespaceTerminating", "namespace %s is being terminated".formatted(name), "metadata.namespace");
        return new RefusedException(Statuses.forbidden(
                request.type(),
                request.name(),
                "unable to create new content in namespace %s because it is being terminated".formatted(name),
                List.of(cause)));
    }
}
