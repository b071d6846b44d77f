package dev.tenure.apiserver.kinds;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.configmap.ConfigMapStrategy;
import dev.tenure.apiserver.registry.controllerrevision.ControllerRevisionStrategy;
import dev.tenure.apiserver.registry.cronjob.CronJobStrategy;
import dev.tenure.apiserver.registry.daemonset.DaemonSetStrategy;
import dev.tenure.apiserver.registry.deployment.DeploymentStrategy;
import dev.tenure.apiserver.registry.job.JobStrategy;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.apiserver.registry.namespace.NamespaceStrategy;
import dev.tenure.apiserver.registry.node.NodeStrategy;
import dev.tenure.apiserver.registry.pod.PodStrategy;
import dev.tenure.apiserver.registry.podtemplate.PodTemplateStrategy;
import dev.tenure.apiserver.registry.replicaset.ReplicaSetStrategy;
import dev.tenure.apiserver.registry.replicationcontroller.ReplicationControllerStrategy;
import dev.tenure.apiserver.registry.statefulset.StatefulSetStrategy;
import java.util.Map;

/// Which strategy each kind has; kinds that are not named have their metadata checked and nothing else. Immutable.
final class KindStrategies {
    private final Map<String, KindStrategy> byResource;

    /// @param comparisonOperators whether tolerations may use Lt and Gt
    KindStrategies(boolean comparisonOperators) {
        byResource = Map.ofEntries(
                Map.entry("pods", new PodStrategy(comparisonOperators)),
                Map.entry("nodes", new NodeStrategy()),
                Map.entry("configmaps", new ConfigMapStrategy()),
                Map.entry("namespaces", new NamespaceStrategy()),
                Map.entry("daemonsets.apps", new DaemonSetStrategy(comparisonOperators)),
                Map.entry("statefulsets.apps", new StatefulSetStrategy(comparisonOperators)),
                Map.entry("jobs.batch", new JobStrategy(comparisonOperators)),
                Map.entry("cronjobs.batch", new CronJobStrategy(comparisonOperators)),
                Map.entry("replicationcontrollers", new ReplicationControllerStrategy(comparisonOperators)),
                Map.entry("podtemplates", new PodTemplateStrategy(comparisonOperators)),
                Map.entry("controllerrevisions.apps", new ControllerRevisionStrategy()),
                Map.entry("deployments.apps", new DeploymentStrategy(comparisonOperators)),
                Map.entry("replicasets.apps", new ReplicaSetStrategy(comparisonOperators)));
    }

    /// The entry with the strategy of its kind, unless the table gave it one.
    KindEntry apply(KindEntry entry) {
        if (entry.strategy() != KindStrategy.PLAIN) {
            return entry;
        }
        return entry.withStrategy(byResource.getOrDefault(entry.stored().qualifiedResource(), PlainKind.INSTANCE));
    }
}
