package dev.tenure.plan.source;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What each kind is needed for.
final class Known {
    /// Never read: nobody needs them to look ahead.
    static final Set<String> SECRET = Set.of("secrets");

    private static final Map<String, String> UNKNOWN = Map.ofEntries(
            Map.entry("nodes", "everything"),
            Map.entry("pods", "who leaves"),
            Map.entry("replicasets.apps", "who replaces the pods of Deployments"),
            Map.entry("deployments.apps", "who replaces the pods of Deployments"),
            Map.entry("daemonsets.apps", "which pods belong to DaemonSets"),
            Map.entry("statefulsets.apps", "who replaces the pods of StatefulSets"),
            Map.entry(
                    "controllerrevisions.apps",
                    "which pods of StatefulSets and DaemonSets are of an older template; all that agree count as of the present one"),
            Map.entry("jobs.batch", "who replaces the pods of Jobs"),
            Map.entry("replicationcontrollers", "who replaces the pods of ReplicationControllers"),
            Map.entry(
                    "poddisruptionbudgets.policy",
                    "which disruption budgets there are, and whether they block or break"),
            Map.entry("events", "which pods left before and are gone"),
            Map.entry("services", "which services lose endpoints"),
            Map.entry("priorityclasses.scheduling.k8s.io", "the priority of pods that are made anew"),
            Map.entry("persistentvolumes", "to which nodes and zones volumes bind pods"),
            Map.entry("persistentvolumeclaims", "to which nodes and zones volumes bind pods"),
            Map.entry("storageclasses.storage.k8s.io", "how claims that wait are bound"),
            Map.entry("leases.coordination.k8s.io", "when nodes were last heard of"),
            Map.entry("machinesets.machine.openshift.io", "which machines are made and deleted, and their nodes"),
            Map.entry("machines.machine.openshift.io", "which nodes belong to which machine set"),
            Map.entry("failedpodretentions.tenure.dev", "how long failed pods stay"),
            Map.entry(
                    "validatingadmissionpolicies.admissionregistration.k8s.io",
                    "whether owners that are paused make no pods"),
            Map.entry(
                    "validatingadmissionpolicybindings.admissionregistration.k8s.io",
                    "whether owners that are paused make no pods"),
            Map.entry("taintevictionpolicies.tenure.dev", "which pods policies hold back, and for how long"),
            Map.entry(
                    "nodereadinessrules.readiness.node.x-k8s.io",
                    "which nodes are tainted until their conditions are as required"),
            Map.entry("namespaces", "the labels of namespaces, and which are being deleted"),
            Map.entry("limitranges", "the requests that namespaces give to new pods"),
            Map.entry("resourcequotas", "whether quotas refuse new pods"));

    private static final List<ResourceType> WANTED = List.of(
            ResourceTypes.NODES,
            ResourceTypes.PODS,
            ResourceTypes.POD_DISRUPTION_BUDGETS,
            ResourceTypes.REPLICA_SETS,
            ResourceTypes.SERVICES,
            ResourceTypes.CONTROLLER_REVISIONS,
            ResourceTypes.LEASES,
            ResourceTypes.PRIORITY_CLASSES);

    private Known() {}

    /// What nobody can tell without the objects of a type.
    static String unknown(ResourceType type) {
        return UNKNOWN.getOrDefault(type.qualifiedResource(), "whatever depends on them");
    }

    /// Whether it is worth telling that objects of a type could not be read.
    static boolean matters(ResourceType type) {
        return UNKNOWN.containsKey(type.qualifiedResource());
    }

    /// What nearly every cluster has some of.
    static List<ResourceType> usual() {
        return WANTED;
    }
}
