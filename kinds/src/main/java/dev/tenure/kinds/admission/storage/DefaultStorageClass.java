package dev.tenure.kinds.admission.storage;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.storage.StorageClass;
import dev.tenure.wire.json.ObjectNode;
import java.util.Comparator;
import java.util.List;

/// Gives claims without a storage class the default one; of several the youngest.
public final class DefaultStorageClass implements AdmissionPlugin {
    private static final List<String> MARKS =
            List.of("storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class");

    @Override
    public String name() {
        return "DefaultStorageClass";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (!request.creates(ResourceTypes.PERSISTENT_VOLUME_CLAIMS)) {
            return;
        }
        ObjectNode spec = Trees.object(request.object(), "spec");
        boolean named = spec.has("storageClassName")
                || request.object().path("metadata").path("annotations").has("volume.beta.kubernetes.io/storage-class");
        if (!named) {
            cluster.list(ResourceTypes.STORAGE_CLASSES, "").stream()
                    .map(stored -> stored.view(StorageClass.class).meta())
                    .filter(meta -> MARKS.stream()
                            .anyMatch(mark -> "true".equals(meta.annotations().get(mark))))
                    .min(Comparator.comparing(ObjectMeta::creationTimestamp)
                            .reversed()
                            .thenComparing(ObjectMeta::name))
                    .ifPresent(meta -> spec.put("storageClassName", meta.name()));
        }
    }
}
