package dev.tenure.plan.source;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import java.util.Set;

/// Which objects a world needs that goes on as its cluster would.
public final class WorldKinds {
    /// How the ConfigMaps begin in which the evictions of nodes are kept.
    public static final String RECORD = "tenure-node-";

    /// The ConfigMap in which stands which failed pods were removed; it is of use for looking back alone.
    public static final String REMOVED = "tenure-removed-pods";

    private static final String LOOP_BREAKER = "loop-breaker.tenure.dev";
    private static final String NODE_LEASES = "kube-node-lease";

    private static final Set<String> KINDS = Set.of(
            "nodes",
            "pods",
            "namespaces",
            "services",
            "limitranges",
            "resourcequotas",
            "replicationcontrollers",
            "persistentvolumes",
            "persistentvolumeclaims",
            "deployments",
            "replicasets",
            "daemonsets",
            "statefulsets",
            "controllerrevisions",
            "jobs",
            "leases",
            "poddisruptionbudgets",
            "priorityclasses",
            "runtimeclasses",
            "storageclasses",
            "csinodes",
            "csidrivers",
            "volumeattachments",
            "csistoragecapacities",
            "resourceclaims",
            "resourceclaimtemplates",
            "resourceslices",
            "deviceclasses",
            "serviceaccounts",
            "machines",
            "machinesets",
            "taintevictionpolicies",
            "nodereadinessrules",
            "failedpodretentions",
            "configmaps");

    private WorldKinds() {}

    /// Whether objects of a type may have a say.
    public static boolean isNeeded(ResourceType type) {
        return KINDS.contains(type.resource()) && !type.resource().equals("events");
    }

    /// The namespace of the leases of nodes.
    public static String leases() {
        return NODE_LEASES;
    }

    /// Whether an object is a part of `deploy/loop-breaker.yaml`, which refuses the pods of owners that are
    /// paused. Other policies may ask for what a world does not have.
    public static boolean isBreaker(ObjectKey key) {
        return key.name().equals(LOOP_BREAKER) && key.resource().startsWith("validatingadmissionpolic");
    }

    /// Whether an object has a say: of leases those of nodes, of ConfigMaps the records of evictions, of
    /// admission policies the breaker of eviction loops.
    public static boolean isNeeded(ObjectKey key) {
        return switch (key.resource()) {
            case "leases" -> key.namespace().equals(NODE_LEASES);
            case "configmaps" -> key.name().startsWith(RECORD);
            case "events" -> false;
            case "validatingadmissionpolicies", "validatingadmissionpolicybindings" -> isBreaker(key);
            default -> KINDS.contains(key.resource());
        };
    }
}
