package dev.tenure.scheduler.cache;

import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.core.ReplicationController;
import dev.tenure.model.core.Service;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.scheduler.view.PodClass;
import dev.tenure.scheduler.view.PodInfo;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Which services and workloads select which pods. Worked out once per class of pods and thrown away when
/// one of the selectors in its namespace changes. Confined to the loop.
public final class DefaultSelectors {
    /// More classes than this of one namespace are not remembered.
    private static final int REMEMBERED_MAX = 4_096;

    private final Map<String, Map<String, Map<String, String>>> serviceSelectors = new HashMap<>();
    private final Map<ObjectKey, LabelSelector> workloadSelectors = new HashMap<>();
    private final Map<ObjectKey, Map<String, String>> controllerSelectors = new HashMap<>();
    private final Map<String, Map<PodClass, LabelSelector>> known = new HashMap<>();
    private long version;

    /// Rises when an answer may have changed.
    long version() {
        return version;
    }

    LabelSelector of(PodInfo pod) {
        Map<PodClass, LabelSelector> ofNamespace = known.computeIfAbsent(pod.namespace(), name -> new HashMap<>());
        LabelSelector selector = ofNamespace.get(pod.shape());
        if (selector == null) {
            selector = workOut(pod);
            if (ofNamespace.size() >= REMEMBERED_MAX) {
                ofNamespace.clear();
            }
            ofNamespace.put(pod.shape(), selector);
        }
        return selector;
    }

    private LabelSelector workOut(PodInfo pod) {
        var meta = pod.pod().meta();
        var labels = new HashMap<String, String>();
        for (Map<String, String> selector :
                serviceSelectors.getOrDefault(meta.namespace(), Map.of()).values()) {
            if (!selector.isEmpty() && meta.labels().entrySet().containsAll(selector.entrySet())) {
                labels.putAll(selector);
            }
        }
        Optional<OwnerReference> owner = meta.controllerOwner();
        if (owner.isPresent() && isController(owner.get())) {
            ObjectKey key = ResourceTypes.REPLICATION_CONTROLLERS.key(
                    meta.namespace(), owner.get().name());
            labels.putAll(controllerSelectors.getOrDefault(key, Map.of()));
        }
        LabelSelector selector = LabelSelector.ofLabels(labels);
        return owner.flatMap(reference -> workload(meta.namespace(), reference))
                .map(more -> selector.and(more.requirements()))
                .orElse(selector);
    }

    private static boolean isController(OwnerReference owner) {
        return owner.apiVersion().equals("v1") && owner.kind().equals("ReplicationController");
    }

    private Optional<LabelSelector> workload(String namespace, OwnerReference owner) {
        if (!owner.apiVersion().equals("apps/v1")) {
            return Optional.empty();
        }
        return switch (owner.kind()) {
            case "ReplicaSet" ->
                Optional.ofNullable(workloadSelectors.get(ResourceTypes.REPLICA_SETS.key(namespace, owner.name())));
            case "StatefulSet" ->
                Optional.ofNullable(workloadSelectors.get(ResourceTypes.STATEFUL_SETS.key(namespace, owner.name())));
            default -> Optional.empty();
        };
    }

    public void put(Service service) {
        var meta = service.meta();
        Map<String, String> old = serviceSelectors
                .computeIfAbsent(meta.namespace(), name -> new HashMap<>())
                .put(meta.name(), service.selector());
        forgetUnless(service.selector().equals(old), meta.namespace());
    }

    public void remove(Service service) {
        Map<String, Map<String, String>> ofNamespace =
                serviceSelectors.get(service.meta().namespace());
        forgetUnless(
                ofNamespace == null || ofNamespace.remove(service.meta().name()) == null,
                service.meta().namespace());
    }

    public void put(ReplicationController controller) {
        ObjectKey key = ResourceTypes.REPLICATION_CONTROLLERS.key(
                controller.meta().namespace(), controller.meta().name());
        forgetUnless(
                controller.selector().equals(controllerSelectors.put(key, controller.selector())), key.namespace());
    }

    public void remove(ReplicationController controller) {
        ObjectKey key = ResourceTypes.REPLICATION_CONTROLLERS.key(
                controller.meta().namespace(), controller.meta().name());
        forgetUnless(controllerSelectors.remove(key) == null, key.namespace());
    }

    public void put(ReplicaSet set) {
        put(ResourceTypes.REPLICA_SETS.key(set.meta().namespace(), set.meta().name()), set.selector());
    }

    public void remove(ReplicaSet set) {
        remove(ResourceTypes.REPLICA_SETS.key(set.meta().namespace(), set.meta().name()));
    }

    public void put(StatefulSet set) {
        put(ResourceTypes.STATEFUL_SETS.key(set.meta().namespace(), set.meta().name()), set.selector());
    }

    public void remove(StatefulSet set) {
        remove(ResourceTypes.STATEFUL_SETS.key(
                set.meta().namespace(), set.meta().name()));
    }

    private void put(ObjectKey key, LabelSelector selector) {
        forgetUnless(selector.equals(workloadSelectors.put(key, selector)), key.namespace());
    }

    private void remove(ObjectKey key) {
        forgetUnless(workloadSelectors.remove(key) == null, key.namespace());
    }

    private void forgetUnless(boolean same, String namespace) {
        if (!same) {
            known.remove(namespace);
            version++;
        }
    }
}
