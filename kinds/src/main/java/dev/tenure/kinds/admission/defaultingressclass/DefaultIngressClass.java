package dev.tenure.kinds.admission.defaultingressclass;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.ObjectNode;
import java.util.Comparator;

/// Gives ingresses without a class the default one; of several the youngest.
public final class DefaultIngressClass implements AdmissionPlugin {
    private static final String GROUP = "networking.k8s.io";
    private static final ResourceType INGRESSES =
            new ResourceType(GROUP, "v1", "ingresses", "Ingress", Scope.NAMESPACED);
    private static final ResourceType CLASSES =
            new ResourceType(GROUP, "v1", "ingressclasses", "IngressClass", Scope.CLUSTER);

    @Override
    public String name() {
        return "DefaultIngressClass";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (!request.creates(INGRESSES)) {
            return;
        }
        ObjectNode spec = Trees.object(request.object(), "spec");
        boolean named = spec.has("ingressClassName")
                || request.object().path("metadata").path("annotations").has("kubernetes.io/ingress.class");
        if (!named) {
            cluster.list(CLASSES, "").stream()
                    .map(stored -> stored.view(ObjectMeta.class))
                    .filter(meta ->
                            "true".equals(meta.annotations().get("ingressclass.kubernetes.io/is-default-class")))
                    .min(Comparator.comparing(ObjectMeta::creationTimestamp)
                            .reversed()
                            .thenComparing(ObjectMeta::name))
                    .ifPresent(meta -> spec.put("ingressClassName", meta.name()));
        }
    }
}
